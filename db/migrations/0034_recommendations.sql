-- Channels that a person never wants to be recommended again.
create table dismissed_channel (
  person_id    integer not null references person on delete cascade,
  channel_id   bigint not null references channel on delete cascade,
  dismissed_at timestamptz not null,
  primary key (person_id, channel_id)
);
create index dismissed_channel_channel on dismissed_channel (channel_id);

-- Whether a person's purchases count towards what is recommended to others; no row: they do.
create table recommendation_choice (
  person_id        integer primary key references person on delete cascade,
  counts_purchases boolean not null
);

-- Pairs of channels that at least six people bought both of, with a blurred number; made again every night.
create table co_purchase (
  channel_id bigint not null references channel on delete cascade,
  other_id   bigint not null references channel on delete cascade,
  buyers     integer not null check (buyers >= 5),
  primary key (channel_id, other_id)
);
create index co_purchase_other on co_purchase (other_id);
