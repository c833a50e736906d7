-- The handle first, as the id in channel_platform_id: it tells channels apart, where the platform of nearly all is the same.
-- The index is built in half the time, and a handle is looked up on all platforms at once.
drop index channel_handle;
create unique index channel_handle on channel (handle, platform) where handle is not null;

create or replace function search_known(platform_ids text[], handles text[]) returns bigint[]
language plpgsql stable
as $$
begin
  return array(
    select id from channel where platform_id = any (platform_ids) and status = 'active'
    union
    select id from channel where handle = any (handles) and status = 'active');
end $$;
