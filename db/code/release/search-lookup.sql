-- Lookups of names by a key, by words, and by words with typos.

-- A word as part of a text search query; ~ is a placeholder for the letter of the tier.
create function search_lexeme(word text) returns text
language sql immutable parallel safe
return '''~' || replace(replace(word, '\', '\\'), '''', '''''') || '''';

-- Channels with a key whose words pass a check (null for no check), after the given position: from the highest tier down until
-- there are enough, with the last tier complete, unordered.
create function search_by_exact_key(
  key text, checked tsquery, want search_filter, from_rank bigint, from_id bigint, enough integer
) returns table (channel_id bigint, rank bigint)
language sql stable parallel safe
as $$
  select e.channel_id, e.rank
  from search_entry e
  where e.name_key = key and key <> '' and e.tier <= search_tier(nullif(-from_rank, -1))
    and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
    and (e.rank, e.channel_id) > (from_rank, from_id)
    and (checked is null or array_to_tsvector(string_to_array(e.words, ' ')) @@ checked)
  order by e.tier desc fetch first enough rows with ties
$$;

-- The same for channels whose key is between two keys, without the channels in `apart`.
create function search_by_key(
  low text, high text, tiers integer, want search_filter, apart bigint[], from_rank bigint, from_id bigint, enough integer
) returns table (channel_id bigint, rank bigint)
language sql stable parallel safe
as $$
  select found.channel_id, found.rank
  from generate_series(search_tier(nullif(-from_rank, -1))::integer, 0, -1) with ordinality step (tier, at)
  cross join lateral (
    select e.channel_id, e.rank
    from search_entry e
    where e.tier = step.tier and e.name_key > low and e.name_key < high
      and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
      and (e.rank, e.channel_id) > (from_rank, from_id) and e.channel_id <> all (apart)
  ) found
  where tiers >> step.tier & 1 = 1
  order by step.at fetch first enough rows with ties
$$;

-- The same for channels whose words match the query of their tier and pass a check, except those whose key is from `low` up to
-- `high`, or in `other_keys`.
create function search_by_words(
  tiers integer[], queries tsquery[], checked tsquery, low text, high text, other_keys text[], in_tiers integer,
  want search_filter, apart bigint[], from_rank bigint, from_id bigint, enough integer
) returns table (channel_id bigint, rank bigint)
language sql stable parallel safe
as $$
  select found.channel_id, found.rank
  from unnest(tiers, queries) with ordinality step (tier, query, at)
  cross join lateral (
    select e.channel_id, e.rank
    from search_entry e
    where search_terms(e.tier, e.words) @@ step.query
      and not (e.name_key >= low and e.name_key < high) and e.name_key <> all (other_keys)
      and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
      and (e.rank, e.channel_id) > (from_rank, from_id) and e.channel_id <> all (apart)
      and (checked is null or array_to_tsvector(string_to_array(e.words, ' ')) @@ checked)
  ) found
  where in_tiers >> step.tier & 1 = 1 and step.tier <= search_tier(nullif(-from_rank, -1))
  order by step.at fetch first enough rows with ties
$$;

-- Words of names that differ from this one by a single typo: a character missing, added, wrong, or misplaced. Words of the most
-- popular channels first.
create function search_similar(typed text, enough integer) returns table (word text, tiers integer)
language sql stable parallel safe rows 8
as $$
  select w.word, w.tiers
  from (
    select distinct t.word from search_typo t where t.key in (select key from search_typo_keys(typed) key)
  ) candidate
  join search_word w on w.word = candidate.word
  where case levenshtein_less_equal(candidate.word, typed, 2)
    when 1 then true
    -- two edits with the same letters: one letter is misplaced
    when 2 then length(candidate.word) = length(typed)
      and translate(candidate.word, typed, '') = '' and translate(typed, candidate.word, '') = ''
    else false end
  order by w.tiers desc, w.word
  limit enough
$$;

-- How the words of a query are looked up: a query for each tier that may contain matches, from the highest down.
create type search_word_plan as (
  -- names that contain all words
  whole_tiers   integer[],
  whole_queries tsquery[],
  whole         tsquery,
  -- names that contain all words, the last as a word or the beginning of one; when the queries leave out the last word
  -- because too many names have it, the check tests for it
  begun_tiers   integer[],
  begun_queries tsquery[],
  begun_check   tsquery,
  begun         tsquery,
  -- the words that begin with the last word, if few; otherwise the last word as a prefix, with a mask of all tiers
  endings       text[],
  ending_masks  integer[]
);

create function search_plan_words(query_words text[]) returns search_word_plan
language plpgsql stable
as $$
declare
  few constant integer := 40;
  many constant integer := 300;
  word_count constant integer := cardinality(query_words);
  last_word constant text := query_words[word_count];
  others constant text := (select string_agg(search_lexeme(word), '&') from unnest(query_words[:word_count - 1]) word);
  found record;
  begun record;
  plan search_word_plan;
  template text;
