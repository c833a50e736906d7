-- The audit is append-only.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only: % of % refused', lower(tg_op), tg_table_name;
end $$;

create or replace trigger audit_entry_fixed before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create or replace trigger audit_entry_not_truncated before truncate on audit_entry
  for each statement execute function refuse_audit_change();
