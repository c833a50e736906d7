-- What contacts have in common by where they were found.

-- The host of the page where an address was found; without a page, the kind of source.
create or replace function contact_source(source_kind text, source_url text) returns text
language sql immutable parallel safe
return lower(coalesce(substring(source_url from '^[a-zA-Z]+://(?:[^/@]*@)?([^/:?#]+)'), source_kind));
