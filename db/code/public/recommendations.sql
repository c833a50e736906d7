-- A step of merging two channels, after move_reveals: what a person never wants to be recommended stays so. Pairs of the channel
-- that is removed go with it; those of the other one are counted again the next night.
create or replace function move_dismissals(from_channel bigint, into_channel bigint) returns void language sql as $$
  insert into dismissed_channel (holder_id, channel_id, dismissed_at)
  select holder_id, into_channel, dismissed_at from dismissed_channel where channel_id = from_channel
  on conflict (holder_id, channel_id) do nothing
$$;
