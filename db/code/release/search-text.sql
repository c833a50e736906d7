-- Text search: the stages of a query, from the exact name to names with typos. docs/search.md explains them.

/*
  The stage in which a channel matches a text:
    1 the name is the text (spaces aside), or the channel is one of `known` (by its id or handle)
    2 the name begins with the text
    3 the name contains all words
    4 the name contains all words, the last one as a beginning
    5 the name is the text except for a typo in one word (one of the `corrected` keys)
    6 the name contains all words, each with at most one typo; up to half of them are left out if no name has a similar word
  and otherwise `otherwise`: 6 for names that an index has found by just these words.
*/
create function search_stage(
  channel_id bigint, name_key text, words text, known bigint[], query_key text, query_words text[], other_words text[],
  last_word text, corrected text[], likely tsquery, otherwise integer
) returns integer
language sql immutable parallel safe
return case
  when channel_id = any (known) then 1
  when query_key = '' then null
  when name_key = query_key then 1
  when starts_with(name_key, query_key) then 2
  when last_word is null then null
  when string_to_array(words, ' ') @> query_words then 3
  when strpos(' ' || words, ' ' || last_word) > 0 and string_to_array(words, ' ') @> other_words then 4
  when name_key = any (corrected) then 5
  when array_to_tsvector(string_to_array(words, ' ')) @@ likely then 6
  else otherwise end;

-- search_passes as a call of its own: a statement with all its terms takes longer to start than most searches have to read.
create function search_suits(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return search_passes(want, content_types, audiences, country, language, has_contact, is_demo, silence, rank);
end $$;

-- Channels with a key from `low` up to `high`, after the given position: from the highest tier down until there are enough, with
-- the last tier complete, unordered. After `at_most` channels the reading ends within a tier; is_cut marks it.
create function search_by_key(
  low text, high text, in_tiers integer, known bigint[], want search_filter, is_open boolean, from_rank bigint, from_id bigint,
  enough integer, at_most integer
) returns table (channel_id bigint, rank bigint, tier smallint, is_cut boolean)
language sql stable
as $$
  select c.channel_id, c.rank, c.tier, c.n > at_most
  from (
    select e.*, step.at, row_number() over (order by step.at) as n
    from generate_series(search_tier(nullif(-from_rank, -1))::integer, 0, -1) with ordinality step (tier, at)
    cross join lateral (
      select * from search_entry where tier = step.tier and name_key >= low and name_key < high
    ) e
    where in_tiers >> step.tier & 1 = 1
    order by step.at limit at_most + 1
  ) c
  where c.n > at_most or (c.rank, c.channel_id) > (from_rank, from_id) and c.channel_id <> all (known)
    and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
      c.silence, c.rank))
  order by c.at fetch first enough rows with ties
$$;

-- The same for channels with one of these keys.
create function search_by_keys(
  keys text[], known bigint[], want search_filter, is_open boolean, from_rank bigint, from_id bigint, enough integer,
  at_most integer
) returns table (channel_id bigint, rank bigint, tier smallint, name_key text, words text, is_cut boolean)
language sql stable
as $$
  select f.channel_id, f.rank, f.tier, f.name_key, f.words, f.is_cut
  from unnest(keys) key
  cross join lateral (
    select c.*, c.n > at_most / cardinality(keys) as is_cut
    from (
      select *, row_number() over (order by tier desc) as n from search_entry
      where name_key = key and tier <= search_tier(nullif(-from_rank, -1))
      order by tier desc limit at_most / cardinality(keys) + 1
    ) c
    where c.n > at_most / cardinality(keys) or (c.rank, c.channel_id) > (from_rank, from_id) and c.channel_id <> all (known)
      and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
        c.silence, c.rank))
    order by c.tier desc fetch first enough rows with ties
  ) f
$$;

-- The same for channels whose words match the query (with ~ for the letter of the tier), and that are in one of these stages.
create function search_by_words(
  template text, in_tiers integer, first_stage integer, last_stage integer, otherwise integer, known bigint[], query_key text,
    query_words text[], other_words text[],
  last_word text, corrected text[], likely tsquery, want search_filter, is_open boolean, from_rank bigint, from_id bigint,
  enough integer, at_most integer
) returns table (channel_id bigint, rank bigint, tier smallint, is_cut boolean)
language sql stable
as $$
  select c.channel_id, c.rank, c.tier, c.n > at_most
  from (
    select e.*, step.at, row_number() over (order by step.at) as n
    from generate_series(search_tier(nullif(-from_rank, -1))::integer, 0, -1) with ordinality step (tier, at)
    cross join lateral (
      select * from search_entry where search_terms(tier, words) @@ replace(template, '~', chr(65 + step.tier))::tsquery
    ) e
    where in_tiers >> step.tier & 1 = 1
    order by step.at limit at_most + 1
  ) c
  where c.n > at_most or (c.rank, c.channel_id) > (from_rank, from_id)
    and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
      c.silence, c.rank))
    and search_stage(c.channel_id, c.name_key, c.words, known, query_key, query_words, other_words, last_word, corrected,
      likely,
      otherwise) between first_stage and last_stage
  order by c.at fetch first enough rows with ties
