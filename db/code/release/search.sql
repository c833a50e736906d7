-- What the server calls: search_by_text and search_by_filter return a page of results.

-- Which page of a list in which order: after (after_class, after_key, after_id), or from the beginning when after_key is null.
create type search_paging as (
  sort        text,
  -- chooses among the orders 'shuffle' and 'mix'
  seed        integer,
  -- how many channels
  size        integer,
  after_class integer,
  after_key   bigint,
  after_id    bigint,
  -- how many channels the pages before had
  seen        integer
);

-- Channels whose name matches a text, sorted: by 'relevance' or 'subscribers' as search_text returns them; otherwise names that
-- match (class 1) before names with typos (class 2), each by recency or place.
create function search_find(q search_query, p search_paging, read_max integer) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  -- a text of so few names is looked up without asking how many channels pass the filter
  few_names constant integer := 1000;
  bounds constant search_bounds := search_bounds(read_max);
  -- of so few channels that pass the filter, all are read; in an order that the text's stages do not have, of more
  most_read constant integer := case when p.sort in ('relevance', 'subscribers') then bounds.staged else bounds.among end;
  plan search_word_plan;
  all_found search_found;
  -- whether these have classes instead of stages
  is_classed boolean := false;
  is_rare boolean;
  -- whether names with typos were left out
  is_cut boolean := false;
  result search_found;
begin
  if not q.is_filtered and p.sort in ('relevance', 'subscribers') then
    return search_text(q, null, p.sort = 'subscribers', p.size, p.after_class, p.after_key, p.after_id, p.seen, read_max);
  end if;
  if q.words <> '{}' then plan := search_plan_words(q.words); end if;
  if q.is_filtered and plan.names > few_names then
    select search_is_readable(s, read_max) and search_upper(s.covered, s.share) < least(plan.names, most_read) into is_rare
    from search_sample(q.want) s;
    if is_rare then all_found := search_text_among(q, plan, bounds.among); end if;
  end if;
  if all_found is null and p.sort in ('relevance', 'subscribers') then
    return search_text(q, plan, p.sort = 'subscribers', p.size, p.after_class, p.after_key, p.after_id, p.seen, read_max);
  end if;
  if all_found is null and (
    coalesce(plan.names, 0) <= bounds.few or (
      select count(*) from (select name_key, words from search_entry where block >= 0 order by block limit 1000) sample
      where search_stage(0, name_key, words, q, null, null) <= 4) < 5)
  then
    all_found := search_text(q, plan, true, bounds.few, 0, -9007199254740991, 0, 0, read_max, false);
    is_classed := true;
    if all_found.stop_class = 1 or all_found.classes[bounds.few] = 1 then
      all_found := null;
    else
      -- of names with typos, the most popular ones are enough
      is_cut := all_found.stop_class is not null or cardinality(all_found.ids) = bounds.few;
    end if;
  end if;
  if all_found is null then
    -- a position among names with typos, of which there are none any more
    if p.after_class > 1 then return result; end if;
    -- enough names for some to be near along any order
    return search_walk_names(q, p.sort, p.seed, p.size, p.after_key, p.after_id, bounds);
  end if;
  select array_agg(f.channel_id), array_agg(f.class), array_agg(f.key) into result.ids, result.classes, result.keys
  from (
    select t.channel_id, t.class, t.key from (
      select a.channel_id,
        case when p.sort = 'relevance' or is_classed then a.class when a.class <= 4 then 1 else 2 end as class,
        case p.sort when 'recent' then o.recency when 'shuffle' then search_place(e.block, e.channel_id, p.seed) else a.rank end
          as key
      from unnest(all_found.ids, all_found.classes, all_found.keys) a (channel_id, class, rank)
      left join search_order o on p.sort = 'recent' and o.channel_id = a.channel_id
      left join search_entry e on p.sort = 'shuffle' and e.channel_id = a.channel_id
    ) t
    where (t.class, t.key, t.channel_id) > (p.after_class, p.after_key, p.after_id)
    order by t.class, t.key, t.channel_id limit p.size
  ) f;
  if is_cut then result.stop_class := 2; end if;
  return result;
end $$;

-- The channels that have one of these ids or handles on these platforms, or on any where they are null.
create function search_known(platforms text[], platform_ids text[], handles text[]) returns bigint[]
language plpgsql stable
as $$
begin
  return array(
    select id from channel where platform_id = any (platform_ids) and status = 'active' and (platforms is null or platform = any (platforms))
    union
    select id from channel where handle = any (handles) and status = 'active' and (platforms is null or platform = any (platforms)));
