-- Promocodes, made by the operator. Who activated one is in the ledger: a lot of kind 'promocode' with the code as its reason.

create table promocode (
  -- as rules/promocode.ts writes it: Latin capitals, digits, hyphens
  code       text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  -- what an activation gives
  uses       integer not null check (uses between 1 and 1000000),
  -- how many people may activate it; null: as many as come
  places     integer check (places > 0),
  -- how many have; this row is the gate that simultaneous activations pass
  activated  integer not null default 0 check (activated between 0 and coalesce(places, activated)),
  -- the last Europe/Moscow date on which it works; null: until it is ended
  last_date  date,
  ended_at   timestamptz,
  created_at timestamptz not null
);
