-- The same values as before from less work: half of building the search structures of a large catalogue went into these two.

-- One array, because joining 25 texts copies each of them again and again.
create or replace function search_facets(
  tier smallint, content_types integer, audiences integer, country text, language text, has_contact boolean,
  is_demo boolean
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array_remove(array[
  case when content_types & 1 <> 0 then 't0' end, case when content_types & 2 <> 0 then 't1' end,
  case when content_types & 4 <> 0 then 't2' end, case when content_types & 8 <> 0 then 't3' end,
  case when content_types & 16 <> 0 then 't4' end, case when content_types & 32 <> 0 then 't5' end,
  case when content_types & 64 <> 0 then 't6' end, case when content_types & 128 <> 0 then 't7' end,
  case when content_types & 256 <> 0 then 't8' end, case when content_types & 512 <> 0 then 't9' end,
  case when content_types & 1024 <> 0 then 't10' end, case when content_types & 2048 <> 0 then 't11' end,
  case when content_types & 4096 <> 0 then 't12' end, case when content_types & 8192 <> 0 then 't13' end,
  case when content_types & 16384 <> 0 then 't14' end,
  case when audiences & 1 <> 0 then 'a0' end, case when audiences & 2 <> 0 then 'a1' end,
  case when audiences & 4 <> 0 then 'a2' end, case when audiences & 8 <> 0 then 'a3' end,
  case when audiences & 16 <> 0 then 'a4' end,
  'c' || country, 'l' || language, case when has_contact then 'e1' else 'e0' end,
  case when not is_demo then 'd0' end, 's' || tier::text
], null));

-- Places counted in the list of what is selected come one by one; from a function in FROM they would be gathered first.
create or replace function search_typo_keys(word text) returns setof integer
language sql immutable parallel safe
begin atomic
  select hashtext(case without when 0 then word else substr(word, 1, without - 1) || substr(word, without + 1) end)
  from (
    select generate_series(0, case when length(word) > 2 then length(word) else 0 end) as without
    where length(word) > 1 and word !~ '^[0-9]+$'
  ) place;
end;