$$;

-- The same with a query for each tier.
create function search_by_queries(
  query_tiers integer[], queries tsquery[], in_tiers integer, first_stage integer, last_stage integer, otherwise integer,
  known bigint[], query_key text, query_words text[], other_words text[], last_word text, corrected text[], likely tsquery,
  want search_filter, is_open boolean, from_rank bigint, from_id bigint, enough integer, at_most integer
) returns table (channel_id bigint, rank bigint, tier smallint, is_cut boolean)
language sql stable
as $$
  select c.channel_id, c.rank, c.tier, c.n > at_most
  from (
    select e.*, step.at, row_number() over (order by step.at) as n
    from unnest(query_tiers, queries) with ordinality step (tier, query, at)
    cross join lateral (select * from search_entry where search_terms(tier, words) @@ step.query) e
    where in_tiers >> step.tier & 1 = 1 and step.tier <= search_tier(nullif(-from_rank, -1))
    order by step.at limit at_most + 1
  ) c
  where c.n > at_most or (c.rank, c.channel_id) > (from_rank, from_id)
    and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
      c.silence, c.rank))
    and search_stage(c.channel_id, c.name_key, c.words, known, query_key, query_words, other_words, last_word, corrected,
      likely,
      otherwise) between first_stage and last_stage
  order by c.at fetch first enough rows with ties
$$;

-- Channels of some stages among the next ones by rank: for texts that match so many names that some are always near.
create function search_along_ranks(
  window_size integer, enough integer, first_stage integer, last_stage integer,
  known bigint[], query_key text, query_words text[], other_words text[], last_word text, corrected text[], likely tsquery,
  want search_filter, is_open boolean, from_rank bigint, from_id bigint
) returns table (channel_id bigint, rank bigint)
language sql stable
as $$
  select c.channel_id, c.rank
  from (
    select * from search_order where (rank, channel_id) > (from_rank, from_id) order by rank, channel_id limit window_size
  ) c
  join search_entry e on e.channel_id = c.channel_id
  where (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
    c.silence, c.rank))
    and search_stage(e.channel_id, e.name_key, e.words, known, query_key, query_words, other_words, last_word, corrected,
      likely,
      null) between first_stage and last_stage
  order by c.rank, c.channel_id limit enough
$$;

-- Found channels, best first, and where the search stopped when it had read as much as it may (null otherwise): it goes on
-- after (stop_class, stop_key, stop_id).
create type search_found as (
  ids        bigint[],
  classes    integer[],
  keys       bigint[],
  stop_class integer,
  stop_key   bigint,
  stop_id    bigint
);

/*
  Channels whose name matches a text, best first: by stage (class), or with `by_rank` in two classes, the names that match and
  those with typos; within a class by subscribers, then by id. Names with typos only when the others are fewer than 5.
  A page continues after (after_class, after_rank, after_id); `seen` is the number of channels before it. About `read_max`
  channels are read at most. Without may_walk it ends where an index proposes too many.
*/
create function search_text(
  query_key text, query_words text[], plan search_word_plan, known bigint[], want search_filter, by_rank boolean,
  page integer, after_class integer, after_rank bigint, after_id bigint, seen bigint, read_max integer,
  may_walk boolean default true
) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  few constant integer := 5;
  -- of so few names that begin with the text, all are read at once
  few_named constant integer := 60;
  first_rank constant bigint := -9007199254740991;
  last_class constant integer := case when by_rank then 2 else 6 end;
  slip_class constant integer := case when by_rank then 2 else 5 end;
  in_tiers constant integer := case when (want).subscribers is null then -1 else search_tiers((want).subscribers) end;
  is_open constant boolean := want is null;
  word_count constant integer := cardinality(query_words);
  last_word constant text := query_words[word_count];
  other_words constant text[] := query_words[:word_count - 1];
  key_end constant text := query_key || chr(1114111);
  -- by an index, and along the ranks
  at_most constant integer := read_max / 10;
  along_most constant integer := read_max / 4;
  -- the subscribers from which a tier begins
  floors constant bigint[] := '{0,10,20,50,100,200,500,1000,2000,5000,10000,20000,50000,100000,200000,500000,1000000,2000000,
    5000000,10000000,20000000,50000000,100000000,200000000,500000000}';
  class integer := greatest(after_class, 1);
  -- the position after which the current class begins
  from_rank bigint := greatest(after_rank, first_rank);
  from_id bigint := after_id;
  missing integer := page;
  keys text[];
  low text;
  high text;
  lookup search_lookup;
  slips search_slip_plan;
  stage integer;
  likely tsquery;
  parts integer;
  -- the highest tier that was not read as a whole
  cut_tier integer;
  has_walked boolean := not may_walk;
  ids bigint[];
  ranks bigint[];
  part_ids bigint[];
  part_ranks bigint[];
  part_cut integer;
  result search_found;
