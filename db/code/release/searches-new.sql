-- What a saved search finds among the newest channels.

-- The channels with numbers from `above` (exclusive) to `upto` that match a text, without typos, and pass a filter: the newest first,
-- `most` at most. It reads the channels in between, however large the catalogue is.
create function search_new(typed search_typed, want search_filter, above bigint, upto bigint, most integer) returns bigint[]
language plpgsql
-- one plan for all values, along the numbers, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  q search_query;
  known bigint[] := '{}';
  is_named constant boolean := typed.key <> '';
begin
  lock table search_entry in access share mode;
  if typed.platform_ids <> '{}' or typed.handles <> '{}' then
    known := search_known(typed.platforms, typed.platform_ids, typed.handles);
  end if;
  -- a channel that is not there yet has no name
  if typed.is_exact then
    typed.key := '';
    typed.words := '{}';
  end if;
  q := search_query_of(typed.key, typed.words, known, want);
  return array(
    select e.channel_id from search_entry e
    where e.channel_id > above and e.channel_id <= upto
      and search_admits(want.content_types, want.audiences, want.countries, want.language, want.has_contact, want.real_only,
        want.silence, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
      and (want.subscribers is null or want.subscribers @> search_subscribers(e.rank))
      and (not is_named or search_stage(e.channel_id, e.name_key, e.words, q, null, null) is not null)
    order by e.channel_id desc limit most);
end $$;
