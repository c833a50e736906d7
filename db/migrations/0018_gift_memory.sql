-- A gift is remembered while its account lives and three years beyond: the three years count from `remembered_since`, the day
-- it was given, and from the day of deletion once there is one. Of a deleted account only the hash remains.
alter table gift_given rename column given_at to remembered_since;
alter table gift_given add column person_id bigint references person on delete set null;
create index gift_given_by_person on gift_given (person_id);
