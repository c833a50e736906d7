-- A refund that the provider canceled can be tried again under another key, which is good for a day.
alter table refund add column keyed_at timestamptz not null;

-- What a refund took back stays taken back.
create trigger uses_lot_withdrawn_once before update of withdrawn_at on uses_lot
  for each row when (old.withdrawn_at is not null) execute function refuse_ledger_change();
