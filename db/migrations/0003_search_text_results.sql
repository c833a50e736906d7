-- Pages of results, as the API gives them: JSON of the channels, the place of the last one, how many there are.

-- The wire's names of a bit set, as in src/shared/rules/content-types.ts and audiences.ts.
create function search_content_type_names(bits integer) returns text
language sql immutable parallel safe
return substr(
  case when bits & 1 <> 0 then ',Gaming' else '' end || case when bits & 2 <> 0 then ',Beauty' else '' end
  || case when bits & 4 <> 0 then ',Tech Reviews' else '' end || case when bits & 8 <> 0 then ',Fashion' else '' end
  || case when bits & 16 <> 0 then ',Entertainment' else '' end || case when bits & 32 <> 0 then ',Comedy' else '' end
  || case when bits & 64 <> 0 then ',Education' else '' end || case when bits & 128 <> 0 then ',Fitness' else '' end
  || case when bits & 256 <> 0 then ',Vlogs' else '' end || case when bits & 512 <> 0 then ',Music' else '' end
  || case when bits & 1024 <> 0 then ',Health' else '' end || case when bits & 2048 <> 0 then ',Travel' else '' end
  || case when bits & 4096 <> 0 then ',Animation' else '' end || case when bits & 8192 <> 0 then ',News' else '' end
  || case when bits & 16384 <> 0 then ',Politics' else '' end, 2);

create function search_audience_names(bits integer) returns text
language sql immutable parallel safe
return substr(
  case when bits & 1 <> 0 then ',Kids' else '' end || case when bits & 2 <> 0 then ',Teenagers' else '' end
  || case when bits & 4 <> 0 then ',Youth' else '' end || case when bits & 8 <> 0 then ',Adults' else '' end
  || case when bits & 16 <> 0 then ',OlderGen' else '' end, 2);

-- A channel as the API gives it. Put together by hand: half the time of json_build_object.
create function search_channel_json(c channel) returns text
language sql stable parallel safe
return '{"channelId":' || to_json(coalesce((c).platform_id, (c).id::text))
  || ',"channel_name":' || to_json((c).name)
  || ',"thumbnail":' || coalesce(to_json((c).thumbnail_url)::text, 'null')
  || ',"targetAudience":"' || search_audience_names((c).audiences)
  || '","content_type":"' || search_content_type_names((c).content_types)
  || '","subsCount":' || coalesce((c).subscribers::text, 'null')
  || ',"url":' || coalesce(to_json((c).url)::text, 'null')
  || ',"country":' || coalesce(to_json((c).country)::text, 'null')
  || ',"language":' || coalesce(to_json((c).language)::text, 'null')
  || ',"hasContact":' || (c).has_contact::text || '}';

-- A page of channels in the order given, and the place of its last one when more follow: (next_class, next_key, next_id).
create type search_page as (
  -- a JSON array
  items      text,
  next_class integer,
  next_key   bigint,
  next_id    bigint,
  -- null when not counted
  total      integer
);

create function search_page_of(ids bigint[], classes integer[], keys bigint[], page integer, total integer) returns search_page
language plpgsql stable
as $$
declare
  result search_page;
begin
  if ids is null then
    result.items := '[]';
  else
    select '[' || coalesce(string_agg(search_channel_json(c), ',' order by found.at), '') || ']' into result.items
    from unnest(ids[:page]) with ordinality found (id, at)
    join channel c on c.id = found.id and c.status = 'active';
  end if;
  if cardinality(ids) > page then
    result.next_class := classes[page];
    result.next_key := keys[page];
    result.next_id := ids[page];
  end if;
  result.total := total;
  return result;
end $$;

-- A page of channels that pass a filter, as search_list sorts them, from the beginning when after_key is null. The total
-- is counted when a cap is given.
create function search_by_filter(
  want search_filter, sort text, seed integer, page integer, after_key bigint, after_id bigint, cap integer
) returns search_page
language plpgsql
-- one plan for all values, along the indexes: what the statistics say of a catalogue in between must not matter
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  way text;
  passed integer;
  share float8;
  ids bigint[];
  keys bigint[];
  behind integer;
  total integer;
begin
  lock table search_entry, search_order, search_combination, search_word, search_typo in access share mode;
  select s.passed, s.share into passed, share from search_sample(want) s;
  way := search_way(want, passed, share);
  select array_agg(channel_id order by at), array_agg(key order by at), min(l.behind) into ids, keys, behind
  from search_list(want, sort, seed, way, page + 1, coalesce(after_key, -9223372036854775807), after_id)
    with ordinality l (channel_id, key, behind, at);
  if cap is not null then
    total := case
      when way = 'walk' then search_total(want, passed, share, cap)
      when after_key is null then least(coalesce(behind, 0), cap + 1)
      else search_total(want, passed, share, cap) end;
  end if;
  return search_page_of(ids, array_fill(0, array[page]), keys, page, total);
