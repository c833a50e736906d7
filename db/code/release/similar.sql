-- Channels like others: by the words of their recent titles, otherwise by names and facts. docs/discovery.md explains it.

-- How many channels the words of one call may propose, how many channels at most use a word that proposes any, and how many of
-- the best are compared in full.
create function similar_read_max() returns integer
language sql immutable parallel safe
return 800;

create function similar_uses_max() returns integer
language sql immutable parallel safe
return 20000;

create function similar_compare_max() returns integer
language sql immutable parallel safe
return 80;

-- The first sign of titles that announce no kind (src/shared/rules/title-words.ts).
create function similar_no_kind() returns integer
language sql immutable parallel safe
return 467316351;

-- The least weight of a word that is worth naming as shared: of 20,000 channels, at most a thousand use it.
create function similar_telling_min() returns float8
language sql immutable parallel safe
return 0.3;

-- A channel to which others are to be alike.
create type similar_seed as (
  channel_id    bigint,
  -- words of its titles; 0 weighs a word that every channel uses, 1 one that a single channel uses; about how many use it
  keys          integer[],
  weights       float8[],
  uses          float8[],
  -- which are signs of kind and form, never shown; and how many are words, how many signs
  is_sign       boolean[],
  telling       integer,
  signs         integer,
  -- the sign of what the titles announce; null when they announce nothing
  kind          integer,
  -- the language of its titles or, where they are not known, its own; and the one that is shown
  speech        text,
  language      text,
  name_words    text[],
  rank          bigint,
  content_types integer,
  audiences     integer,
  country       text
);

create function similar_seeds(channels bigint[]) returns similar_seed[]
language plpgsql stable
as $$
declare
  sampled constant float8 := coalesce((select w.channels from topic_word w where key = 0), 1000);
  per_sampled constant float8 := (
    select greatest(reltuples, sampled) / sampled from pg_class where oid = 'channel_recent'::regclass);
begin
  return array(
    select (e.channel_id, t.keys, t.weights, t.uses, t.is_sign, t.telling, t.signs, nullif(t.keys[t.telling + 1], similar_no_kind()),
      coalesce(r.speech, e.language), coalesce(e.language, r.speech),
      string_to_array(e.words, ' '), e.rank, e.content_types, e.audiences, e.country)::similar_seed
    from search_entry e
    left join channel_recent r on r.channel_id = e.channel_id
    cross join lateral (
      select coalesce(array_agg(k.key order by k.at), '{}') as keys,
        array_agg(greatest(0, ln(sampled / coalesce(w.channels, 1)) / ln(greatest(sampled, 2))) order by k.at) as weights,
        array_agg(coalesce(w.channels, 1) * per_sampled order by k.at) as uses,
        array_agg(k.word = '' order by k.at) as is_sign,
        count(*) filter (where k.word <> '')::integer as telling,
        count(*) filter (where k.word = '')::integer as signs
      from unnest(r.keys, r.words) with ordinality k (key, word, at)
      left join topic_word w on w.key = k.key
    ) t
    where e.channel_id = any (channels));
end $$;

-- A channel that something proposes as like a seed, and the words of its name that both have.
create type similar_candidate as (
  channel_id bigint,
  seed       bigint,
  score      float8,
  name_words text[],
  -- the same people bought both
  is_bought  boolean
);

-- Lets every seed have its turn: what is most like each comes first, then what is second, and so on. Scores are within -2 and 8.
create function similar_turn(score float8, place bigint) returns float8
language sql immutable parallel safe
return score - 10 * place;

