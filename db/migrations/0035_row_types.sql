-- PostgreSQL's releases of November 2026 (15.20 and its like) refuse to alter a table while the stored body of a function uses
-- the table's row type. A body kept as text is looked up when it runs, and forbids nothing. The functions stay the same ones,
-- so servers that use them notice nothing; on a database past this point it finds none.
do $$
declare
  own record;
  definition text;
  usual text := current_setting('search_path');
begin
  -- so that the text names the schema of everything
  perform set_config('search_path', '', true);
  for own in
    select p.oid from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prosqlbody is not null and (n.nspname = 'public' or n.nspname like 'release\_%')
      and pg_catalog.pg_has_role(p.proowner, 'usage') and exists (
      select from pg_catalog.pg_depend d
      join pg_catalog.pg_class c on c.reltype = d.refobjid and c.relkind = 'r'
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_catalog.pg_type'::regclass
    )
  loop
    definition := pg_catalog.pg_get_functiondef(own.oid);
    execute pg_catalog.regexp_replace(definition, '\nRETURN (.*)$', E'\nAS $body$SELECT \\1$body$');
  end loop;
  perform pg_catalog.set_config('search_path', usual, true);
end $$;
