-- Imports look up which addresses have failed, and there are few.
create index contact_bounced on contact (address) where bounced_at is not null;
-- Pauses that nobody wants any more are looked for every ten minutes.
create index contact_paused on contact (address) where 'paused' = any(withheld) and suppressed_at is null;
