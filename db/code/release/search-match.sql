-- What a text search asks for, and whether a channel matches it. docs/search.md explains the stages.

create type search_query as (
  key         text,
  words       text[],
  -- the last word may be unfinished
  last_word   text,
  other_words text[],
  -- channels that have the text as their id or handle
  known       bigint[],
  want        search_filter,
  real_only   boolean,
  -- whether the filter asks for more than real channels
  is_filtered boolean
);

create function search_query_of(key text, words text[], known bigint[], want search_filter) returns search_query
language sql immutable parallel safe
return (
  key, words, words[cardinality(words)], words[:cardinality(words) - 1], known, want, coalesce((want).real_only, false),
  num_nonnulls((want).content_types, (want).audiences, (want).countries, (want).language, (want).has_contact, (want).silence,
    (want).subscribers) > 0
)::search_query;

-- search_passes as a call of its own: a statement with all its terms takes longer to start than most searches have to read.
create function search_passes_called(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return search_passes(want, content_types, audiences, country, language, has_contact, is_demo, silence, rank);
end $$;

-- Whether a channel passes the filter of a query. Real channels, which most shops sell alone, are recognised without a call.
create function search_suits(
  q search_query, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language sql immutable parallel safe
return not ((q).real_only and is_demo) and (not (q).is_filtered or search_passes_called(
  (q).want, content_types, audiences, country, language, has_contact, is_demo, silence, rank));

/*
  The stage in which a channel matches a text:
    1 the name is the text (spaces aside), or the channel is a known one
    2 the name begins with the text
    3 the name contains all words
    4 the name contains all words, the last one as a beginning
    5 the name is the text except for a typo in one word
    6 the name contains all words, each with at most one typo; up to half of them are left out if no name has a similar word
  and otherwise `otherwise`: 6 for names that an index has found by just these words.
*/
create function search_stage(
  channel_id bigint, name_key text, words text, q search_query, slips search_slip_plan, otherwise integer
) returns integer
language sql immutable parallel safe
return case
  when channel_id = any ((q).known) then 1
  when (q).key = '' then null
  when name_key = (q).key then 1
  when starts_with(name_key, (q).key) then 2
  when (q).last_word is null then null
  when string_to_array(words, ' ') @> (q).words then 3
  when strpos(' ' || words, ' ' || (q).last_word) > 0 and string_to_array(words, ' ') @> (q).other_words then 4
  when name_key = any ((slips).corrected) then 5
  when otherwise is not null then otherwise
  when array_to_tsvector(string_to_array(words, ' ')) @@ (slips).likely then 6 end;
