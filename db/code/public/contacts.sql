-- What contacts have in common by where they were found.

-- The host of the page where an address was found; without a page, the kind of source.
create or replace function contact_source(source_kind text, source_url text) returns text
language sql immutable parallel safe
return lower(coalesce(substring(source_url from '^[a-zA-Z]+://(?:[^/@]*@)?([^/:?#]+)'), source_kind));

-- A contact with what is known of its address.
create or replace view known_contact as
select contact.id, channel_id, address, source_kind, source_url, first_seen_at, last_seen_at, withheld,
  verification, verified_at, bounced_at, is_undeliverable, noticed_at, confirmed_at, refuses, paused_at, suppressed_at, is_off_sale,
  -- Whether it is sold. Those who bought this very one see it as long as its owner has not objected, whatever else keeps it off sale.
  withheld = '{}' and not is_off_sale as is_sold
from contact join address using (address);

-- An address is kept as long as a channel has it, or its owner wants a pause, which holds when one has it again.
create or replace function forget_unused_addresses(given text[]) returns void language plpgsql as $$
begin
  -- An import may be giving one to a channel: the lock waits for it, and the next statement sees the contact.
  perform from address where address = any(given) and paused_at is null order by address for update;
  delete from address where address = any(given) and paused_at is null
    and not exists (select from contact where contact.address = address.address);
end $$;

create or replace function forget_addresses_of_deleted() returns trigger language plpgsql as $$
begin
  perform forget_unused_addresses(array(select distinct address from gone
    where not exists (select from contact where contact.address = gone.address)));
  return null;
end $$;

create or replace trigger contact_deleted after delete on contact referencing old table as gone
  for each statement execute function forget_addresses_of_deleted();