begin
  select count(*) as words, bit_and(tiers) as tiers, count(*) filter (where word <> last_word) as others,
    coalesce(bit_and(tiers) filter (where word <> last_word), -1) as other_tiers,
    min(names) filter (where word <> last_word) as other_names
  into found from search_word where word = any (query_words);
  if found.words = word_count then
    template := concat_ws('&', others, search_lexeme(last_word));
    plan.whole := replace(template, '~', '')::tsquery;
    select array_agg(tier), array_agg(replace(template, '~', chr(65 + tier))::tsquery)
    into plan.whole_tiers, plan.whole_queries
    from generate_series(25, 0, -1) tier where found.tiers >> tier & 1 = 1;
  end if;

  select count(*) as words, sum(names) as names, array_agg(search_lexeme(word)) as lexemes, array_agg(tiers) as tiers
  into begun
  from (select word, names, tiers from search_word where word >= last_word and word < last_word || chr(1114111) limit many) w;
  if begun.words = 0 then return plan; end if;
  if begun.words <= few then
    plan.endings := begun.lexemes;
    plan.ending_masks := begun.tiers;
  else
    plan.endings := array[search_lexeme(last_word) || ':*'];
    plan.ending_masks := array[-1];
  end if;

  if found.others < word_count - 1 then return plan; end if;
  template := concat_ws('&', others, search_lexeme(last_word) || ':*');
  plan.begun := replace(template, '~', '')::tsquery;
  -- an index scan collects all names with such an ending before it tests the other words
  if others is not null and begun.words > few and (begun.words = many or begun.names > 10 * found.other_names) then
    plan.begun_check := replace(plan.endings[1], '~', '')::tsquery;
    template := others;
  end if;
  select array_agg(tier), array_agg(query order by tier desc) into plan.begun_tiers, plan.begun_queries
  from (
    select tier,
      replace(case when begun.words > few then template
        else concat_ws('&', others, '(' || string_agg(w.lexeme, '|') || ')') end, '~', chr(65 + tier))::tsquery as query
    from unnest(plan.endings, plan.ending_masks) w (lexeme, mask)
    cross join generate_series(0, 25) tier
    where w.mask & found.other_tiers >> tier & 1 = 1
    group by tier order by tier desc
  ) by_tier;
  return plan;
end $$;

-- How the words are looked up with a typo in each; up to half of them are left out if no name has a similar word.
create type search_slip_plan as (
  tiers     integer[],
  queries   tsquery[],
  checked   tsquery,
  likely    tsquery,
  -- the key with a typo in one word corrected
  corrected text[]
);

create function search_plan_slips(query_key text, query_words text[], plan search_word_plan) returns search_slip_plan
language plpgsql stable
as $$
#variable_conflict use_column
declare
  word_count constant integer := cardinality(query_words);
  is_broad constant boolean := plan.begun_check is not null;
  groups integer[];
  lexemes text[];
  masks integer[];
  found integer;
  slips search_slip_plan;
begin
  with typed as (
    select word, n from unnest(query_words) with ordinality as t (word, n)
  ), slip as (
    select t.n, s.word, s.tiers, replace(query_key, t.word, s.word) as corrected
    from typed t, search_similar(t.word, 8) s
  ), lexeme as (
    select t.n, search_lexeme(w.word) as text, w.tiers from typed t join search_word w on w.word = t.word
    union all
    select n, search_lexeme(word), tiers from slip
    union all
    select word_count, e.text, e.mask from unnest(plan.endings, plan.ending_masks) e (text, mask) where word_count > 1
  )
  select array_agg(n), array_agg(text), array_agg(tiers), count(distinct n), (select array_agg(corrected) from slip)
  into groups, lexemes, masks, found, slips.corrected
  from lexeme;
  if found < greatest(1, (word_count + 1) / 2) then return slips; end if;

  select replace(string_agg(part, '&'), '~', '')::tsquery,
    case when is_broad then replace(string_agg(part, '&') filter (where n = word_count), '~', '')::tsquery end
  into slips.likely, slips.checked
  from (
    select n, '(' || string_agg(text, '|') || ')' as part from unnest(groups, lexemes) l (n, text) group by n
  ) g;
  if is_broad then found := found - 1; end if;
  select array_agg(tier), array_agg(query) into slips.tiers, slips.queries
  from (
    select tier, replace(string_agg(part, '&'), '~', chr(65 + tier))::tsquery as query
    from (
      select tier, '(' || string_agg(text, '|') || ')' as part
      from unnest(groups, lexemes, masks) l (n, text, mask)
      cross join generate_series(0, 25) tier
      where l.mask >> tier & 1 = 1 and not (is_broad and n = word_count)
      group by tier, n
    ) g
    group by tier having count(*) = found
    order by tier desc
  ) by_tier;
  return slips;
end $$;
