-- To whom an email about what somebody did for a holder goes: to them while they belong to it, else to the owner of the team.
create or replace function told_person(of_holder integer, actor integer) returns integer language sql stable as $$
  select case
    when actor = of_holder or exists (select from member where team_id = of_holder and person_id = actor) then actor
    else (select person_id from member where team_id = of_holder and role = 'owner') end
$$;
