-- How many words have a common beginning, and how many names those words: a search decides by it in which order it reads.
-- Only beginnings of up to 5 letters that at least 300 words have, until fewer than 100 have them. A beginning that becomes
-- common between rebuilds gets no row.
create table search_beginning (
  beginning text collate "C" not null,
  words     integer not null,
  names     bigint not null
) with (fillfactor = 80);

insert into search_beginning
select left(word, size), count(*), sum(names)
from search_word cross join generate_series(1, 5) size
where length(word) >= size
group by 1 having count(*) >= 300;

create unique index search_beginning_key on search_beginning (beginning);
analyze search_beginning;
