-- Reveals are append-only like the ledger, and consistent with merges of channels and with objections.

create or replace trigger reveal_fixed before update of holder_id, id, created_at on reveal
  for each row execute function refuse_ledger_change();

-- Which contact was sold changes by a merge alone: to the row that the other channel has of the same address.
create or replace function refuse_other_contact() returns trigger language plpgsql as $$
begin
  if not exists (
    select from contact gone join contact kept on kept.address = gone.address
     where gone.id = old.contact_id and kept.id = new.contact_id) then
    raise exception 'the ledger of uses is append-only: another contact of % refused', tg_table_name;
  end if;
  return new;
end $$;

create or replace trigger reveal_contact_fixed before update of contact_id on reveal
  for each row execute function refuse_other_contact();
create or replace trigger reveal_kept before delete on reveal
  for each row execute function refuse_ledger_delete();
create or replace trigger reveal_not_truncated before truncate on reveal
  for each statement execute function refuse_ledger_change();

-- The first step of merging two channels, in the same transaction: moves purchases from the channel that is removed to the
-- one that stays, with what was reported of them, and cards. The locks make it wait for running reveals, and later reveals wait for the merge.
create or replace function move_reveals(from_channel bigint, into_channel bigint) returns void language plpgsql as $$
declare
  of_both record;
begin
  perform from channel where id in (from_channel, into_channel) order by id for update;
  -- An address of both stays with the row of the channel that stays, for everything that was sold, reported or given.
  update reveal set contact_id = kept.id
    from contact gone join contact kept on kept.channel_id = into_channel and kept.address = gone.address
   where gone.channel_id = from_channel and reveal.contact_id = gone.id;
  update bad_contact_report set contact_id = kept.id
    from contact gone join contact kept on kept.channel_id = into_channel and kept.address = gone.address
   where gone.channel_id = from_channel and bad_contact_report.contact_id = gone.id;
  update bad_contact_report set replacement_id = kept.id
    from contact gone join contact kept on kept.channel_id = into_channel and kept.address = gone.address
   where gone.channel_id = from_channel and bad_contact_report.replacement_id = gone.id;
  -- A holder that bought both keeps one record, of the reveal whose use can still come back, and that for longest. The other
  -- one no longer opens anything.
  for of_both in
    select holder_id, ids[1] as kept, ids[2] as gone
      from (
        select reveal.holder_id, array_agg(reveal.id order by back.reveal_id is not null, reveal.created_at desc, reveal.id desc) as ids
          from reveal left join uses_lot back on back.holder_id = reveal.holder_id and back.reveal_id = reveal.id
         where channel_id in (from_channel, into_channel)
         group by reveal.holder_id having count(*) = 2
      ) twice
  loop
    update purchase set reveal_id = of_both.kept
     where holder_id = of_both.holder_id and reveal_id = of_both.gone
       and not exists (select from purchase other where other.holder_id = of_both.holder_id and other.reveal_id = of_both.kept);
    delete from purchase where holder_id = of_both.holder_id and reveal_id = of_both.gone;
    update reveal set channel_id = null where holder_id = of_both.holder_id and id = of_both.gone;
  end loop;
  update reveal set channel_id = into_channel where channel_id = from_channel;
  perform move_cards(from_channel, into_channel);
end $$;

-- A reveal locks the contact that it sells, and its address, `for key share`. Imports do not conflict with that lock, but this does:
-- every later charge sees a committed objection, and an objection during a reveal waits until the reveal is committed.
create or replace function wait_for_reveals() returns trigger language plpgsql as $$
begin
  perform from address where address.address = old.address for update;
  return new;
end $$;

create or replace trigger address_suppression_waits before update of suppressed_at on address
  for each row when (old.suppressed_at is null and new.suppressed_at is not null) execute function wait_for_reveals();

-- A record in a holder's list gets the next number of that holder, also one that was deleted and is made again.
create or replace function number_purchase() returns trigger language plpgsql as $$
begin
  update holder set purchases_made = purchases_made + 1 where id = new.holder_id returning purchases_made into new.transaction_id;
  return new;
end $$;

create or replace trigger purchase_numbered before insert on purchase
  for each row when (new.transaction_id = 0) execute function number_purchase();