end $$;

-- Channels whose name matches a text, in an order: 'relevance' as search_text gives them; else those that match (class
-- 1) before those that match but for a slip (class 2), each by rank, recency or place.
create function search_find(
  query_key text, query_words text[], known bigint[], want search_filter, sort text, seed integer, page integer,
  after_class integer, after_key bigint, after_id bigint, seen integer
) returns table (channel_id bigint, class integer, key bigint)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  is_rare boolean := false;
  plan search_word_plan;
begin
  if num_nonnulls((want).content_types, (want).audiences, (want).country, (want).language, (want).has_contact,
    (want).subscribers) > 0
  then
    is_rare := (select search_way(want, s.passed, s.share) from search_sample(want) s) = 'facets';
  end if;
  if sort = 'relevance' and not is_rare then
    return query
      select * from search_text(query_key, query_words, known, want, page, after_class, after_key, after_id, seen);
  elsif sort = 'subscribers' and not is_rare then
    return query
      select * from search_text_by_subscribers(query_key, query_words, known, want, page, after_class, after_key, after_id,
        seen);
  else
    if sort <> 'relevance' and not is_rare and query_words <> '{}' then
      plan := search_plan_words(query_words);
      if (select count(*) from (select name_key, words from search_entry where block >= 0 order by block limit 1000) sample
        where starts_with(name_key, query_key) or array_to_tsvector(string_to_array(words, ' ')) @@ plan.begun) >= 5
      then
        return query
          select a.channel_id, 1, a.key
          from search_text_along(query_key, plan.begun, known, want, sort, seed, page, after_key, after_id) a;
        return;
      end if;
    end if;
    return query
      select f.channel_id, f.class, f.key from (
        select t.channel_id,
          case when sort = 'relevance' then t.stage when t.stage <= 4 then 1 else 2 end as class,
          case when sort = 'recent' then o.recency
            when sort = 'shuffle' then search_place(e.block, e.channel_id, seed)
            else t.rank end as key
        from (
          select * from search_text_among(query_key, query_words, known, want) where is_rare
          union all
          select * from search_text(query_key, query_words, known, want, 2147483647, 0, -9223372036854775807, 0, 0)
          where not is_rare
        ) t
        left join search_order o on sort = 'recent' and o.channel_id = t.channel_id
        left join search_entry e on sort = 'shuffle' and e.channel_id = t.channel_id
      ) f
      where (f.class, f.key, f.channel_id) > (after_class, after_key, after_id)
      order by f.class, f.key, f.channel_id limit page;
  end if;
end $$;

-- The channels that have one of these ids or handles on any platform.
create function search_known(platform_ids text[], handles text[]) returns bigint[]
language plpgsql stable
as $$
begin
  return array(
    -- ids by the index that begins with them; handles by two steps through theirs for each platform there is
    with recursive handle_platform (name) as (
      (select platform from channel where handle is not null order by 1 limit 1)
      union all
      select (select c.platform from channel c where c.handle is not null and c.platform > p.name order by 1 limit 1)
      from handle_platform p where p.name is not null
    )
    select id from channel where platform_id = any (platform_ids) and status = 'active'
    union
    select c.id from handle_platform p join channel c on c.platform = p.name and c.handle = any (handles)
    where c.status = 'active');
end $$;

-- A page of what search_find finds, from the beginning when after_key is null. Where an exact address (an id, or a handle
-- with its @) is known, it is the only result.
create function search_by_text(
  query_key text, query_words text[], platform_ids text[], handles text[], is_exact boolean,
  want search_filter, sort text, seed integer, page integer,
  after_class integer, after_key bigint, after_id bigint, seen integer
) returns search_page
language plpgsql
-- one plan for all values, along the indexes: what the statistics say of a catalogue in between must not matter
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  known bigint[] := '{}';
  is_only boolean;
  ids bigint[];
  classes integer[];
  keys bigint[];
begin
  lock table search_entry, search_order, search_combination, search_word, search_typo in access share mode;
  if platform_ids <> '{}' or handles <> '{}' then
    known := search_known(platform_ids, handles);
  end if;
  is_only := is_exact and known <> '{}';
  select array_agg(channel_id order by at), array_agg(class order by at), array_agg(key order by at) into ids, classes, keys
  from search_find(
    case when is_only then '' else query_key end, case when is_only then '{}' else query_words end, known, want, sort, seed,
    page + 1, after_class, coalesce(after_key, -9223372036854775807), after_id, seen) with ordinality f (channel_id, class, key, at);
  return search_page_of(ids, classes, keys, page,
    -- known without counting when the first page is all there is
    case when after_key is null and coalesce(cardinality(ids), 0) <= page then coalesce(cardinality(ids), 0) end);
end $$;
