-- The keys in the search tables and their indexes. docs/search.md explains them.

-- The tiers of subscribers: tier 0 is unknown, then steps at 0, 10, 20, 50, 100, ... 500M. Every range that the product offers
-- begins and ends at a step.
create or replace function search_tier(subscribers bigint) returns smallint
language sql immutable parallel safe
return coalesce(width_bucket(subscribers, '{0,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,
  1000000,2000000,5000000,10000000,20000000,50000000,100000000,200000000,500000000}'::bigint[]), 0)::smallint;

-- Order by subscribers: most first, unknown last.
create or replace function search_rank(subscribers bigint) returns bigint
language sql immutable parallel safe
return -coalesce(subscribers, -1);

-- Order by the last upload: microseconds before 1970, unknown last. JavaScript represents these numbers exactly.
create or replace function search_recency(last_upload_at timestamptz) returns bigint
language sql stable parallel safe
return coalesce(-(extract(epoch from last_upload_at) * 1000000)::bigint, 9007199254740991);

-- How long a channel has been without a known upload: 0 is unknown, then steps at 0, 30, 90, 180, 365 days
-- (src/shared/rules/filters.ts). Counted to `today` (search_day), or to the check if that is later.
create or replace function search_silence(last_upload_at timestamptz, checked_at timestamptz, today timestamptz)
returns smallint
language sql immutable parallel safe
return case when last_upload_at is null or checked_at is null then 0
  else 1 + width_bucket(extract(epoch from greatest(checked_at, today) - last_upload_at) / 86400,
    '{30,90,180,365}'::numeric[]) end::smallint;

-- The words of a channel, each prefixed with the letter of its tier (A is unknown), so that one tier can be searched alone.
create or replace function search_terms(tier smallint, words text) returns tsvector
language sql immutable parallel safe
return case when words = '' then ''::tsvector
  else array_to_tsvector(string_to_array(chr(65 + tier) || replace(words, ' ', ' ' || chr(65 + tier)), ' ')) end;

-- Filter terms of a channel: content types t0..t14, audiences a0..a4, country, language, contact, not demo, tier, silence.
-- One array, because concatenating 25 texts copies each of them repeatedly.
create or replace function search_facets(
  tier smallint, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(array[
  case when content_types & 1 <> 0 then 't0' end, case when content_types & 2 <> 0 then 't1' end,
  case when content_types & 4 <> 0 then 't2' end, case when content_types & 8 <> 0 then 't3' end,
  case when content_types & 16 <> 0 then 't4' end, case when content_types & 32 <> 0 then 't5' end,
  case when content_types & 64 <> 0 then 't6' end, case when content_types & 128 <> 0 then 't7' end,
  case when content_types & 256 <> 0 then 't8' end, case when content_types & 512 <> 0 then 't9' end,
  case when content_types & 1024 <> 0 then 't10' end, case when content_types & 2048 <> 0 then 't11' end,
  case when content_types & 4096 <> 0 then 't12' end, case when content_types & 8192 <> 0 then 't13' end,
  case when content_types & 16384 <> 0 then 't14' end,
  case when audiences & 1 <> 0 then 'a0' end, case when audiences & 2 <> 0 then 'a1' end,
  case when audiences & 4 <> 0 then 'a2' end, case when audiences & 8 <> 0 then 'a3' end,
  case when audiences & 16 <> 0 then 'a4' end,
  'c' || country, 'l' || language, case when has_contact then 'e1' else 'e0' end,
  case when not is_demo then 'd0' end, 's' || tier::text, 'q' || silence::text
], null));

-- Hashes of a word, and of the word without each one of its characters: two words share a hash when they differ by a single
-- typo (a character missing, added, wrong, or two swapped).
-- The numbers are read in FROM, because a subquery without FROM keeps a plan from running in parallel.
create or replace function search_typo_keys(word text) returns setof integer
language sql immutable parallel safe
begin atomic
  select hashtext(case without when 0 then word else substr(word, 1, without - 1) || substr(word, without + 1) end)
  from generate_series(0, case when length(word) > 2 then length(word) else 0 end) without
  where length(word) > 1 and word !~ '^[0-9]+$';
end;
