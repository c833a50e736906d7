-- Refunds that somebody made in the shop's cabinet and that were found at the provider: several of a payment, beside one of ours.
alter table refund add column by_hand boolean not null default false;
alter table refund add check (not by_hand or (state = 'succeeded' and provider_id is not null));
drop index refund_of_payment;
-- One refund of ours of a payment; a canceled one is tried again in its place.
create unique index refund_of_payment on refund (payment_id) where not by_hand;
create index refund_by_hand_of_payment on refund (payment_id) where by_hand;

drop trigger refund_fixed on refund;
create trigger refund_fixed before update of id, payment_id, amount, uses, by_hand, created_at on refund
  for each row execute function refuse_payment_change();

-- When the provider was last asked for them, and up to when all are known.
create table refund_search (
  is_only     boolean primary key default true check (is_only),
  asked_at    timestamptz not null,
  known_until timestamptz
);
