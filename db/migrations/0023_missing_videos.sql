-- Names that a channel has no video for, as the platform said: for a while it is not asked again. What people typed stands
-- here as a hash only.
create table missing_video (
  platform_channel_id text not null,
  name_hash           bytea not null,
  missing_until       timestamptz not null,
  primary key (platform_channel_id, name_hash)
);
create index missing_video_until on missing_video (missing_until);
