-- How the words of a text are looked up: plans for names with all words, and for names with typos.

-- A word as part of a text search query; ~ is a placeholder for the letter of the tier.
create function search_lexeme(word text) returns text
language sql immutable parallel safe
return '''~' || replace(replace(word, '\', '\\'), '''', '''''') || '''';

-- What to ask of the index of words. It may return more names than match: search_stage decides on each.
create type search_lookup as (
  -- the tiers to ask in, as bits
  tiers       integer,
  -- the same query for all of them, with ~ for the letter of the tier
  template    text,
  -- or a query for each
  query_tiers integer[],
  queries     tsquery[],
  -- the stage of the names that it returns, if they are in no better one; null if the names must be checked
  proves      integer
);

-- Words of names that differ from this one by a single typo: a character missing, added, wrong, or misplaced. Words of the most
-- popular channels first.
create function search_similar(typed text, enough integer) returns table (word text, names integer, tiers integer)
language sql stable parallel safe rows 8
as $$
  select w.word, w.names, w.tiers
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

create type search_word_plan as (
  -- names that contain all words
  whole        search_lookup,
  -- the same, with the last word as a word or the beginning of one; null when no name has such words
  begun        search_lookup,
  -- whether a word begins with the last one without being it
  has_endings  boolean,
  -- the words that begin with the last word, if few; otherwise the last word as a prefix, with the tiers of these words
  endings      text[],
  ending_masks integer[],
  ending_names bigint,
  -- the maximum number of names that contain all words
  names        bigint
);

-- About how many channels there are.
create function search_channel_count() returns float8
language sql stable
as $$
  select greatest(reltuples, 1)::float8 from pg_class where oid = 'search_entry'::regclass
$$;

create function search_plan_words(query_words text[]) returns search_word_plan
language plpgsql stable
as $$
declare
  few constant integer := 40;
  many constant integer := 100;
  -- reading a channel and checking it takes as long as reading this many entries of the index
  row_cost constant integer := 8;
  -- a page, and what its last tier has beyond it
  page constant integer := 40;
  word_count constant integer := cardinality(query_words);
  last_word constant text := query_words[word_count];
  others constant text := (select string_agg(search_lexeme(word), '&') from unnest(query_words[:word_count - 1]) word);
  found record;
  ending_count integer;
  ending_tiers integer;
  begun search_lookup;
  plan search_word_plan;
begin
  select count(*) as words, bit_and(tiers) as tiers, count(*) filter (where word <> last_word) as others,
    coalesce(bit_and(tiers) filter (where word <> last_word), -1) as other_tiers,
    min(names) filter (where word <> last_word) as other_names
  into found from search_word where word = any (query_words);
  if found.words = word_count then
    plan.whole.tiers := found.tiers;
    plan.whole.template := concat_ws('&', others, search_lexeme(last_word));
  end if;

  -- counted where a beginning has many words
  select names into plan.ending_names from search_beginning where beginning = last_word and names > 0;
  if plan.ending_names is not null then
    plan.has_endings := true;
    ending_tiers := -1;
  else
    select count(*), sum(names), bit_or(tiers), array_agg(search_lexeme(word)), array_agg(tiers), bool_or(word <> last_word)
    into ending_count, plan.ending_names, ending_tiers, plan.endings, plan.ending_masks, plan.has_endings
    from (select * from search_word where word >= last_word and word < last_word || chr(1114111) limit many) w;
    plan.has_endings := coalesce(plan.has_endings, false);
    if ending_count = 0 then return plan; end if;
    if ending_count = many then
      plan.ending_names := plan.ending_names * 2;
      ending_tiers := -1;
    end if;
  end if;
  if coalesce(ending_count, many) > few then
    plan.endings := array[search_lexeme(last_word) || ':*'];
    plan.ending_masks := array[ending_tiers];
  end if;

  if found.others < word_count - 1 then return plan; end if;
  plan.names := least(plan.ending_names, found.other_names);
  begun.tiers := found.other_tiers & ending_tiers;
  if others is not null and right(plan.endings[1], 2) = ':*'
    and plan.ending_names > row_cost * least(found.other_names, page * search_channel_count() / plan.ending_names)
  then
    -- sooner found by the other words: enough of their names have the ending
    begun.template := others;
  elsif cardinality(plan.endings) = 1 then
    begun.template := concat_ws('&', others, plan.endings[1]);
  else
    select array_agg(tier), array_agg(query) into begun.query_tiers, begun.queries
    from (
      select tier, replace(concat_ws('&', others, '(' || string_agg(w.lexeme, '|') || ')'), '~',
        chr(65 + tier))::tsquery as query
      from unnest(plan.endings, plan.ending_masks) w (lexeme, mask)
      cross join generate_series(0, 25) tier
      where w.mask & found.other_tiers >> tier & 1 = 1
      group by tier
    ) by_tier;
  end if;
  plan.begun := begun;
  return plan;
