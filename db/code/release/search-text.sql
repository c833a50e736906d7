-- Text search: the stages of a query, from the exact name to names with typos. docs/search.md explains them.

-- A channel that an index proposes; or, with a null id, the tier in which reading ended because it had read enough.
create type search_hit as (
  channel_id bigint,
  rank       bigint,
  cut_tier   smallint
);

-- Channels with a key from `low` up to `high`, after the given position: from the highest tier down until there are enough,
-- with the last tier complete, unordered. After `bound` channels the reading ends within a tier.
create function search_by_key(
  q search_query, low text, high text, in_tiers integer, from_rank bigint, from_id bigint, enough integer, bound integer
) returns setof search_hit
language sql stable
as $$
  select case when c.n <= bound then c.channel_id end, c.rank, case when c.n > bound then c.tier end
  from (
    select e.*, step.at, row_number() over (order by step.at) as n
    from generate_series(search_tier(nullif(-from_rank, -1))::integer, 0, -1) with ordinality step (tier, at)
    cross join lateral (
      select * from search_entry where tier = step.tier and name_key >= low and name_key < high
    ) e
    where in_tiers >> step.tier & 1 = 1
    order by step.at limit bound + 1
  ) c
  where c.n > bound or (c.rank, c.channel_id) > (from_rank, from_id) and c.channel_id <> all (q.known)
    and search_suits(q, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo, c.silence, c.rank)
  order by c.at fetch first enough rows with ties
$$;

-- The same for channels that have one of these keys and are in this stage. Each key has its part of the bound.
create function search_by_keys(
  q search_query, keys text[], stage integer, from_rank bigint, from_id bigint, enough integer, bound integer
) returns setof search_hit
language sql stable
as $$
  select f.channel_id, f.rank, f.cut_tier
  from unnest(keys) key
  cross join lateral (
    select case when c.n <= bound / cardinality(keys) then c.channel_id end as channel_id, c.rank,
      case when c.n > bound / cardinality(keys) then c.tier end as cut_tier
    from (
      select *, row_number() over (order by tier desc) as n from search_entry
      where name_key = key and tier <= search_tier(nullif(-from_rank, -1))
      order by tier desc limit bound / cardinality(keys) + 1
    ) c
    where c.n > bound / cardinality(keys) or (c.rank, c.channel_id) > (from_rank, from_id) and c.channel_id <> all (q.known)
      and search_suits(q, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo, c.silence, c.rank)
      and (stage = 1 or search_stage(c.channel_id, c.name_key, c.words, q, null, stage) = stage)
    order by c.tier desc fetch first enough rows with ties
  ) f
$$;

-- The same for channels that a lookup of words proposes and that are in one of these stages.
create function search_by_words(
  q search_query, slips search_slip_plan, lookup search_lookup, in_tiers integer, stages integer[], from_rank bigint,
  from_id bigint, enough integer, bound integer
) returns setof search_hit
language sql stable
as $$
  select case when c.n <= bound then c.channel_id end, c.rank, case when c.n > bound then c.tier end
  from (
    select e.*, step.at, row_number() over (order by step.at) as n
    from generate_series(search_tier(nullif(-from_rank, -1))::integer, 0, -1) with ordinality step (tier, at)
    cross join lateral (
      select * from search_entry
      where search_terms(tier, words) @@ coalesce(
        lookup.queries[array_position(lookup.query_tiers, step.tier)],
        replace(lookup.template, '~', chr(65 + step.tier))::tsquery)
    ) e
    where in_tiers & lookup.tiers >> step.tier & 1 = 1
    order by step.at limit bound + 1
  ) c
  where c.n > bound or (c.rank, c.channel_id) > (from_rank, from_id)
    and search_suits(q, c.content_types, c.audiences, c.country, c.language, c.has_contact, c.is_demo, c.silence, c.rank)
    and search_stage(c.channel_id, c.name_key, c.words, q, slips, lookup.proves) = any (stages)
  order by c.at fetch first enough rows with ties
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

