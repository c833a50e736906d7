-- The ledger of uses is append-only.

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of uses is append-only: % of % refused', lower(tg_op), tg_table_name;
end $$;

-- The only exception: rows of the holder that purge_ledger() is purging, and only when the account no longer exists.
create or replace function refuse_ledger_delete() returns trigger language plpgsql as $$
begin
  if old.holder_id::text = current_setting('channelbook.purged_holder', true)
     and not exists (select from holder where id = old.holder_id) then
    return old;
  end if;
  raise exception 'the ledger of uses is append-only: delete of % refused', tg_table_name;
end $$;

-- Deletes the ledger of a deleted account when it need no longer be stored. Fails while the account exists.
create or replace function purge_ledger(of_holder integer) returns void language plpgsql as $$
begin
  if exists (select from holder where id = of_holder) then
    raise exception 'holder % still has an account', of_holder;
  end if;
  perform set_config('channelbook.purged_holder', of_holder::text, true);
  delete from uses_entry where holder_id = of_holder;
  delete from uses_lot where holder_id = of_holder;
  delete from reveal where holder_id = of_holder;
  delete from payment where holder_id = of_holder;
  perform set_config('channelbook.purged_holder', '', true);
end $$;

create or replace trigger uses_lot_fixed before update of holder_id, id, kind, promocode_id, payment_id, reveal_id, cause, grant_key,
  note, granted, valid_on, created_at on uses_lot
  for each row execute function refuse_ledger_change();
create or replace trigger uses_lot_spent_grows before update of spent on uses_lot
  for each row when (new.spent <= old.spent) execute function refuse_ledger_change();

-- A withdrawal by a refund is final.
create or replace trigger uses_lot_withdrawn_once before update of withdrawn_at on uses_lot
  for each row when (old.withdrawn_at is not null) execute function refuse_ledger_change();
create or replace trigger uses_lot_kept before delete on uses_lot
  for each row execute function refuse_ledger_delete();
create or replace trigger uses_lot_not_truncated before truncate on uses_lot
  for each statement execute function refuse_ledger_change();
create or replace trigger uses_entry_fixed before update on uses_entry
  for each row execute function refuse_ledger_change();
create or replace trigger uses_entry_kept before delete on uses_entry
  for each row execute function refuse_ledger_delete();
create or replace trigger uses_entry_not_truncated before truncate on uses_entry
  for each statement execute function refuse_ledger_change();
