-- Creators: the notice that their address is listed, links that speak for an address, and what its owner wants.

-- Addresses whose owners were told, as keyed hashes: once for good, also after the contact is gone and comes back.
create table creator_notice (
  address_hash bytea primary key,
  sent_at      timestamptz not null
);

-- Mailed links; whoever has one received a letter at the address.
create table creator_link (
  token_hash bytea primary key,
  address    text not null check (address = lower(address)),
  -- the address that this one is to be preferred to, until its owner confirms that; otherwise null
  instead_of text check (instead_of = lower(instead_of)),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index creator_link_expiry on creator_link (expires_at);
create index creator_link_address on creator_link (address);

-- What the owner of an address wants, for every channel that has it. Without a row: nothing was said.
create table creator_terms (
  address      text primary key check (address = lower(address)),
  -- subjects of advertising that are not wanted (src/shared/rules/creators.ts)
  refuses      text[] not null default '{}',
  -- since when no contact of the address is sold; contacts have 'paused' in `withheld` for as long
  paused_at    timestamptz,
  -- null: until the owner ends it
  paused_until timestamptz check (paused_until is null or paused_at is not null),
  updated_at   timestamptz not null
);
create index creator_terms_pause on creator_terms (paused_until) where paused_at is not null;