-- The channels of stages 1 and 2 at once, for keys that at most `named` names begin with.
create function search_first_stages(
  q search_query, key_end text, named integer, enough integer, after_stage integer, after_rank bigint, after_id bigint
) returns search_found
language sql stable
as $$
  select coalesce(array_agg(c.channel_id), '{}'), coalesce(array_agg(c.stage), '{}'), coalesce(array_agg(c.rank), '{}'),
    null::integer, null::bigint, null::bigint
  from (
    select * from (
      -- in the order of the keys, so that the planner does not look for them tier by tier
      (
        select *, case when name_key = q.key then 1 else 2 end as stage from search_entry
        where q.key <> '' and name_key >= q.key and name_key < key_end and channel_id <> all (q.known)
        order by name_key limit named
      )
      union all
      select *, 1 from search_entry where channel_id = any (q.known)
    ) e
    where (e.stage, e.rank, e.channel_id) > (after_stage, after_rank, after_id)
      and search_suits(q, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence, e.rank)
    order by e.stage, e.rank, e.channel_id limit enough
  ) c
$$;

-- Hits in the order of subscribers, and the highest tier that was cut.
create function search_sorted(hits search_hit[]) returns table (ids bigint[], ranks bigint[], cut_tier smallint)
language sql stable
as $$
  select array_agg(channel_id) filter (where channel_id is not null), array_agg(rank) filter (where channel_id is not null),
    max(cut_tier)
  from (select * from unnest(hits) order by rank, channel_id) h
$$;

/*
  Channels whose name matches a text, best first: by stage (class), or with `by_rank` in two classes, the names that match and
  those with typos; within a class by subscribers, then by id. Names with typos only when the others are fewer than 5.
  A page continues after (after_class, after_rank, after_id); `seen` is the number of channels before it. About `read_max`
  channels are read at most. Without may_walk it ends where an index proposes too many.
*/
create function search_text(
  q search_query, plan search_word_plan, by_rank boolean, page integer, after_class integer, after_rank bigint,
  after_id bigint, seen bigint, read_max integer, may_walk boolean default true
) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  few constant integer := 5;
  -- of so few names that begin with the text, all are read at once
  few_named constant integer := 60;
  -- what an index may propose, and what a walk may read
  index_most constant integer := (search_bounds(read_max)).few;
  walk_most constant integer := (search_bounds(read_max)).by_rank;
  first_rank constant bigint := -9007199254740991;
  last_class constant integer := case when by_rank then 2 else 6 end;
  slip_class constant integer := case when by_rank then 2 else 5 end;
  has_words constant boolean := q.words <> '{}';
  in_tiers constant integer := case when (q.want).subscribers is null then -1 else search_tiers((q.want).subscribers) end;
  key_end constant text := q.key || chr(1114111);
  class integer := greatest(after_class, 1);
  -- the position after which the current class begins
  from_rank bigint := greatest(after_rank, first_rank);
  from_id bigint := after_id;
  missing integer := page;
  has_walked boolean := not may_walk;
  slips search_slip_plan;
  -- what the current class asks of the indexes, and the stages that it and its words are
  keys text[];
  low text;
  lookup search_lookup;
  stages integer[];
  word_stages integer[];
  hits search_hit[];
  got record;
  result search_found;
