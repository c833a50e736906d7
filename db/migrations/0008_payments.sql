-- Payments and their refunds. Money is counted in kopecks.
--
-- person_id has no foreign key: what accounting must keep outlives the account, without name or address. The address
-- that receipts go to stands in a table of its own and goes with the account.

create table payment (
  id               uuid primary key,
  person_id        integer not null,
  package_id       smallint not null,
  -- what was sold and for how much, fixed when the payment is made
  uses             integer not null check (uses > 0),
  amount           integer not null check (amount > 0),
  -- the language that the person bought in, for letters that are sent later
  language         text not null check (language in ('en', 'ru')),
  state            text not null default 'created'
                   check (state in ('created', 'pending', 'succeeded', 'canceled', 'refunded')),
  -- of the call that makes the payment at the provider; stored before it is made
  idempotence_key  text not null unique,
  -- the provider's own id, known when it has answered
  provider_id      text unique,
  confirmation_url text,
  cancel_reason    text,
  -- the fiscal receipt as the provider reports it; null when none was asked for
  receipt          text check (receipt in ('pending', 'succeeded', 'canceled')),
  created_at       timestamptz not null,
  -- when the provider was last asked
  checked_at       timestamptz,
  -- when it was paid or canceled
  settled_at       timestamptz,
  check (state in ('created', 'canceled') or provider_id is not null),
  check ((state in ('succeeded', 'canceled', 'refunded')) = (settled_at is not null)),
  check ((state = 'canceled') = (cancel_reason is not null))
);
create index payment_of_person on payment (person_id, created_at desc, id);
create index payment_open on payment (created_at) where state in ('created', 'pending');

create table payment_address (
  payment_id uuid primary key references payment on delete cascade,
  person_id  integer not null references person on delete cascade,
  email      text not null
);
create index payment_address_of_person on payment_address (person_id);

create table refund (
  id              uuid primary key,
  payment_id      uuid not null references payment on delete cascade,
  amount          integer not null check (amount > 0),
  -- taken back from the ledger when the refund was made
  uses            integer not null check (uses >= 0),
  -- why: in the operator's words, or that the account was gone when the payment succeeded
  reason          text not null,
  state           text not null default 'created' check (state in ('created', 'pending', 'succeeded', 'canceled')),
  idempotence_key text not null unique,
  provider_id     text unique,
  cancel_reason   text,
  created_at      timestamptz not null,
  checked_at      timestamptz,
  settled_at      timestamptz,
  check (state in ('created', 'canceled') or provider_id is not null),
  check ((state in ('succeeded', 'canceled')) = (settled_at is not null)),
  check ((state = 'canceled') = (cancel_reason is not null))
);
-- One refund of a payment; a canceled one is tried again in its place.
create unique index refund_of_payment on refund (payment_id);
create index refund_open on refund (created_at) where state in ('created', 'pending');

create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'payments only go forward: % of % refused', lower(tg_op), tg_table_name;
end $$;

create function payment_step(state text) returns integer language sql immutable
  return case state when 'created' then 0 when 'pending' then 1 when 'refunded' then 3 else 2 end;

create trigger payment_fixed before update of id, person_id, package_id, uses, amount, idempotence_key, created_at on payment
  for each row execute function refuse_payment_change();
create trigger payment_forward before update of state on payment
  for each row when (
    new.state is distinct from old.state
    and (payment_step(new.state) <= payment_step(old.state) or old.state = 'canceled')
  ) execute function refuse_payment_change();
create trigger payment_provider_kept before update of provider_id on payment
  for each row when (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
  execute function refuse_payment_change();
create trigger refund_fixed before update of id, payment_id, amount, uses, created_at on refund
  for each row execute function refuse_payment_change();

-- A refund withdraws lots: what was left of them is taken back, and a withdrawn allowance frees its date for another.
alter table uses_lot add column withdrawn_at timestamptz;
alter table uses_lot add check (withdrawn_at is null or spent = granted);
alter table uses_lot drop constraint uses_lot_person_id_valid_on_key;
-- One allowance for a date; also how open lots are found (lots without a date are all distinct here).
create unique index uses_lot_of_date on uses_lot (person_id, valid_on) where withdrawn_at is null;

-- What is kept of a deleted account goes together.
create or replace function purge_ledger(of_person integer) returns void language plpgsql as $$
begin
  if exists (select from person where id = of_person) then
    raise exception 'person % still has an account', of_person;
  end if;
  perform set_config('channelbook.purged_person', of_person::text, true);
  delete from uses_entry where person_id = of_person;
  delete from reveal where person_id = of_person;
  delete from uses_lot where person_id = of_person;
  delete from payment where person_id = of_person;
  perform set_config('channelbook.purged_person', '', true);
end $$;
