-- What a saved search finds among the newest channels. These may be called through a pooler, whose connections do not search this schema.

-- The channels with numbers from `above` (exclusive) to `upto` that match a text, without typos (stages 1 to 4 of search_stage), and
-- pass a filter: the newest first, `most` at most. It reads the channels in between, however large the catalogue is.
create function search_new(typed search_typed, want search_filter, above bigint, upto bigint, most integer) returns bigint[]
language plpgsql
set search_path from current
-- one plan for all values, along the numbers, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  -- apart, because taking composites apart for every row takes longer than the comparisons
  want_types constant integer := want.content_types;
  want_audiences constant integer := want.audiences;
  want_countries constant text[] := want.countries;
  want_language constant text := want.language;
  want_contact constant boolean := want.has_contact;
  want_real constant boolean := want.real_only;
  want_silence constant smallint := want.silence;
  want_subscribers constant int8multirange := want.subscribers;
  is_named constant boolean := typed.key <> '';
  -- a channel that was not there when the search was saved is known by an exact id or handle, not by its name
  key constant text := case when not typed.is_exact then typed.key end;
  last_word constant text := ' ' || typed.words[cardinality(typed.words)];
  other_words constant text[] := typed.words[:cardinality(typed.words) - 1];
  known bigint[] := '{}';
begin
  lock table search_entry in access share mode;
  if typed.platform_ids <> '{}' or typed.handles <> '{}' then
    known := search_known(typed.platforms, typed.platform_ids, typed.handles);
  end if;
  return array(
    select e.channel_id from search_entry e
    where e.channel_id > above and e.channel_id <= upto
      and search_admits(want_types, want_audiences, want_countries, want_language, want_contact, want_real, want_silence, e.content_types,
        e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence)
      and (want_subscribers is null or want_subscribers @> search_subscribers(e.rank))
      and (not is_named or e.channel_id = any (known) or starts_with(e.name_key, key)
        or key is not null and strpos(' ' || e.words, last_word) > 0 and string_to_array(e.words, ' ') @> other_words)
    order by e.channel_id desc limit most);
end $$;

-- Channels as the API returns them, a JSON array in the given order.
create function shown_channels(ids bigint[]) returns text
language plpgsql stable set search_path from current
as $$ begin return (search_page_of(ids, null, null, cardinality(ids), null)).items; end $$;