begin
  result.ids := '{}';
  result.classes := '{}';
  result.keys := '{}';
  if class <= 2 and not by_rank then
    perform from search_entry where name_key >= query_key and name_key < key_end offset few_named limit 1;
    if not found or query_key = '' then
      -- few names begin with the text: stages 1 and 2 at once
      select array_agg(c.channel_id order by c.stage, c.rank, c.channel_id), array_agg(c.stage order by c.stage, c.rank,
        c.channel_id),
        array_agg(c.rank order by c.stage, c.rank, c.channel_id)
      into result.ids, result.classes, result.keys
      from (
        select *, case when name_key = query_key then 1 else 2 end as stage from search_entry
        where query_key <> '' and name_key >= query_key and name_key < key_end and channel_id <> all (known)
        union all
        select *, 1 from search_entry where channel_id = any (known)
      ) c
      where (c.stage, c.rank, c.channel_id) > (class, from_rank, from_id)
        and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
          c.silence, c.rank));
      result.ids := coalesce(result.ids[:missing], '{}');
      missing := missing - cardinality(result.ids);
      class := 3;
      from_rank := first_rank;
      from_id := 0;
    end if;
  end if;
  if query_key = '' or missing = 0 then return result; end if;

  while class <= last_class and missing > 0 loop
    exit when word_count = 0 and class > 2 - by_rank::integer
      or class = slip_class and after_class < slip_class and seen + page - missing >= few;
    if plan is null and word_count > 0 and (by_rank or class > 2) then plan := search_plan_words(query_words); end if;
    keys := null;
    low := null;
    high := null;
    lookup := null;
    likely := null;
    stage := class;
    if class = slip_class then
      slips := search_plan_slips(query_key, query_words, plan);
      keys := slips.corrected;
    end if;
    if by_rank and class = 1 then
      low := query_key;
      high := key_end;
      lookup := plan.begun;
      stage := 4;
    elsif class >= slip_class and (by_rank or class = 6) then
      if slips is null then slips := search_plan_slips(query_key, query_words, plan); end if;
      lookup := slips.lookup;
      stage := 6;
      if slips.is_broad then likely := slips.likely; end if;
    elsif class = 1 then
      keys := array[query_key];
    elsif class = 2 then
      low := query_key || chr(1);
      high := key_end;
    elsif class = 3 then
      lookup := plan.whole;
    elsif class = 4 and plan.has_endings then
      lookup := plan.begun;
    end if;

    -- the parts of this class, each complete down to the page's end or to a tier that was cut
    ids := '{}';
    ranks := '{}';
    parts := 0;
    cut_tier := null;
    if class = 1 and known <> '{}' then
      select coalesce(array_agg(c.channel_id), '{}'), coalesce(array_agg(c.rank), '{}') into ids, ranks
      from search_entry c
      where c.channel_id = any (known) and (c.rank, c.channel_id) > (from_rank, from_id)
        and (is_open or search_suits(want, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo,
          c.silence, c.rank));
      parts := 2;
    end if;
    if cardinality(keys) > 0 then
      select coalesce(array_agg(f.channel_id order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
        coalesce(array_agg(f.rank order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
          max(f.tier) filter (where f.is_cut)
      into part_ids, part_ranks, part_cut
      from search_by_keys(keys, known, want, is_open, from_rank, from_id, missing, at_most) f
      where f.is_cut or class = 1 or search_stage(f.channel_id, f.name_key, f.words, known, query_key, query_words, other_words,
        last_word, keys, null, null) = 5;
      ids := ids || part_ids;
      ranks := ranks || part_ranks;
      cut_tier := greatest(cut_tier, part_cut);
      parts := parts + 1;
    end if;
    if low is not null then
      select coalesce(array_agg(f.channel_id order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
        coalesce(array_agg(f.rank order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
          max(f.tier) filter (where f.is_cut)
      into part_ids, part_ranks, part_cut
      from search_by_key(low, high, in_tiers, known, want, is_open, from_rank, from_id, missing, at_most) f;
      ids := ids || part_ids;
      ranks := ranks || part_ranks;
      cut_tier := greatest(cut_tier, part_cut);
      parts := parts + 1;
    end if;
    if (lookup).template is not null then
      select coalesce(array_agg(f.channel_id order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
        coalesce(array_agg(f.rank order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
          max(f.tier) filter (where f.is_cut)
      into part_ids, part_ranks, part_cut
      from search_by_words((lookup).template, (lookup).tiers & in_tiers, case when by_rank
        and class = 1 then 3 else stage end, stage,
        case when stage = 6 and not slips.is_broad then 6 end, known, query_key, query_words, other_words, last_word,
          slips.corrected, likely, want, is_open, from_rank, from_id, missing, at_most) f;
      ids := ids || part_ids;
      ranks := ranks || part_ranks;
      cut_tier := greatest(cut_tier, part_cut);
      parts := parts + 1;
    elsif (lookup).queries is not null then
      select coalesce(array_agg(f.channel_id order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
        coalesce(array_agg(f.rank order by f.rank, f.channel_id) filter (where not f.is_cut), '{}'),
          max(f.tier) filter (where f.is_cut)
      into part_ids, part_ranks, part_cut
      from search_by_queries((lookup).query_tiers, (lookup).queries, in_tiers, case when by_rank
        and class = 1 then 3 else stage end, stage,
        case when stage = 6 and not slips.is_broad then 6 end, known, query_key, query_words, other_words, last_word,
          slips.corrected, likely, want, is_open, from_rank, from_id, missing, at_most) f;
      ids := ids || part_ids;
      ranks := ranks || part_ranks;
      cut_tier := greatest(cut_tier, part_cut);
      parts := parts + 1;
    end if;

    if cut_tier is not null then
      -- too many to read them all: along the ranks, from the top of that tier
      if (1 - floors[cut_tier + 1], 0) > (from_rank, from_id) then
        from_rank := 1 - floors[cut_tier + 1];
        from_id := 0;
      end if;
      select coalesce(array_agg(f.channel_id), '{}'), coalesce(array_agg(f.rank), '{}') into ids, ranks
      from unnest(ids, ranks) f (channel_id, rank) where (f.rank, f.channel_id) <= (from_rank, from_id);
      parts := parts + 1;
      if has_walked then
        result.stop_class := class;
        result.stop_key := from_rank;
        result.stop_id := from_id;
      elsif cardinality(ids) < missing then
        has_walked := true;
        select coalesce(array_agg(f.channel_id), '{}'), coalesce(array_agg(f.rank), '{}') into part_ids, part_ranks
        from search_along_ranks(along_most, missing - cardinality(ids),
          case when not by_rank then class when class = 1 then 1 else 5 end,
          case when not by_rank then class when class = 1 then 4 else 6 end, known, query_key, query_words, other_words,
            last_word, slips.corrected, slips.likely, want, is_open,
          from_rank, from_id) f;
        ids := ids || part_ids;
        ranks := ranks || part_ranks;
        if cardinality(ids) < missing then
          select o.rank, o.channel_id into result.stop_key, result.stop_id from search_order o
          where (o.rank, o.channel_id) > (from_rank, from_id) order by o.rank, o.channel_id offset along_most - 1 limit 1;
          if found then result.stop_class := class; end if;
        end if;
      end if;
    end if;

    if parts > 1 then
      select coalesce(array_agg(f.channel_id order by f.rank, f.channel_id), '{}'), coalesce(array_agg(f.rank order by f.rank,
        f.channel_id), '{}')
      into ids, ranks
      from unnest(ids, ranks) f (channel_id, rank);
    end if;
    if cardinality(ids) > 0 then
      ids := ids[:missing];
      result.ids := result.ids || ids;
      result.keys := result.keys || ranks[:missing];
      result.classes := result.classes || array_fill(class, array[cardinality(ids)]);
      missing := missing - cardinality(ids);
    end if;
    exit when result.stop_class is not null;
    class := class + 1;
    from_rank := first_rank;
    from_id := 0;
  end loop;
  return result;
end $$;

-- All channels that match a text among those that pass a filter, by stage; null when more than `read_max` pass.
create function search_text_among(
  query_key text, query_words text[], plan search_word_plan, known bigint[], want search_filter, read_max integer
) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  facets constant tsquery := search_facet_query(want);
  word_count constant integer := cardinality(query_words);
  last_word constant text := query_words[word_count];
  other_words constant text[] := query_words[:word_count - 1];
  slips search_slip_plan;
  with_slips boolean := false;
  got record;
  result search_found;
begin
  loop
    select count(*) as read, array_agg(f.channel_id) filter (where f.stage is not null) as ids,
      array_agg(f.stage) filter (where f.stage is not null) as stages,
        array_agg(f.rank) filter (where f.stage is not null) as ranks
    into got
    from (
      select e.channel_id, e.rank, case when (want).subscribers is null or (want).subscribers @> search_subscribers(e.rank) then
        search_stage(e.channel_id, e.name_key, e.words, known, query_key, query_words, other_words, last_word, slips.corrected,
          slips.likely, null) end as stage
      from (
        select * from search_entry
        where search_facets(tier, content_types, audiences, country, language, has_contact, is_demo, silence) @@ facets
        limit read_max + 1
      ) e
    ) f;
    if got.read > read_max then return null; end if;
    exit when with_slips or word_count = 0 or cardinality(got.ids) >= 5;
    slips := search_plan_slips(query_key, query_words, coalesce(plan, search_plan_words(query_words)));
    with_slips := true;
  end loop;
  result.ids := coalesce(got.ids, '{}');
  result.classes := coalesce(got.stages, '{}');
  result.keys := coalesce(got.ranks, '{}');
  return result;
end $$;

-- Channels that match a text without a typo (class 1) and pass a filter, in the order of 'recent' or 'shuffle': for texts that
-- match too many names to read them all.
create function search_text_along(
  query_key text, query_words text[], known bigint[], want search_filter, sort text, seed integer, page integer,
  after_key bigint, after_id bigint, read_max integer
) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  word_count constant integer := cardinality(query_words);
  last_word constant text := query_words[word_count];
  other_words constant text[] := query_words[:word_count - 1];
  got record;
  read_left integer := read_max;
  result search_found;
begin
  result.ids := '{}';
  result.keys := '{}';
  if sort = 'recent' then
    select coalesce(array_agg(f.channel_id order by f.recency, f.channel_id), '{}'),
      coalesce(array_agg(f.recency order by f.recency, f.channel_id), '{}')
    into result.ids, result.keys
    from (
      select o.channel_id, o.recency
      from (
        select * from search_order where (recency, channel_id) > (after_key, after_id) order by recency,
          channel_id limit read_max
      ) o
      join search_entry e on e.channel_id = o.channel_id
      where search_passes(want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence,
        o.rank)
        and search_stage(e.channel_id, e.name_key, e.words, known, query_key, query_words, other_words, last_word, null, null,
          null) <= 4
      order by o.recency, o.channel_id limit page
    ) f;
    if cardinality(result.ids) < page then
      select 1, recency, channel_id into result.stop_class, result.stop_key, result.stop_id
      from search_order where (recency, channel_id) > (after_key, after_id) order by recency,
        channel_id offset read_max - 1 limit 1;
    end if;
  else
    for place in greatest(after_key >> 32, 0)..4095 loop
      select count(*) as read, array_agg(b.channel_id order by b.key, b.channel_id) filter (where b.is_hit) as ids,
        array_agg(b.key order by b.key, b.channel_id) filter (where b.is_hit) as keys
      into got
      from (
        select e.channel_id, e.key, (e.key, e.channel_id) > (after_key, after_id)
          and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence,
            e.rank)
          and search_stage(e.channel_id, e.name_key, e.words, known, query_key, query_words, other_words, last_word, null,
            null, null) <= 4
          as is_hit
        from (
          select *, search_place(block, channel_id, seed) as key from search_entry where block = search_block_at(place, seed)
        ) e
      ) b;
      result.ids := result.ids || got.ids;
      result.keys := result.keys || got.keys;
      read_left := read_left - got.read;
      exit when cardinality(result.ids) >= page;
      if read_left <= 0 and place < 4095 then
        result.stop_class := 1;
        result.stop_key := ((place + 1)::bigint << 32) - 1;
        result.stop_id := 9007199254740991;
        exit;
      end if;
    end loop;
    result.ids := result.ids[:page];
    result.keys := result.keys[:page];
  end if;
  result.classes := array_fill(1, array[cardinality(result.ids)]);
  return result;
end $$;
