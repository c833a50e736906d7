-- Subscribers on the Moscow dates on which the platform was asked; deleted with its other data.
create table channel_day (
  channel_id  bigint not null references channel on delete cascade,
  day         date not null,
  subscribers bigint not null check (subscribers >= 0),
  primary key (channel_id, day)
);
create index channel_day_day on channel_day (day);

-- The last videos of channels that people looked at, as the platform told them; asked again after a day.
create table channel_videos (
  channel_id bigint primary key references channel on delete cascade,
  videos     jsonb not null,
  fetched_at timestamptz not null
);
create index channel_videos_fetched_at on channel_videos (fetched_at);

-- Who said that a channel shown as inactive still publishes.
create table alive_report (
  person_id   integer not null references person on delete cascade,
  channel_id  bigint not null references channel on delete cascade,
  reported_at timestamptz not null,
  primary key (person_id, channel_id)
);
create index alive_report_channel on alive_report (channel_id);
