-- Imports look up which addresses have failed, and there are few.
create index contact_bounced on contact (address) where bounced_at is not null;