end $$;

-- What a search text may mean.
create type search_typed as (
  key          text,
  words        text[],
  -- of the channels that ids and handles mean; null: any
  platforms    text[],
  platform_ids text[],
  handles      text[],
  -- it can only mean the channel with that id or handle
  is_exact     boolean
);

-- A page of the results of search_find. A known exact address (an id, or a handle with its @) is the only result.
create function search_by_text(
  typed search_typed, want search_filter, paging search_paging, read_max integer default search_read_max()
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  page constant integer := paging.size;
  is_first constant boolean := paging.after_key is null;
  known bigint[] := '{}';
  found search_found;
  result search_page;
begin
  lock table search_entry, search_order, search_word, search_typo in access share mode;
  if typed.platform_ids <> '{}' or typed.handles <> '{}' then
    known := search_known(typed.platforms, typed.platform_ids, typed.handles);
    if typed.is_exact and known <> '{}' then
      typed.key := '';
      typed.words := '{}';
    end if;
  end if;
  paging.size := page + 1;
  paging.after_key := coalesce(paging.after_key, -9007199254740991);
  found := search_find(search_query_of(typed.key, typed.words, known, want), paging, read_max);
  result := search_page_of(found.ids, found.classes, found.keys, page,
    -- known without counting when the first page contains all results
    case when is_first and found.stop_class is null and coalesce(cardinality(found.ids), 0) <= page
      then coalesce(cardinality(found.ids), 0) end,
    reachable_first => paging.sort = 'relevance');
  if result.next_id is null and found.stop_key is not null then
    result.is_partial := cardinality(result.ids) < page;
    result.next_class := found.stop_class;
    result.next_key := found.stop_key;
    result.next_id := found.stop_id;
  -- where names were left out, reading does not go on
  elsif result.next_id is null and found.stop_class is not null then
    result.is_partial := true;
  end if;
  return result;
end $$;

-- A page of channels that pass a filter, as sorted by search_list. The total is found out when a cap is given.
create function search_by_filter(
  want search_filter, paging search_paging, cap integer, is_counted boolean default false,
  bound integer default search_read_max()
) returns search_page
language plpgsql
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
-- starting workers takes longer than a search
set max_parallel_workers_per_gather = 0
as $$
declare
  sort constant text := paging.sort;
  seed constant integer := paging.seed;
  page constant integer := paging.size;
  s search_estimate;
  density float8;
  shifts integer[];
  from_key constant bigint := coalesce(paging.after_key, -9223372036854775807);
  found search_slice;
  result search_page;
  total integer;
  is_estimate boolean := false;
begin
  lock table search_entry, search_order, search_word, search_typo in access share mode;
  s := search_sample(want);
  density := (s.passed + 0.5) / (s.ranged + 1);
  if sort = 'mix' then shifts := search_mix_shifts(s.tiers, s.share); end if;
  found := search_list(want, density, sort, seed, shifts, search_way(want, s, sort, page, bound), page + 1, from_key, paging.after_id,
    bound);
  -- the walk has met fewer than expected: perhaps they can all be read
  if found.stop_key is not null and search_is_readable(s, bound) then
    found := search_list(want, density, sort, seed, shifts, 'facets', page + 1, from_key, paging.after_id, bound);
  end if;
  if cap is not null then
    if found.total is not null then
      total := least(found.total, cap + 1);
    elsif paging.after_key is null and found.stop_key is null and coalesce(cardinality(found.ids), 0) <= page then
      total := coalesce(cardinality(found.ids), 0);
    else
      select t.total, t.is_estimate into total, is_estimate from search_total(want, s, cap, is_counted, bound) t;
      -- an estimate is not below what is seen
      if is_estimate then total := greatest(total, cardinality(found.ids)); end if;
    end if;
  end if;
  result := search_page_of(found.ids, array_fill(0, array[page]), found.keys, page, total);
  result.total_is_estimate := is_estimate;
  if found.stop_key is not null then
    result.is_partial := coalesce(cardinality(found.ids), 0) < page;
    result.next_class := 0;
    result.next_key := found.stop_key;
    result.next_id := found.stop_id;
  end if;
  return result;
end $$;
