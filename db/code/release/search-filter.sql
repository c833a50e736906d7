-- What a filter asks for, and whether a channel passes it.

-- The filter of a search; a null field, or null as a whole, filters nothing.
create type search_filter as (
  -- bit sets; a channel passes with any of these bits
  content_types integer,
  audiences     integer,
  -- a channel passes with any of these
  countries     text[],
  language      text,
  has_contact   boolean,
  -- true excludes demo channels
  real_only     boolean,
  subscribers   int8multirange,
  -- the largest step that passes; channels whose silence is unknown pass
  silence       smallint
);

create function search_subscribers(rank bigint) returns bigint
language sql immutable parallel safe
return nullif(-rank, -1);

-- Whether a channel can be written to: it has a contact, and was not silent for 90 days.
create function search_is_reachable(has_contact boolean, silence smallint) returns boolean
language sql immutable parallel safe
return has_contact and silence <= 2;

-- Whether a channel passes all fields but the subscribers. The filter's fields are apart, because taking a composite apart for
-- every row takes longer than the comparisons.
create function search_admits(
  want_types integer, want_audiences integer, want_countries text[], want_language text, want_contact boolean, want_real boolean,
  want_silence smallint, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint
) returns boolean
language sql immutable parallel safe
return (want_types is null or content_types & want_types <> 0)
  and (want_audiences is null or audiences & want_audiences <> 0)
  and (want_countries is null or country = any (want_countries))
  and (want_language is null or language = want_language)
  and (want_contact is null or has_contact = want_contact)
  and (want_real is not true or not is_demo)
  and (want_silence is null or silence <= want_silence);

create function search_passes(
  want search_filter, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean, silence smallint, rank bigint
) returns boolean
language sql immutable parallel safe
return search_admits((want).content_types, (want).audiences, (want).countries, (want).language, (want).has_contact,
    (want).real_only, (want).silence, content_types, audiences, country, language, has_contact, is_demo, silence)
  and ((want).subscribers is null or (want).subscribers @> search_subscribers(rank));

-- The tiers that these ranges of subscribers overlap, as bits.
create function search_tiers(subscribers int8multirange) returns integer
language sql immutable parallel safe
return case
  when subscribers is null then (1 << 26) - 1
  else (
    select coalesce(bit_or(1 << tier), 0)
    from unnest(subscribers) range
    cross join generate_series(
      search_tier(coalesce(lower(range), 0)), case when upper_inf(range) then 25 else search_tier(upper(range) - 1) end) tier
  ) end;

-- A range of subscribers as ranks: greater than `above`, at most `upto`.
create function search_ranks(subscribers int8range, out above bigint, out upto bigint)
language sql immutable parallel safe
return (
  case when upper_inf(subscribers) then -9223372036854775807 else search_rank(upper(subscribers)) end,
  case when lower_inf(subscribers) then 1 else search_rank(lower(subscribers)) end);

-- The tiers that these ranges overlap in part, as bits.
create function search_border_tiers(subscribers int8multirange) returns integer
language sql immutable parallel safe
return (
  select coalesce(bit_or(
    case when search_tier(lower(range)) = search_tier(lower(range) - 1) then 1 << search_tier(lower(range)) else 0 end
    | case when not upper_inf(range) and search_tier(upper(range)) = search_tier(upper(range) - 1)
        then 1 << search_tier(upper(range)) else 0 end), 0)
  from unnest(subscribers) range);

-- The filter as a query on search_facets, which covers a partly selected tier as a whole; null for no filter.
create function search_facet_query(want search_filter) returns tsquery
language sql stable parallel safe
return nullif(concat_ws('&',
  (select '(' || string_agg('t' || bit, '|') || ')' from generate_series(0, 14) bit
    where (want).content_types >> bit & 1 = 1),
  (select '(' || string_agg('a' || bit, '|') || ')' from generate_series(0, 4) bit where (want).audiences >> bit & 1 = 1),
  (select '(' || string_agg('c' || code, '|') || ')' from unnest((want).countries) code),
  'l' || (want).language,
  case (want).has_contact when true then 'e1' when false then 'e0' end,
  case when (want).real_only then 'd0' end,
  (select '(' || string_agg('q' || step, '|') || ')' from generate_series(0, (want).silence) step),
  case when (want).subscribers is not null then
    (select '(' || string_agg('s' || tier, '|') || ')' from generate_series(0, 25) tier
      where search_tiers((want).subscribers) >> tier & 1 = 1)
  end), '')::tsquery;

-- What a search may read. A call gives it on as one number, which tests set lower; its shares are here.
create function search_read_max() returns integer
language sql immutable parallel safe
return 40000;

create type search_bounds as (
  -- entries along an order without a text, or counted
  entries  integer,
  -- channels through the index of facets, which reads their rows; and the entries that it may join to find them
  facets   integer,
  joined   float8,
  -- with a text, channels along the ranks; or entries along another order that are read at once to find channels that pass,
  -- of which `few` are compared with the text
  by_rank  integer,
  in_order integer,
  -- channels that pass a filter, all read to find a text among them: in the order of the text's stages, and in another
  staged   integer,
  among    integer,
  -- channels that a stage of a text reads by its index; or matches that are all read and sorted
  few      integer
);

create function search_bounds(read_max integer) returns search_bounds
language sql immutable parallel safe
return (
  read_max, read_max / 2, read_max * 5.0, read_max / 8, read_max / 2, read_max / 8, read_max / 4, read_max / 10
)::search_bounds;
