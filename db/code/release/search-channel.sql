-- Channels as the API returns them, and pages of channels.

-- The API's names for a bit set, as in src/shared/rules/filters.ts.
create function search_content_type_names(bits integer) returns text
language sql immutable parallel safe
return substr(
  case when bits & 1 <> 0 then ',Gaming' else '' end || case when bits & 2 <> 0 then ',Beauty' else '' end
  || case when bits & 4 <> 0 then ',Tech Reviews' else '' end || case when bits & 8 <> 0 then ',Fashion' else '' end
  || case when bits & 16 <> 0 then ',Entertainment' else '' end || case when bits & 32 <> 0 then ',Comedy' else '' end
  || case when bits & 64 <> 0 then ',Education' else '' end || case when bits & 128 <> 0 then ',Fitness' else '' end
  || case when bits & 256 <> 0 then ',Vlogs' else '' end || case when bits & 512 <> 0 then ',Music' else '' end
  || case when bits & 1024 <> 0 then ',Health' else '' end || case when bits & 2048 <> 0 then ',Travel' else '' end
  || case when bits & 4096 <> 0 then ',Animation' else '' end || case when bits & 8192 <> 0 then ',News' else '' end
  || case when bits & 16384 <> 0 then ',Politics' else '' end, 2);

create function search_audience_names(bits integer) returns text
language sql immutable parallel safe
return substr(
  case when bits & 1 <> 0 then ',Kids' else '' end || case when bits & 2 <> 0 then ',Teenagers' else '' end
  || case when bits & 4 <> 0 then ',Youth' else '' end || case when bits & 8 <> 0 then ',Adults' else '' end
  || case when bits & 16 <> 0 then ',OlderGen' else '' end, 2);

-- A time as the API returns it. Stable, as to_char is: otherwise it would not be inlined.
create function search_instant_json(instant timestamptz) returns text
language sql stable parallel safe
return coalesce('"' || to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null');

-- Why a channel without a contact has none to sell, where its creator wants it so; otherwise null. An objection outlives the
-- contact that it was made for.
create function no_contact_reason(channel bigint) returns text
language sql stable parallel safe as $$
select case
  when exists (select from known_contact where channel_id = channel and paused_at is not null) then 'pause'
  -- another address, which is merely withheld, is not objected to
  when exists (select from known_contact where channel_id = channel and suppressed_at is null) then null
  when exists (select from contact where channel_id = channel)
    or exists (select from retired_contact where channel_id = channel and reason = 'objection') then 'objection' end $$;

-- A channel as the API returns it. Concatenated, which takes half the time of json_build_object. Its body is text, because
-- PostgreSQL would not let a migration alter the table whose row type a stored one uses.
create function search_channel_json(c channel, contact_seen timestamptz) returns text
language sql stable parallel safe as $$
select '{"channelId":' || to_json(channel_ref((c).platform, (c).platform_id, (c).id))
  || ',"channel_name":' || to_json((c).name)
  || ',"thumbnail":' || coalesce(to_json((c).thumbnail_url)::text, 'null')
  || ',"targetAudience":"' || search_audience_names((c).audiences)
  || '","content_type":"' || search_content_type_names((c).content_types)
  || '","subsCount":' || coalesce((c).subscribers::text, 'null')
  || ',"url":' || coalesce(to_json((c).url)::text, 'null')
  || ',"country":' || coalesce(to_json((c).country)::text, 'null')
  || ',"language":' || coalesce(to_json((c).language)::text, 'null')
  || ',"lastUploadAt":' || search_instant_json((c).last_upload_at)
  || ',"uploadsCheckedAt":' || search_instant_json((c).uploads_checked_at)
  || ',"hasContact":' || (c).has_contact::text
  || ',"noContactReason":'
  || case when (c).has_contact then 'null' else coalesce(to_json(no_contact_reason((c).id))::text, 'null') end
  || ',"contactSeenAt":' || search_instant_json(contact_seen) || '}' $$;

-- A page of channels in the given order, and the position of its last one when more follow: (next_class, next_key, next_id).
create type search_page as (
  -- a JSON array
  items      text,
  next_class integer,
  next_key   bigint,
  next_id    bigint,
  -- null when not counted
  total      integer,
  -- the total comes from a sample
  total_is_estimate boolean,
  -- the search ended at its bound of rows read: the page may be short, and goes on after the last row read
  is_partial boolean,
  -- the channels of the page
  ids        bigint[]
);

-- `more` has for each channel further members of its JSON object, each after a comma. With `reachable_first`, those of the page
-- that can be written to come before the others of their class.
create function search_page_of(
  ids bigint[], classes integer[], keys bigint[], page integer, total integer, more text[] default null,
  reachable_first boolean default false
) returns search_page
language plpgsql stable
as $$
declare
  result search_page;
begin
  if ids is null then
    result.items := '[]';
  else
    -- Of contacts, searches read only when the best one was last seen: the one that a reveal sells (BEST_FIRST in
    -- known-contacts.sql.ts). Written here, it takes half the time of a function: 0.08 ms for 20 of 200,000 channels.
    select '[' || coalesce(string_agg(rtrim(search_channel_json(c, (
        select last_seen_at from known_contact
        where c.has_contact and channel_id = c.id and is_sold
        order by bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last, verification = 'valid' desc, last_seen_at desc, id
        limit 1
      )), '}') || coalesce(more[found.at], '') || '}', ',' order by
        case when reachable_first then classes[found.at] end,
        reachable_first and not search_is_reachable(c.has_contact, search_silence(c.last_upload_at, c.uploads_checked_at, (select today from search_day))),
        found.at), '') || ']' into result.items
    from unnest(ids[:page]) with ordinality found (id, at)
    join channel c on c.id = found.id and c.status = 'active';
  end if;
  if cardinality(ids) > page then
    result.next_class := classes[page];
    result.next_key := keys[page];
    result.next_id := ids[page];
  end if;
  result.total := total;
  result.total_is_estimate := false;
  result.is_partial := false;
  result.ids := coalesce(ids[:page], '{}');
  return result;
end $$;

-- One channel as everybody sees it; null when nobody does. It may be called through a pooler, whose connections do not search
-- this schema.
create function shown_channel(channel_id bigint) returns json
language plpgsql stable set search_path from current
as $$ begin return (search_page_of(array[channel_id], null, null, 1, null)).items::json -> 0; end $$;