begin
  result.ids := '{}';
  result.classes := '{}';
  result.keys := '{}';
  -- an exact address has no key; its known channel is in the first class of every order
  if class <= 2 and (not by_rank or q.key = '') then
    perform from search_entry where name_key >= q.key and name_key < key_end offset few_named limit 1;
    if not found or q.key = '' then
      result := search_first_stages(q, key_end, few_named, page, class, from_rank, from_id);
      missing := page - cardinality(result.ids);
      class := 3;
      from_rank := first_rank;
      from_id := 0;
    end if;
  end if;
  if q.key = '' or missing = 0 then return result; end if;

  while class <= last_class and missing > 0 loop
    exit when not has_words and class > 2 - by_rank::integer
      or class = slip_class and after_class < slip_class and seen + page - missing >= few;
    if plan is null and has_words and (by_rank or class > 2) then plan := search_plan_words(q.words); end if;
    if slips is null and class >= slip_class then slips := search_plan_slips(q.key, q.words, plan); end if;

    if by_rank then
      keys := case class when 2 then slips.corrected end;
      low := case class when 1 then q.key end;
      lookup := case class when 1 then plan.begun else slips.lookup end;
      stages := case class when 1 then '{1,2,3,4}'::integer[] else '{5,6}' end;
      word_stages := case class when 1 then '{3,4}'::integer[] else '{6}' end;
    else
      keys := case class when 1 then array[q.key] when 5 then slips.corrected end;
      low := case class when 2 then q.key || chr(1) end;
      lookup := case
        when class = 3 then plan.whole when class = 4 and plan.has_endings then plan.begun when class = 6 then slips.lookup end;
      stages := array[class];
      word_stages := stages;
    end if;
    hits := '{}';
    if class = 1 and q.known <> '{}' then
      hits := array(
        select (e.channel_id, e.rank, null)::search_hit from search_entry e
        where e.channel_id = any (q.known) and (e.rank, e.channel_id) > (from_rank, from_id)
          and search_suits(q, e.content_types, e.audiences, e.country, e.language, e.has_contact, e.is_demo, e.silence,
            e.rank));
    end if;
    if keys <> '{}' then
      hits := hits || array(
        select h from search_by_keys(q, keys, stages[1], from_rank, from_id, missing, index_most) h);
    end if;
    if low is not null then
      hits := hits || array(
        select h from search_by_key(q, low, key_end, in_tiers, from_rank, from_id, missing, index_most) h);
    end if;
    if lookup.tiers & in_tiers <> 0 then
      hits := hits || array(
        select h from search_by_words(q, slips, lookup, in_tiers, word_stages, from_rank, from_id, missing, index_most) h);
    end if;

    if hits <> '{}' then
      select * into got from search_sorted(hits);
      if got.cut_tier is not null then
        -- too many to read them all: along the ranks, from the top of the highest tier that was cut
        if (search_tier_start(got.cut_tier), 0) > (from_rank, from_id) then
          from_rank := search_tier_start(got.cut_tier);
          from_id := 0;
        end if;
        hits := array(
          select h from unnest(hits) h
          where h.channel_id is not null
            -- for names with typos in another order, those of the tier that happen to be read are better than none
            and (not may_walk and class = slip_class or (h.rank, h.channel_id) <= (from_rank, from_id)));
        if has_walked then
          result.stop_class := class;
          result.stop_key := from_rank;
          result.stop_id := from_id;
        elsif cardinality(hits) < missing then
          has_walked := true;
          hits := hits || array(
            select h from search_walk_ranks(q, slips, stages, from_rank, from_id, missing - cardinality(hits), walk_most) h);
          if cardinality(hits) < missing then
            select o.rank, o.channel_id into result.stop_key, result.stop_id from search_order o
            where (o.rank, o.channel_id) > (from_rank, from_id) order by o.rank, o.channel_id offset walk_most - 1 limit 1;
            if found then result.stop_class := class; end if;
          end if;
        end if;
        select * into got from search_sorted(hits);
      end if;
      got.ids := got.ids[:missing];
      result.ids := result.ids || got.ids;
      result.keys := result.keys || got.ranks[:missing];
      result.classes := result.classes || array_fill(class, array[coalesce(cardinality(got.ids), 0)]);
      missing := missing - coalesce(cardinality(got.ids), 0);
    end if;
    exit when result.stop_class is not null;
    class := class + 1;
    from_rank := first_rank;
    from_id := 0;
  end loop;
  return result;
end $$;

-- What the text is compared with. Not the table's own type, which a rebuild replaces.
create type search_name as (
  channel_id bigint,
  rank       bigint,
  name_key   text,
  words      text
);

-- All channels that match a text among those that pass a filter, by stage; null when more than `read_max` pass.
create function search_text_among(q search_query, plan search_word_plan, read_max integer) returns search_found
language plpgsql stable
as $$
#variable_conflict use_column
declare
  facets constant tsquery := search_facet_query(q.want);
  few constant integer := 5;
  passing search_name[];
  slips search_slip_plan;
  with_slips boolean := false;
  got record;
  result search_found;
begin
  passing := array(
    select (channel_id, rank, name_key, words)::search_name from search_entry
    where search_facets(tier, content_types, audiences, country, language, has_contact, is_demo, silence) @@ facets
    limit read_max + 1);
  if cardinality(passing) > read_max then return null; end if;
  loop
    select array_agg(f.channel_id) filter (where f.stage is not null) as ids,
      array_agg(f.stage) filter (where f.stage is not null) as stages,
      array_agg(f.rank) filter (where f.stage is not null) as ranks
    into got
    from (
      select e.channel_id, e.rank,
        case when (q.want).subscribers is null or (q.want).subscribers @> search_subscribers(e.rank)
          then search_stage(e.channel_id, e.name_key, e.words, q, slips, null) end as stage
      from unnest(passing) e
    ) f;
    exit when with_slips or q.words = '{}' or cardinality(got.ids) >= few;
    slips := search_plan_slips(q.key, q.words, coalesce(plan, search_plan_words(q.words)));
    with_slips := true;
  end loop;
  result.ids := coalesce(got.ids, '{}');
  result.classes := coalesce(got.stages, '{}');
  result.keys := coalesce(got.ranks, '{}');
  return result;
end $$;