/*
  Channels that use the rarest words of the seeds, those with most of them first. Word after word, the rarest of each seed first,
  proposes its channels until the limit is read. Words of very many channels tell too little to be worth the reading.
*/
create function similar_by_words(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
language sql stable
-- of words with what they found
set enable_hashjoin = on
as $$
  with word as materialized (
    select s.channel_id as seed, s.speech, w.key, w.uses, case when w.is_sign then w.weight / 4 else w.weight end as weight,
      row_number() over (partition by s.channel_id order by w.uses, w.key) as turn
    from unnest(seeds) s, unnest(s.keys, s.weights, s.uses, s.is_sign) w (key, weight, uses, is_sign)
  ), found as materialized (
    select k.key, r.channel_id, r.speech
    from (select key from word where uses < similar_uses_max() group by key order by min(turn), min(uses), key) k
    -- a nested loop, which reads word by word and stops at the limit
    cross join lateral (select channel_id, speech from channel_recent where keys @> array[k.key] offset 0) r
    limit similar_read_max()
  )
  select coalesce(array_agg((channel_id, seed, score, null, false)::similar_candidate), '{}')
  from (
    select * from (
      -- each for one seed, or a few channels that are like many seeds would take all places
      select distinct on (channel_id) *
      from (
        select f.channel_id, w.seed, sum(w.weight)
          + 0.3::float8 * max(case when f.speech = w.speech then 1 when f.speech <> w.speech then -1 else 0 end) as score
        from found f join word w on w.key = f.key
        -- hashed once, here and below; `<> all (excluded)` would compare one by one
        where f.channel_id not in (select unnest(excluded))
        group by f.channel_id, w.seed
      ) pair
      order by channel_id, score desc, seed
    ) alike
    order by similar_turn(score, row_number() over (partition by seed order by score desc, channel_id)) desc, channel_id
    limit similar_compare_max()
  ) best
$$;

-- Channels with a word of the seeds' names that few names have.
create function similar_by_names(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
language sql stable
as $$
  select coalesce(array_agg((channel_id, seed, score, words, false)::similar_candidate), '{}')
  from (
    select e.channel_id, w.seed, sum(1 / ln(2 + w.names)) as score, array_agg(w.word) as words
    from (
      select s.channel_id as seed, w.word, w.names, (
        select string_agg(replace(search_lexeme(w.word), '~', chr(65 + tier)), '|')::tsquery
        from generate_series(0, 25) tier where w.tiers >> tier & 1 = 1) as query
      from unnest(seeds) s, unnest(s.name_words) n (word) join search_word w on w.word = n.word
      where w.names between 2 and 300 and length(w.word) > 2
    ) w
    cross join lateral (select channel_id from search_entry where search_terms(tier, words) @@ w.query limit 150) e
    where e.channel_id not in (select unnest(excluded))
    group by e.channel_id, w.seed
    order by score desc, e.channel_id limit similar_compare_max() / 2
  ) best
$$;

-- Channels of about the same size with the seeds' types, language and country.
create function similar_by_facts(seeds similar_seed[], excluded bigint[]) returns similar_candidate[]
language sql stable
as $$
  select coalesce(array_agg((channel_id, seed, score, null, false)::similar_candidate), '{}')
  from (
    select o.channel_id, s.channel_id as seed,
      case when o.content_types & s.content_types <> 0 then 0.2 else 0 end
        + case when o.language = s.speech then 0.2 else 0 end + case when o.country = s.country then 0.1 else 0 end
        + case when o.audiences & s.audiences <> 0 then 0.05 else 0 end as score
    from unnest(seeds) s
    cross join lateral (
      (select * from search_order where (rank, channel_id) > (s.rank, s.channel_id)
        order by rank, channel_id limit similar_read_max() / cardinality(seeds))
      union all
      (select * from search_order where (rank, channel_id) < (s.rank, s.channel_id)
        order by rank desc, channel_id desc limit similar_read_max() / cardinality(seeds))
    ) o
    where o.channel_id not in (select unnest(excluded))
      and (o.content_types & s.content_types <> 0 or o.language = s.speech or o.country = s.country)
    order by score desc, abs(o.rank - s.rank), o.channel_id limit similar_compare_max() / 2
  ) best
$$;

-- A channel that is like a seed.
create type similar_match as (
  channel_id bigint,
  seed       bigint,
  score      float8,
  name_words text[]
);

-- How many times as large one channel is as another, as a power of ten; null when either's subscribers are unknown.
create function similar_apart(rank bigint, other bigint) returns float8
language sql immutable parallel safe
return case when rank < 1 and other < 1 then abs(ln(1 - rank::float8) - ln(1 - other::float8)) / ln(10::float8) end;

-- Whether titles are in one language, and nothing that is shown of the channels says otherwise.
create function similar_language(language text, speech text, seed similar_seed) returns boolean
language sql immutable parallel safe
return coalesce(speech, language) = seed.speech and coalesce(language, speech) = seed.language;

/*
  Compares candidates with their seeds, each with the one that it is most like. Those that share nothing worth naming are left
  out. A channel whose subscribers are unknown is as far from others as one with 10,000 is.
*/
create function similar_compare(
  candidates similar_candidate[], seeds similar_seed[], real_only boolean, with_contact boolean
) returns similar_match[]
language sql stable
as $$
  with word as materialized (
    select s.channel_id as seed, w.key, w.weight, w.is_sign
    from unnest(seeds) s, unnest(s.keys, s.weights, s.is_sign) w (key, weight, is_sign)
  )
  select array_agg((channel_id, seed, score, name_words)::similar_match order by score desc, channel_id)
  from (
    select channel_id, seed, name_words,
      -- first those in the seed's language
      similar_turn(score, row_number() over (partition by seed order by is_foreign, score desc, channel_id)) as score
    from (
      select distinct on (c.channel_id) c.channel_id, c.seed, c.name_words,
        coalesce(coalesce(r.speech, e.language) <> s.speech, false) as is_foreign,
        t.topics / sqrt(greatest(1, s.telling * (cardinality(r.keys) - n.signs)))
          + 1.7 * t.signs / sqrt(greatest(1, s.signs * n.signs))
          + (case when coalesce(r.speech, e.language) = s.speech then 12
              when coalesce(r.speech, e.language) <> s.speech then -12 else 0 end
            + case when e.country = s.country then 4 else 0 end
            + case when e.content_types & s.content_types <> 0 then 8 else 0 end
            + case when e.audiences & s.audiences <> 0 then 2 else 0 end
            -- what people look for: as much as half a power of ten of size
            + case when e.has_contact then 5 else 0 end
            + case when c.is_bought then 20 else 0 end) / 100::float8
          - coalesce(similar_apart(e.rank, s.rank), similar_apart(-10000, s.rank), 0.5) / 10
          + case when c.name_words is not null then c.score / 2 else 0 end as score
      from unnest(candidates) c
      join unnest(seeds) s on s.channel_id = c.seed
      join search_entry e on e.channel_id = c.channel_id
      left join channel_recent r on r.channel_id = c.channel_id
      cross join lateral (select coalesce(cardinality(array_positions(r.words, '')), 0) as signs) n
      cross join lateral (
        select coalesce(sum(w.weight * w.weight) filter (where not w.is_sign), 0) as topics,
          coalesce(sum(w.weight) filter (where w.is_sign), 0) as signs,
          coalesce(max(w.weight) filter (where not w.is_sign), 0) >= similar_telling_min() as is_telling
        from word w where w.seed = c.seed and w.key = any (r.keys)
      ) t
      where e.silence <= 2 and not (real_only and e.is_demo) and (e.has_contact or not with_contact)
        and (t.is_telling or s.kind = any (r.keys) or c.is_bought or c.name_words is not null or similar_language(e.language, r.speech, s)
          or e.country = s.country or e.content_types & s.content_types <> 0 or e.audiences & s.audiences <> 0)
      order by c.channel_id, score desc, c.seed
    ) alike
  ) m
$$;

/*
  The best matches without more than two of one network: channels whose names begin with the same two words. Whatever else they
  have in common, such as the domain of their contacts, is not for sale here, so it must leave no trace in what is shown.
*/
create function similar_networks(matches similar_match[], page integer) returns similar_match[]
language sql stable
as $$
  select array_agg(m order by (m).score desc, (m).channel_id)
  from (
    select m, row_number() over (
      partition by split_part(c.name_key, ' ', 1), split_part(c.name_key, ' ', 2) order by m.score desc, m.channel_id) as of_name
    from unnest(matches[:2 * page + 20]) m join channel c on c.id = m.channel_id
  ) named
  where of_name <= 2
$$;

-- One reason as JSON; null when it does not hold.
create function similar_reason(kind text, holds boolean, terms text[] default null) returns text
language sql immutable parallel safe
return case when holds then
  '{"kind":"' || kind || '"' || coalesce(',"terms":' || array_to_json(terms)::text, '') || '}' end;

-- Why each match is like its seed, as members of its JSON object; `with_like` names the seed, too.
create function similar_reasons(matches similar_match[], seeds similar_seed[], with_like boolean) returns text[]
language sql stable
as $$
  select array_agg(',"reasons":[' || concat_ws(',',
      similar_reason('bought', exists (
        select from co_purchase where channel_id = s.channel_id and other_id = e.channel_id)),
      similar_reason('topics', t.terms is not null, t.terms),
      similar_reason('name', m.name_words is not null),
      similar_reason('type', e.content_types & s.content_types <> 0 or s.kind = any (r.keys)),
      similar_reason('audience', e.audiences & s.audiences <> 0),
      similar_reason('size', similar_apart(e.rank, s.rank) < 0.3),
      similar_reason('language', similar_language(e.language, r.speech, s)),
      similar_reason('country', e.country = s.country)) || ']'
    || case when with_like then (
      select ',"like":{"channelId":' || to_json(channel_ref(platform, platform_id, id)) || ',"channel_name":' || to_json(name) || '}'
      from channel where id = m.seed) else '' end
    order by m.at)
  from unnest(matches) with ordinality m (channel_id, seed, score, name_words, at)
  join unnest(seeds) s on s.channel_id = m.seed
  join search_entry e on e.channel_id = m.channel_id
  left join channel_recent r on r.channel_id = m.channel_id
  left join channel_recent o on o.channel_id = s.channel_id
  cross join lateral (
    select array_agg(term order by at) as terms
    from (
      -- a word as it stands beside another one in the titles of both says more
      select coalesce((
          select pair from unnest(r.pairs) pair
          where lower(best.word) = any (regexp_split_to_array(lower(pair), '[ -]'))
            and lower(pair) in (select lower(other) from unnest(o.pairs) other)
          limit 1
        ), best.word) as term, min(best.at) as at
      from (
        select r.words[array_position(r.keys, w.key)] as word, row_number() over (order by w.weight desc, w.at) as at
        from unnest(s.keys, s.weights, s.is_sign) with ordinality w (key, weight, is_sign, at)
        where w.key = any (r.keys) and w.weight >= similar_telling_min() and not w.is_sign
        order by at limit 3
      ) best
      group by term
    ) shown
  ) t
$$;

create type similar_page as (
  -- a JSON array of channels with their reasons
  items text,
  -- what was compared: 'topics' or 'names'
  basis text
);

/*
  Channels like these, best first: without them, the excluded ones, inactive ones, and more than two of one network. For one or
  for several at once; then each says which one it is like, and has a contact. Null when none of the seeds is an active channel.
*/
create function similar_channels(
  channels bigint[], excluded bigint[], page integer, real_only boolean, with_like boolean default false
) returns similar_page
language plpgsql stable
-- one plan for all values, along the indexes, whatever the current statistics say of the catalogue
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  seeds constant similar_seed[] := similar_seeds(channels);
  apart constant bigint[] := channels || excluded;
  candidates similar_candidate[];
  matches similar_match[];
  result similar_page;
begin
  if cardinality(seeds) = 0 then return null; end if;
  result.basis := case when exists (select from unnest(seeds) s where s.keys <> '{}') then 'topics' else 'names' end;
  candidates := similar_by_words(seeds, apart) || array(
    select (other_id, channel_id, 0, null, true)::similar_candidate from co_purchase
    where channel_id = any (channels) and other_id not in (select unnest(apart))
    order by buyers desc, channel_id, other_id limit similar_compare_max());
  if cardinality(candidates) < 3 * page then
    candidates := candidates || similar_by_names(seeds, apart) || similar_by_facts(seeds, apart);
  end if;
  matches := (similar_networks(similar_compare(candidates, seeds, real_only, with_like), page))[:page];
  result.items := (search_page_of(
    array(select channel_id from unnest(matches)), null, null, page, null, similar_reasons(matches, seeds, with_like))).items;
  return result;
end $$;
