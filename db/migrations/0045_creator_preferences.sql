-- Addresses that were confirmed to be preferred to others, so that the owner of the other one can take it back.
create table creator_preference (
  instead_of   text not null check (instead_of = lower(instead_of)),
  address      text not null check (address = lower(address) and address <> instead_of),
  confirmed_at timestamptz not null,
  primary key (instead_of, address)
);
create index creator_preference_address on creator_preference (address);

create index creator_link_instead_of on creator_link (instead_of) where instead_of is not null;
