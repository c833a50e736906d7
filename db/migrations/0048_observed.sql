-- The result of the last check of each invariant, which a job makes every night.
create table invariant_check (
  name       text primary key,
  offences   integer not null check (offences >= 0),
  checked_at timestamptz not null
);

-- Since when we know that the provider has the money, while nothing is credited for it.
alter table payment add column uncredited_since timestamptz;
create index payment_uncredited on payment (uncredited_since)
  where uncredited_since is not null and state in ('created', 'pending', 'canceled');
