-- Contacts that were deleted, without their addresses, so that those who bought one learn why they no longer see it.
create table retired_contact (
  contact_id bigint primary key,
  channel_id bigint not null references channel on delete cascade,
  -- 'age': neither seen nor confirmed for too long; 'objection': its owner had objected before
  reason     text not null check (reason in ('age', 'objection')),
  retired_at timestamptz not null
);
create index retired_contact_channel on retired_contact (channel_id);

-- Sources whose contacts are not sold: the host of the page where an address was found, or the kind of source.
create table switched_off_source (
  source text primary key check (source <> ''),
  at     timestamptz not null
);
