-- Text search: the stages of a query, from the exact name to names with typos. docs/search.md explains them.

/*
  Channels whose name matches a text, best first:
    1 the name is the text (spaces aside), or the channel is one of `known` (by its id or handle)
    2 the name begins with the text
    3 the name contains all words
    4 the name contains all words, the last one as a beginning
  and when these are fewer than 5:
    5 the name is the text except for a typo in one word
    6 the name contains all words, each with at most one typo; up to half of them are left out if no name has a similar word
  Within a stage by subscribers, then by id. A page continues after (after_stage, after_rank, after_id); `seen` is the number
  of channels before it.
*/
create function search_text(
  query_key text, query_words text[], known bigint[], want search_filter, page integer,
  after_stage integer, after_rank bigint, after_id bigint, seen integer
) returns table (channel_id bigint, stage integer, rank bigint)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  few constant integer := 5;
  first_rank constant bigint := -9223372036854775807;
  in_tiers constant integer := search_tiers((want).subscribers);
  key_end constant text := query_key || chr(1114111);
  missing integer := page;
  -- the position after which the current stage begins
  from_rank bigint := after_rank;
  from_id bigint := after_id;
  got integer;
  plan search_word_plan;
  slips search_slip_plan;
begin
  if after_stage <= 1 then
    return query
      select f.channel_id, 1, f.rank
      from search_by_exact_key(query_key, null, want, from_rank, from_id, missing) f
      union
      select e.channel_id, 1, e.rank
      from search_entry e
      where e.channel_id = any (known) and (e.rank, e.channel_id) > (from_rank, from_id)
        and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    from_rank := first_rank;
    from_id := 0;
  end if;
  if missing = 0 or query_key = '' then return; end if;

  if after_stage <= 2 then
    return query
      select f.channel_id, 2, f.rank
      from search_by_key(query_key, key_end, in_tiers, want, known, from_rank, from_id, missing) f
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    from_rank := first_rank;
    from_id := 0;
  end if;
  if missing = 0 or query_words = '{}' then return; end if;

  plan := search_plan_words(query_words);
  if after_stage <= 3 then
    return query
      select f.channel_id, 3, f.rank
      from search_by_words(plan.whole_tiers, plan.whole_queries, null, query_key, key_end, '{}', in_tiers, want, known,
        from_rank, from_id, missing) f
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    if missing = 0 then return; end if;
    from_rank := first_rank;
    from_id := 0;
  end if;

  if after_stage <= 4 then
    return query
      select f.channel_id, 4, f.rank
      from search_by_words(plan.begun_tiers, plan.begun_queries, coalesce(plan.begun_check && !! plan.whole, plan.begun_check,
        !! plan.whole), query_key, key_end, '{}', in_tiers, want, known, from_rank, from_id, missing) f
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    if missing = 0 or seen + page - missing >= few then return; end if;
    from_rank := first_rank;
    from_id := 0;
  end if;

  slips := search_plan_slips(query_key, query_words, plan);
  if after_stage <= 5 then
    return query
      select distinct f.channel_id, 5, f.rank
      from unnest(slips.corrected) key
      cross join lateral (select * from search_by_exact_key(key, !! plan.begun, want, from_rank, from_id, missing)) f
      where not (key >= query_key and key < key_end) and f.channel_id <> all (known)
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    if missing = 0 then return; end if;
    from_rank := first_rank;
    from_id := 0;
  end if;

  return query
    select f.channel_id, 6, f.rank
    from search_by_words(slips.tiers, slips.queries, coalesce(slips.checked && !! plan.begun, slips.checked, !! plan.begun),
      query_key, key_end, coalesce(slips.corrected, '{}'), in_tiers, want, known, from_rank, from_id, missing) f
    order by 3, 1 limit missing;
end $$;

-- The same by subscribers: the names that match (class 1), and when these are few, those with typos (class 2).
create function search_text_by_subscribers(
  query_key text, query_words text[], known bigint[], want search_filter, page integer,
  after_class integer, after_rank bigint, after_id bigint, seen integer
) returns table (channel_id bigint, class integer, rank bigint)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  in_tiers constant integer := search_tiers((want).subscribers);
  key_end constant text := query_key || chr(1114111);
  plan search_word_plan;
  slips search_slip_plan;
  missing integer := page;
  from_rank bigint := after_rank;
  from_id bigint := after_id;
  got integer;
