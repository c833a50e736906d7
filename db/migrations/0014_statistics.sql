-- Videos that people follow, and what the platform says of them, once for each Europe/Moscow date.

create table video (
  id                  bigint generated always as identity primary key,
  -- the platform's own ids; the channel by its id and not by ours, which may change when channels are merged
  platform_id         text not null unique check (platform_id <> ''),
  platform_channel_id text not null,
  title               text not null,
  thumbnail_url       text,
  published_at        timestamptz,
  -- when title, picture and channel were true; the platform's terms ask for refreshing or deleting them
  fetched_at          timestamptz not null,
  -- the Europe/Moscow date of the last answer about it, also one that said that it is gone
  asked_on            date not null,
  -- since when the platform says nothing of it: deleted, private
  gone_since          timestamptz,
  -- until when a server asks about it; one that died lets go by itself
  claimed_until       timestamptz
);
create index video_of_channel on video (platform_channel_id);
create index video_asked_on on video (asked_on);
create index video_fetched_at on video (fetched_at);

-- Unknown is null (hidden likes, comments switched off), never 0.
create table video_statistics (
  video_id   bigint not null references video on delete cascade,
  day        date not null,
  views      bigint check (views >= 0),
  likes      bigint check (likes >= 0),
  comments   bigint check (comments >= 0),
  fetched_at timestamptz not null,
  primary key (video_id, day)
);
create index video_statistics_day on video_statistics (day);

-- Who follows what. It counts only while the person keeps the purchase of the video's channel.
create table tracking (
  person_id  integer not null references person on delete cascade,
  video_id   bigint not null references video on delete cascade,
  created_at timestamptz not null,
  primary key (person_id, video_id)
);
create index tracking_of_video on tracking (video_id);

-- Calls to the platform, by what it counts them under and its own date (America/Los_Angeles): shared by all servers.
create table platform_quota (
  bucket       text not null,
  day          date not null,
  used         integer not null check (used >= 0),
  -- when the platform itself said that nothing is left
  exhausted_at timestamptz,
  primary key (bucket, day)
);
