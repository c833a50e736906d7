-- Payments and refunds only advance through their states.

create or replace function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'payments only go forward: % of % refused', lower(tg_op), tg_table_name;
end $$;

create or replace function payment_step(state text) returns integer language sql immutable
  return case state when 'created' then 0 when 'pending' then 1 when 'refunded' then 3 else 2 end;

create or replace trigger payment_fixed
  before update of id, holder_id, package_id, uses, amount, idempotence_key, created_at, valid_until on payment for each row execute function refuse_payment_change();
create or replace trigger payment_forward before update of state on payment
  for each row when (
    new.state is distinct from old.state
    and (payment_step(new.state) <= payment_step(old.state) or old.state = 'canceled')
    -- the transfer of an invoice may arrive after its time
    and not (old.state = 'canceled' and old.cancel_reason = 'expired' and old.valid_until is not null and new.state = 'succeeded')
  ) execute function refuse_payment_change();
create or replace trigger payment_provider_kept before update of provider_id on payment
  for each row when (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
  execute function refuse_payment_change();
create or replace trigger refund_fixed before update of id, payment_id, amount, uses, by_hand, created_at on refund
  for each row execute function refuse_payment_change();
