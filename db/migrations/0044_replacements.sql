-- Which contact took the place of one that did not work, and when the operator put an address back on sale.

-- Whether a person bought a contact is asked for each one that is off sale. First, as it takes longest: everybody can read meanwhile.
create index reveal_of_contact_and_person on reveal (contact_id, person_id);

-- Merges of earlier versions removed a contact of both channels without saying which one stays in its place. It is among the contacts
-- of the channel: which one is certain only if there is no other, which matters for what was reported of it.
alter table reveal disable trigger reveal_fixed;
with lost as (
  select person_id, id, contact_id as gone_id,
    (select contact.id from contact where contact.channel_id = reveal.channel_id and contact.suppressed_at is null
      order by bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last, verification = 'valid' desc,
        last_seen_at desc, contact.id
      limit 1) as kept_id,
    (select count(*) from contact where contact.channel_id = reveal.channel_id) = 1 as is_certain
  from reveal
  where channel_id is not null
    and not exists (select from contact where contact.id = reveal.contact_id)
    and not exists (select from retired_contact where retired_contact.contact_id = reveal.contact_id)
), reported as (
  update bad_contact_report set contact_id = kept_id from lost
   where is_certain and kept_id is not null and bad_contact_report.person_id = lost.person_id
     and bad_contact_report.reveal_id = lost.id and bad_contact_report.contact_id = gone_id
     and not exists (
       select from bad_contact_report other
        where other.person_id = lost.person_id and other.reveal_id = lost.id and other.contact_id = kept_id)
)
update reveal set contact_id = kept_id from lost
 where kept_id is not null and reveal.person_id = lost.person_id and reveal.id = lost.id
   -- Such a purchase shows what was given in its place, below.
   and not exists (
     select from bad_contact_report
      where bad_contact_report.person_id = lost.person_id and reveal_id = lost.id and state = 'replaced');
alter table reveal enable trigger reveal_fixed;

-- From here on nobody reads these tables, for as long as the few reports of given contacts take; in the order in which lists of
-- purchases lock them.
drop index reveal_of_contact;
alter index reveal_of_contact_and_person rename to reveal_of_contact;
-- Only bounces after it count.
alter table contact add column restored_at timestamptz;

alter table bad_contact_report
  -- the contact that was given, where the state is 'replaced'; contacts come and go, so this is no foreign key
  add column replacement_id bigint;
create index bad_contact_report_of_replacement on bad_contact_report (replacement_id) where replacement_id is not null;

-- Which one it was is not known: the one that such a purchase shows.
update bad_contact_report report
   set replacement_id = (
     select contact.id from reveal join contact on contact.channel_id = reveal.channel_id
      where reveal.person_id = report.person_id and reveal.id = report.reveal_id
        and contact.id <> report.contact_id and contact.suppressed_at is null
      order by bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last, verification = 'valid' desc,
        last_seen_at desc, contact.id
      limit 1)
 where state = 'replaced';
