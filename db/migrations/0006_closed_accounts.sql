-- Accounts that were deleted, by their number alone: of each of them the ledger is still kept for accounting, and goes
-- when the time for that is over.

create table closed_account (
  -- no foreign key: the person is gone
  person_id integer primary key,
  closed_at timestamptz not null
);
create index closed_account_age on closed_account (closed_at);
