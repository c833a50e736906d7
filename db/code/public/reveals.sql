-- Reveals are append-only like the ledger, and consistent with merges of channels and with objections.

create or replace trigger reveal_fixed before update of person_id, id, contact_id, created_at on reveal
  for each row execute function refuse_ledger_change();
create or replace trigger reveal_kept before delete on reveal
  for each row execute function refuse_ledger_delete();
create or replace trigger reveal_not_truncated before truncate on reveal
  for each statement execute function refuse_ledger_change();

-- The first step of merging two channels, in the same transaction: moves purchases from the channel that is removed to the
-- one that stays. The locks make it wait for running reveals, and later reveals wait for the merge.
create or replace function move_reveals(from_channel bigint, into_channel bigint) returns void language plpgsql as $$
begin
  perform from channel where id in (from_channel, into_channel) order by id for update;
  -- A person who bought both keeps one record, and one of the two reveals no longer opens anything.
  update purchase set reveal_id = kept.id
    from reveal gone join reveal kept on kept.person_id = gone.person_id and kept.channel_id = into_channel
   where gone.channel_id = from_channel
     and purchase.person_id = gone.person_id and purchase.reveal_id = gone.id
     and not exists (select from purchase other where other.person_id = kept.person_id and other.reveal_id = kept.id);
  -- Nor is what was written on the other record lost where this one says nothing.
  update purchase
     set status = case when purchase.status = 'new' then other.status else purchase.status end,
         note = case when purchase.note = '' then other.note else purchase.note end,
         version = purchase.version + 1
    from reveal gone
    join reveal kept on kept.person_id = gone.person_id and kept.channel_id = into_channel
    join purchase other on other.person_id = gone.person_id and other.reveal_id = gone.id
   where gone.channel_id = from_channel
     and purchase.person_id = kept.person_id and purchase.reveal_id = kept.id
     and ((purchase.status = 'new' and other.status <> 'new') or (purchase.note = '' and other.note <> ''));
  delete from purchase
   using reveal gone join reveal kept on kept.person_id = gone.person_id and kept.channel_id = into_channel
   where gone.channel_id = from_channel and purchase.person_id = gone.person_id and purchase.reveal_id = gone.id;
  update reveal set channel_id = null
   where channel_id = from_channel
     and exists (select from reveal kept where kept.person_id = reveal.person_id and kept.channel_id = into_channel);
  update reveal set channel_id = into_channel where channel_id = from_channel;
end $$;

-- A reveal locks the contact that it sells `for key share`. Imports do not conflict with that lock, but this does: every later
-- charge sees a committed objection, and an objection during a reveal waits until the reveal is committed.
create or replace function wait_for_reveals() returns trigger language plpgsql as $$
begin
  perform from contact where id = old.id for update;
  return new;
end $$;

create or replace trigger contact_suppression_waits before update of suppressed_at on contact
  for each row when (old.suppressed_at is null and new.suppressed_at is not null) execute function wait_for_reveals();
