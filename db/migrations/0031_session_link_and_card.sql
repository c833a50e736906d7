-- A mailed link may also end all sessions of a person.
alter table link_token drop constraint link_token_purpose_check;
alter table link_token add constraint link_token_purpose_check check (purpose in ('reset', 'delete', 'sessions'));

-- The last digits of the card that paid, as the provider tells them; null where it does not. Like the address, they go with
-- the account, while the payment stays.
alter table payment_address add column card_ending text check (card_ending ~ '^[0-9]{4}$');
