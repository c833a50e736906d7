-- A session ends 90 days after it began, however often it is used; those that are older than that end now.
update session set expires_at = least(expires_at, created_at + interval '2160 hours');
