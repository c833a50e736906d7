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
  -- null together with fetched_at while the platform has told nothing
  videos     jsonb,
  fetched_at timestamptz,
  -- when somebody last began to ask; others wait for the answer or for the problem
  asked_at   timestamptz not null,
  problem    text check (problem in ('quota', 'unavailable')),
  check ((videos is null) = (fetched_at is null))
);
create index channel_videos_told_at on channel_videos (coalesce(fetched_at, asked_at));

-- Who said that a channel shown as inactive still publishes.
create table alive_report (
  person_id   integer not null references person on delete cascade,
  channel_id  bigint not null references channel on delete cascade,
  reported_at timestamptz not null,
  primary key (person_id, channel_id)
);
create index alive_report_channel on alive_report (channel_id);
