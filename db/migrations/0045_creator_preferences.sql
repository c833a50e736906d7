-- Addresses that were confirmed to be preferred to others, so that the owner of the other one can take it back.
create table creator_preference (
  instead_of   text not null check (instead_of = lower(instead_of)),
  address      text not null check (address = lower(address) and address <> instead_of),
  confirmed_at timestamptz not null,
  primary key (instead_of, address)
);
create index creator_preference_address on creator_preference (address);

-- Whether it was mailed to confirm a preference, and has done so: it ends with that one.
alter table creator_link add column for_preference boolean not null default false;

create index creator_link_instead_of on creator_link (instead_of) where instead_of is not null;

-- Whether the operator added a request that came by post or mail; of an address, a kind and a date there is one.
alter table creator_request add column by_hand boolean not null default false;
-- Those have no time of day. Of several that are the same the first one counts.
update creator_request r set by_hand = true
 where received_at = date_trunc('day', received_at, 'Europe/Moscow')
   and not exists (
     select from creator_request earlier
      where earlier.address = r.address and earlier.kind = r.kind and earlier.received_at = r.received_at and earlier.id < r.id);
create unique index creator_request_by_hand on creator_request (address, kind, received_at) where by_hand;