end $$;

-- How the words are looked up with a typo in each; up to half of them are left out if no name has a similar word.
create type search_slip_plan as (
  -- null when too few words are similar to any
  lookup    search_lookup,
  -- the query without tiers
  likely    tsquery,
  -- whether the lookup leaves out words of the query because too many names have them
  is_broad  boolean,
  -- the key with a typo in one word corrected
  corrected text[]
);

create function search_plan_slips(query_key text, query_words text[], plan search_word_plan) returns search_slip_plan
language plpgsql stable
as $$
#variable_conflict use_column
declare
  word_count constant integer := cardinality(query_words);
  -- as in search_plan_words; these channels take longer to check
  row_cost constant integer := 12;
  page constant integer := 40;
  found integer;
  groups integer[];
  lexemes text[];
  masks integer[];
  names bigint[];
  lookup search_lookup;
  slips search_slip_plan;
begin
  with typed as (
    select word, n from unnest(query_words) with ordinality as t (word, n)
  ), slip as (
    select t.n, s.word, s.names, s.tiers, replace(query_key, t.word, s.word) as corrected
    from typed t, search_similar(t.word, 8) s
  ), lexeme as (
    select t.n, search_lexeme(w.word) as text, w.tiers, w.names from typed t join search_word w on w.word = t.word
    union all
    select n, search_lexeme(word), tiers, names from slip
    union all
    select word_count, e.text, e.mask, null from unnest(plan.endings, plan.ending_masks) e (text, mask) where word_count > 1
  )
  select array_agg(n), array_agg(text), array_agg(tiers), array_agg(names), count(distinct n),
    (select array_agg(distinct corrected) from slip)
  into groups, lexemes, masks, names, found, slips.corrected
  from lexeme;
  if found < greatest(1, (word_count + 1) / 2) then return slips; end if;

  -- an ending that this many names have is not looked up
  slips.is_broad := coalesce(found > 1 and right(plan.endings[1], 2) = ':*' and plan.ending_names > row_cost * least(
    page * search_channel_count() / plan.ending_names, (
      select min(by_word.names)
      from (select sum(l.names) as names from unnest(groups, names) l (n, names) where n < word_count group by n) by_word)),
        false);
  if slips.is_broad then found := found - 1; end if;
  select replace(string_agg(part, '&'), '~', '')::tsquery into slips.likely
  from (select '(' || string_agg(text, '|') || ')' as part from unnest(groups, lexemes) l (n, text) group by n) g;
  select bit_or(1 << tier), array_agg(tier), array_agg(query)
  into lookup.tiers, lookup.query_tiers, lookup.queries
  from (
    select tier, replace(string_agg(part, '&'), '~', chr(65 + tier))::tsquery as query
    from (
      select tier, '(' || string_agg(text, '|') || ')' as part
      from unnest(groups, lexemes, masks) l (n, text, mask)
      cross join generate_series(0, 25) tier
      where l.mask >> tier & 1 = 1 and not (slips.is_broad and n = word_count)
      group by tier, n
    ) g
    group by tier having count(*) = found
  ) by_tier;
  if not slips.is_broad then lookup.proves := 6; end if;
  slips.lookup := lookup;
  return slips;
end $$;
