-- The day of the person's advertisement in a followed video, which the chart marks.
alter table tracking add column advertised_on date;
