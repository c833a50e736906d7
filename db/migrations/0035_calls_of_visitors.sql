-- How many of the day's calls were made for visitors, who have a share of their own; `used` counts these, too.
alter table platform_quota add column by_visitors integer not null default 0 check (by_visitors between 0 and used);
