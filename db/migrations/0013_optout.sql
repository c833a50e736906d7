-- Links with which the owner of an address confirms an objection. What they confirm is kept in `suppression` as a hash.

create table optout_link (
  token_hash bytea primary key,
  address    text not null check (address = lower(address)),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index optout_link_expiry on optout_link (expires_at);
