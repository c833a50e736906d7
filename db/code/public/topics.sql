-- The words of recent titles when two channels prove to be one: the later ones stay. In the transaction of the merge, before
-- the channel is removed.
create or replace function move_recent(from_channel bigint, into_channel bigint) returns void language sql as $$
  delete from channel_recent kept using channel_recent gone
  where gone.channel_id = from_channel and kept.channel_id = into_channel and kept.read_at <= gone.read_at;
  update channel_recent set channel_id = into_channel
  where channel_id = from_channel and not exists (select from channel_recent where channel_id = into_channel);
$$;
