-- The ids that the API uses.

-- Of a channel or video that its platform's id names: those of the first platform (platforms.ts) are bare.
create function platform_ref(platform text, id text) returns text
language sql immutable parallel safe
return case platform when 'youtube' then id else platform || ':' || id end;

-- Of a channel: our number where the platform's id is unknown.
create function channel_ref(platform text, platform_id text, id bigint) returns text
language sql immutable parallel safe
return coalesce(platform_ref(platform, platform_id), id::text);