begin
  if query_words <> '{}' then plan := search_plan_words(query_words); end if;
  if after_class <= 1 then
    return query
      select e.channel_id, 1, e.rank
      from search_entry e
      where e.channel_id = any (known) and (e.rank, e.channel_id) > (from_rank, from_id)
        and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
      union
      select f.channel_id, 1, f.rank from search_by_exact_key(query_key, null, want, from_rank, from_id, missing) f
      union all
      select f.channel_id, 1, f.rank
      from search_by_key(query_key, key_end, in_tiers, want, known, from_rank, from_id, missing) f where query_key <> ''
      union all
      select f.channel_id, 1, f.rank
      from search_by_words(plan.begun_tiers, plan.begun_queries, plan.begun_check, query_key, key_end, '{}', in_tiers, want,
        known, from_rank, from_id, missing) f
      order by 3, 1 limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    if missing = 0 or seen + got >= 5 then return; end if;
    from_rank := -9223372036854775807;
    from_id := 0;
  end if;
  if query_words = '{}' then return; end if;

  slips := search_plan_slips(query_key, query_words, plan);
  return query
    select f.channel_id, 2, f.rank
    from unnest(slips.corrected) key
    cross join lateral (select * from search_by_exact_key(key, !! plan.begun, want, from_rank, from_id, missing)) f
    where not (key >= query_key and key < key_end) and f.channel_id <> all (known)
    union
    select f.channel_id, 2, f.rank
    from search_by_words(slips.tiers, slips.queries, coalesce(slips.checked && !! plan.begun, slips.checked, !! plan.begun),
      query_key, key_end, '{}', in_tiers, want, known, from_rank, from_id, missing) f
    order by 3, 1 limit missing;
end $$;

-- All channels that match a text among the few that pass a filter, with their stages.
create function search_text_among(
  query_key text, query_words text[], known bigint[], want search_filter
) returns table (channel_id bigint, stage integer, rank bigint)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  facets constant tsquery := search_facet_query(want);
  plan search_word_plan;
  slips search_slip_plan;
  with_slips boolean := false;
  got integer;
begin
  if query_words <> '{}' then plan := search_plan_words(query_words); end if;
  loop
    return query
      select f.channel_id, f.stage, f.rank from (
        select e.channel_id, e.rank,
          case
            when e.channel_id = any (known) then 1
            when query_key = '' then null
            when e.name_key = query_key then 1
            when starts_with(e.name_key, query_key) then 2
            when e.terms @@ plan.whole then 3
            when e.terms @@ plan.begun then 4
            when e.name_key = any (slips.corrected) then 5
            when e.terms @@ slips.likely then 6
          end as stage
        from (
          select channel_id, rank, name_key, array_to_tsvector(string_to_array(words, ' ')) as terms
          from search_entry
          where search_facets(tier, content_types, audiences, country, language, has_contact, is_demo, silence) @@ facets
            and ((want).subscribers is null or (want).subscribers @> search_subscribers(rank))
        ) e
      ) f
      where f.stage is not null and (f.stage > 4 or not with_slips);
    get diagnostics got = row_count;
    exit when with_slips or got >= 5 or query_words = '{}';
    slips := search_plan_slips(query_key, query_words, plan);
    with_slips := true;
  end loop;
end $$;

-- Channels that match a text without a typo and pass a filter, in the order of 'recent' or 'shuffle': for texts that match too
-- many names to read them all.
create function search_text_along(
  query_key text, matching tsquery, known bigint[], want search_filter, sort text, seed integer, page integer,
  after_key bigint, after_id bigint
) returns table (channel_id bigint, key bigint)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  if sort = 'recent' then
    return query
      select o.channel_id, o.recency
      from search_order o
      join search_entry e on e.channel_id = o.channel_id
      where (o.recency, o.channel_id) > (after_key, after_id)
        and (starts_with(e.name_key, query_key) or e.channel_id = any (known)
          or array_to_tsvector(string_to_array(e.words, ' ')) @@ matching)
        and search_passes(want, o.content_types, o.audiences, o.country, o.language, o.has_contact, o.is_demo, o.silence, o.rank)
      order by o.recency, o.channel_id limit page;
  else
    return query
      select f.channel_id, f.key from (
        select b.channel_id, b.key
        from generate_series(greatest(after_key >> 32, 0)::integer, 4095) with ordinality step (at, n)
        cross join lateral (
          select e.channel_id, search_place(e.block, e.channel_id, seed) as key
          from search_entry e
          where e.block = search_block_at(step.at, seed)
            and (starts_with(e.name_key, query_key) or e.channel_id = any (known)
              or array_to_tsvector(string_to_array(e.words, ' ')) @@ matching)
            and search_passes(want, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence,
              e.rank)
        ) b
        where (b.key, b.channel_id) > (after_key, after_id)
        order by step.n fetch first page rows with ties
      ) f
      order by f.key, f.channel_id limit page;
  end if;
end $$;
