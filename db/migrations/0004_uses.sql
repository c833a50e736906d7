-- The ledger of uses. A lot is what a person was given, an entry is one movement of a lot; a person's balance is the sum
-- of the entries of lots without a date and of today's. Nothing here is changed or deleted (triggers refuse it), except
-- `spent` of a lot, which only grows: it is the gate that simultaneous spendings pass, and `verify` proves it by the entries.
--
-- A subscription's allowance is one lot for each of its Moscow dates, all written when it is paid. So nothing has to
-- happen at midnight: yesterday's lot no longer counts, today's does, and what is left of a day is carried nowhere.
--
-- person_id has no foreign key: what accounting must keep outlives the account, without name or address.
-- Keys begin with person_id, so that a lot, its entries and a reveal cannot belong to different people.

create table uses_lot (
  person_id  integer not null,
  id         bigint generated always as identity,
  kind       text not null check (kind in ('welcome', 'promocode', 'grant', 'package', 'day')),
  -- what it was given for: 'welcome', a promocode, an operator's grant, a payment's id
  reason     text not null check (reason <> ''),
  granted    integer not null check (granted between 1 and 1000000),
  -- spent or taken back
  spent      integer not null default 0 check (spent between 0 and granted),
  -- only for a day's allowance: the Europe/Moscow date on which it can be spent
  valid_on   date check ((kind = 'day') = (valid_on is not null)),
  created_at timestamptz not null,
  primary key (person_id, id),
  -- one allowance for a date; also how open lots are found (lots without a date are all distinct here)
  unique (person_id, valid_on),
  -- the same thing is given once
  unique nulls not distinct (person_id, kind, reason, valid_on)
) with (fillfactor = 80);
-- One credit for a payment, whoever it was for.
create unique index uses_lot_of_payment on uses_lot (reason, valid_on) nulls not distinct where kind in ('package', 'day');

create table uses_entry (
  person_id  integer not null,
  id         bigint generated always as identity,
  lot_id     bigint not null,
  -- +granted when a lot is given, -1 for a reveal, -n when a refund takes back
  amount     integer not null,
  reason     text not null check (reason in ('given', 'reveal', 'refund')),
  -- for 'reveal': the reveal that it paid
  reveal_id  bigint check ((reason = 'reveal') = (reveal_id is not null)),
  created_at timestamptz not null,
  primary key (person_id, id),
  foreign key (person_id, lot_id) references uses_lot (person_id, id),
  check (case reason when 'given' then amount > 0 when 'reveal' then amount = -1 else amount < 0 end)
);
create unique index uses_entry_of_reveal on uses_entry (person_id, reveal_id) where reveal_id is not null;
create unique index uses_entry_of_gift on uses_entry (person_id, lot_id) where reason = 'given';

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of uses is append-only: % of % refused', lower(tg_op), tg_table_name;
end $$;

-- The one door: rows of the person whom purge_ledger() is purging, and only when the account is gone.
create function refuse_ledger_delete() returns trigger language plpgsql as $$
begin
  if old.person_id::text = current_setting('channelbook.purged_person', true)
     and not exists (select from person where id = old.person_id) then
    return old;
  end if;
  raise exception 'the ledger of uses is append-only: delete of % refused', tg_table_name;
end $$;

create trigger uses_lot_fixed before update of person_id, id, kind, reason, granted, valid_on, created_at on uses_lot
  for each row execute function refuse_ledger_change();
create trigger uses_lot_spent_grows before update of spent on uses_lot
  for each row when (new.spent <= old.spent) execute function refuse_ledger_change();
create trigger uses_lot_kept before delete on uses_lot
  for each row execute function refuse_ledger_delete();
create trigger uses_lot_not_truncated before truncate on uses_lot
  for each statement execute function refuse_ledger_change();

create trigger uses_entry_fixed before update on uses_entry
  for each row execute function refuse_ledger_change();
create trigger uses_entry_kept before delete on uses_entry
  for each row execute function refuse_ledger_delete();
create trigger uses_entry_not_truncated before truncate on uses_entry
  for each statement execute function refuse_ledger_change();
