/** A defect that code or an operator could introduce, and how `verify` reports it. */
interface Defect {
  readonly name: string
  readonly sql: string
  readonly broken: string
  readonly offences: readonly (string | RegExp)[]
}

const UNGUARDED = `
  alter table uses_lot disable trigger user; alter table uses_entry disable trigger user;
  alter table reveal disable trigger user;`

/** A payment for uses and one for a subscription, from the history in which defects are planted. */
export const LIGHT = '00000000-0000-4000-8000-000000000001'
export const BUSINESS = '00000000-0000-4000-8000-000000000004'

export const DEFECTS: readonly Defect[] = [
  {
    name: 'a guard is switched off',
    sql: 'alter table uses_entry disable trigger uses_entry_fixed',
    broken: 'ledger-append-only',
    offences: ['trigger uses_entry_fixed of uses_entry is missing or off'],
  },
  {
    name: 'a guard is dropped',
    sql: 'drop trigger reveal_kept on reveal',
    broken: 'ledger-append-only',
    offences: ['trigger reveal_kept of reveal is missing or off'],
  },
  {
    name: 'a use was spent without an entry',
    sql: 'update uses_lot set spent = spent + 1 where spent < granted and valid_on is null',
    broken: 'lot-adds-up',
    offences: ['lot 3 of holder 1'],
  },
  {
    name: 'an entry was lost',
    sql: `${UNGUARDED} delete from uses_entry where id = (select max(id) from uses_entry)`,
    broken: 'reveal-paid-once',
    offences: [/^reveal \d of holder 1$/],
  },
  {
    name: 'a naive decrement sold more than it wrote down',
    sql: `${UNGUARDED} update uses_lot set spent = spent - 1 where spent > 0 and id = (select min(id) from uses_lot where spent > 0)`,
    broken: 'balance-adds-up',
    offences: ['holder 1'],
  },
  {
    name: 'a lot was given twice',
    sql: `drop index uses_entry_of_gift;
      insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
      select holder_id, lot_id, amount, reason, created_at from uses_entry where id = 1`,
    broken: 'lot-adds-up',
    offences: ['lot 1 of holder 1'],
  },
  {
    name: 'an entry moves a lot that is not there',
    sql: `alter table uses_entry drop constraint uses_entry_holder_id_lot_id_fkey;
      insert into uses_entry (holder_id, lot_id, amount, reason, created_at) values (2, 77, 9, 'given', now())`,
    broken: 'lot-adds-up',
    offences: ['lot 77 of holder 2'],
  },
  {
    name: "yesterday's allowance was spent today",
    sql: `${UNGUARDED} update uses_lot set valid_on = valid_on - 1 where valid_on = '2026-03-10'`,
    broken: 'allowance-on-its-date',
    offences: Array.from({ length: 5 }, () => /^entry \d+ of holder 1$/),
  },
  {
    name: 'uses that were paid for were taken back as if they had been granted',
    sql: `insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
      select holder_id, id, -1, 'taken', now() from uses_lot where kind = 'package'`,
    broken: 'taken-was-granted',
    offences: [/^entry \d+ of holder 1$/],
  },
  {
    name: 'a reveal was never paid',
    sql: `insert into reveal (holder_id, channel_id, contact_id, created_at)
      select 2, id, id, now() from channel order by id limit 1`,
    broken: 'reveal-paid-once',
    offences: [/^reveal \d+ of holder 2$/],
  },
  {
    name: 'a reveal was paid twice',
    sql: `drop index uses_entry_of_reveal;
      insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
      select holder_id, lot_id, amount, reason, reveal_id, created_at from uses_entry where reason = 'reveal' limit 1`,
    broken: 'reveal-paid-once',
    offences: [/^reveal \d+ of holder 1$/],
  },
  {
    name: 'a contact was charged twice',
    sql: `${UNGUARDED} update reveal set contact_id = (select max(contact_id) from reveal)`,
    broken: 'charged-once',
    offences: [/^holder 1, contact \d+$/],
  },
  {
    name: 'a contact was sold after its owner objected',
    sql: `update address set suppressed_at = '2026-03-01'
      where address = (select address from contact where id = (select contact_id from reveal where id = 2))`,
    broken: 'nothing-sold-after-objection',
    offences: [/^reveal 2 of holder 1, contact \d+$/],
  },
  {
    name: 'a report says that a use came back, and none did',
    sql: `insert into bad_contact_report (holder_id, reveal_id, contact_id, kind, state, reason, reported_at, decided_at)
      select holder_id, id, contact_id, 'bounced', 'credited', 'gone', created_at, created_at from reveal where id = 3`,
    broken: 'returned-by-report',
    offences: ['reveal 3 of holder 1'],
  },
  {
    name: 'a report says that its use came back for another reason, and it did not',
    sql: `insert into bad_contact_report (holder_id, reveal_id, contact_id, kind, state, reason, reported_at, decided_at)
      select holder_id, id, contact_id, 'no_mailbox', 'credited', 'returned', created_at, created_at from reveal where id = 3`,
    broken: 'returned-settles-reports',
    offences: [/^report \d+ of holder 1$/],
  },
  {
    name: 'a report was taken after the warranty had ended',
    sql: `insert into bad_contact_report (holder_id, reveal_id, contact_id, kind, state, reason, reported_at)
      select holder_id, id, contact_id, 'no_mailbox', 'review', 'unclear', created_at + interval '40 days' from reveal where id = 4`,
    broken: 'returned-in-time',
    offences: [/^report \d+ of holder 1$/],
  },
  {
    name: 'an account went and left its ledger without a term',
    sql: 'delete from holder where id = 1',
    broken: 'kept-with-a-term',
    offences: ['what is kept of holder 1'],
  },
  {
    name: 'an account stands that is said to be deleted',
    sql: 'insert into closed_account (holder_id, closed_at) values (2, now())',
    broken: 'kept-with-a-term',
    offences: ['holder 2'],
  },
  {
    name: 'a person is gone whose holder stayed, and another is held by a team',
    sql: `delete from person where id = 1; update holder set kind = 'team' where id = 2`,
    broken: 'person-is-a-holder',
    offences: ['holder 1', 'holder 2'],
  },
  {
    name: 'a promocode gave its uses to more people than it counts',
    sql: `insert into promocode (code, uses, places, activated, created_at) values ('SPRING', 10, 1, 1, now());
      insert into uses_lot (holder_id, kind, promocode_id, granted, created_at)
      select person, 'promocode', 'SPRING', 10, now() from generate_series(1, 2) person`,
    broken: 'promocode-counts-all',
    offences: ['promocode SPRING'],
  },
  {
    name: 'a promocode gave something after its last date, and one after it was ended',
    sql: `insert into promocode (code, uses, activated, last_date, ended_at, created_at)
      values ('SPRING', 10, 2, '2026-03-01', null, '2026-01-01'), ('AUTUMN', 10, 1, null, '2026-03-01', '2026-01-01');
      insert into uses_lot (holder_id, kind, promocode_id, granted, created_at)
      values (1, 'promocode', 'SPRING', 10, '2026-03-01T20:59:59Z'), (2, 'promocode', 'SPRING', 10, '2026-03-01T21:00:00Z'),
        (1, 'promocode', 'AUTUMN', 10, '2026-03-02')`,
    broken: 'promocode-within-time',
    offences: [/^lot \d+ of holder 2$/, /^lot \d+ of holder 1$/],
  },
  {
    name: 'a package was spent before the allowance of the day',
    sql: `${UNGUARDED} update uses_entry
      set lot_id = (select id from uses_lot where kind = 'package')
      where id = (select min(id) from uses_entry where reason = 'reveal')`,
    broken: 'spent-in-order',
    offences: [/^entry \d+ of holder 1$/],
  },
  {
    name: 'a guard of payments is switched off',
    sql: 'alter table payment disable trigger payment_forward',
    broken: 'payment-forward-only',
    offences: ['trigger payment_forward of payment is missing or off'],
  },
  {
    name: 'uses were given that nobody paid',
    sql: `insert into payment (id, holder_id, package_id, uses, amount, language, idempotence_key, created_at)
        values ('00000000-0000-4000-8000-000000000009', 2, 1, 10, 50000, 'en', 'key', now());
      insert into uses_lot (holder_id, kind, payment_id, granted, created_at)
      values (2, 'package', '00000000-0000-4000-8000-000000000009', 10, now())`,
    broken: 'credit-is-paid',
    offences: ['uses of payment 00000000-0000-4000-8000-000000000009'],
  },
  {
    name: 'more uses were given than were sold',
    sql: `${UNGUARDED} update uses_lot set granted = 100 where kind = 'package'`,
    broken: 'credit-is-paid',
    offences: [`uses of payment ${LIGHT}`],
  },
  {
    name: 'a payment was taken and not credited',
    sql: `insert into payment (id, holder_id, package_id, uses, amount, language, state, idempotence_key, provider_id,
        created_at, settled_at)
      select gen_random_uuid(), 2, package_id, uses, amount, language, state, 'other', 'other', created_at, settled_at
      from payment where id = '${LIGHT}'`,
    broken: 'paid-is-credited',
    offences: [/^payment [0-9a-f-]{36} of holder 2$/],
  },
  {
    name: 'an invoice counts as paid that nobody confirmed',
    sql: `alter table payment disable trigger user;
      update payment set provider_id = null, valid_until = now() where id = '${LIGHT}'`,
    broken: 'invoice-confirmed',
    offences: [`invoice ${LIGHT}`],
  },
  {
    name: 'a date of a subscription has more uses',
    sql: `${UNGUARDED} update uses_lot set granted = 6 where valid_on = '2026-03-20'`,
    broken: 'allowance-of-thirty-dates',
    offences: [`payment ${BUSINESS}`],
  },
  {
    name: 'dates were taken out of the middle of a subscription',
    sql: `update uses_lot set spent = granted, withdrawn_at = now() where valid_on = '2026-03-20'`,
    broken: 'no-hole-while-subscribed',
    offences: ['allowance of holder 1 on 2026-03-21'],
  },
  {
    name: 'money went back for uses that were kept',
    sql: `insert into refund (id, payment_id, amount, uses, reason, state, idempotence_key, keyed_at, created_at)
      values ('${LIGHT}', '${LIGHT}', 50000, 10, 'a gift', 'created', 'key', now(), now())`,
    broken: 'refund-takes-back',
    offences: [`refunds of payment ${LIGHT}`],
  },
  {
    name: 'uses were taken back and no money went back',
    sql: `update uses_lot set spent = granted, withdrawn_at = now() where kind = 'package'`,
    broken: 'refund-takes-back',
    offences: [/^lot \d+ of holder 1$/],
  },
  {
    name: 'a pair of channels bought together is kept in one direction only',
    sql: `insert into co_purchase (channel_id, other_id, buyers) select min(id), max(id), 5 from channel`,
    broken: 'co-purchase-both-ways',
    offences: [/^channels \d+ and \d+$/],
  },
  {
    name: 'an address is kept that no channel has any more',
    sql: `insert into address (address, confirmed_at) values ('left@creator.example', '2026-03-01')`,
    broken: 'address-in-use',
    offences: ['address noted 2026-03-01'],
  },
  {
    name: 'a purchase has no card',
    sql: 'delete from card where channel_id = (select min(channel_id) from card)',
    broken: 'purchase-has-card',
    offences: [/^purchase \d+ of holder 1$/],
  },
  {
    name: 'a card is kept for no reason',
    sql: 'alter table purchase disable trigger purchase_leaves_card; delete from purchase where transaction_id = 1',
    broken: 'card-has-reason',
    offences: [/^card of holder 1, channel \d+$/],
  },
  {
    name: 'somebody has too many lists and tags',
    sql: `insert into list (holder_id, name, created_at) select 1, 'list ' || number, now() from generate_series(1, 101) number;
      insert into channel (platform, source, name, name_key, search_words, fetched_at)
        select 'youtube', 'defect ' || number, 'a', 'a', 'a', now() from generate_series(1, 11) number;
      insert into card (holder_id, channel_id, version, tags, added_at)
        select 2, id, 2, array(select id || ' ' || number from generate_series(1, 20) number), now()
        from channel where source like 'defect %'`,
    broken: 'cards-within-limits',
    offences: ['lists of holder 1', 'tags of holder 2'],
  },
  {
    name: 'what was before an import is kept, though nothing of it was written',
    sql: `with run as (
        insert into import_run (file_name, file_size, state, created_at) values ('a.csv', 1, 'stopped', now()) returning id)
      insert into import_before (channel_id, run_id) select 1, id from run`,
    broken: 'undo-of-imports',
    offences: [/^import \d+$/],
  },
  {
    name: 'the audit can be changed',
    sql: 'alter table audit_entry disable trigger audit_entry_fixed',
    broken: 'audit-append-only',
    offences: ['trigger audit_entry_fixed of audit_entry is missing or off'],
  },
  {
    name: 'an address stands in the audit',
    sql: `insert into audit_entry (at, actor, verb, subject_kind, subject_id, reason)
      values (now(), 'Olga', 'users close', 'person', '1', 'asked by anna@buyer.example')`,
    broken: 'audit-without-addresses',
    offences: [/^entry \d+$/],
  },
  {
    name: 'somebody who is blocked has a session',
    sql: `update person set blocked_at = now(), blocked_for = 'rules' where id = 1;
      insert into session (person_id, token_hash, csrf_token, created_at, proved_at, last_seen_at, expires_at)
      values (1, 'hash', 'token', now(), now(), now(), now() + interval '1 day')`,
    broken: 'blocked-without-session',
    offences: ['person 1'],
  },
  {
    name: 'a channel was hidden and the search was not told',
    sql: `select search_refresh(array(select min(id) from channel));
      update channel set status = 'hidden' where id = (select min(id) from channel)`,
    broken: 'hidden-not-found',
    offences: [/^channel \d+$/],
  },
  {
    name: 'a channel was edited and the search was not told',
    sql: `select search_refresh(array(select min(id) from channel));
      update channel set country = 'FI', edited_facts = 32 where id = (select min(id) from channel)`,
    broken: 'edited-found-so',
    offences: [/^channel \d+$/],
  },
  {
    name: 'a link outlived an objection',
    sql: `insert into creator_link (token_hash, address, created_at, expires_at)
      select 'a', address, now() - interval '1 day', now() from contact order by id desc limit 1;
      update address set suppressed_at = now()`,
    broken: 'nothing-kept-after-objection',
    offences: [/^contact \d+$/],
  },
  {
    name: 'a preference outlived an objection',
    sql: `insert into creator_preference (instead_of, address, confirmed_at)
        select address, 'other@creator.example', now() from contact order by id limit 1;
      update address set suppressed_at = now() where address = (select address from contact order by id limit 1)`,
    broken: 'nothing-kept-after-objection',
    offences: [/^contact \d+$/],
  },
  {
    name: 'a bulk reveal ran without its start',
    sql: `insert into reveal_quote (holder_id, id, actor_id, created_at, expires_at)
        values (1, '00000000-0000-4000-8000-000000000009', 1, now(), now());
      insert into reveal_quote_line (holder_id, quote_id, position, channel_ref, may_spend, result, reveal_id)
      select 1, '00000000-0000-4000-8000-000000000009', 1, 'UC-one', true, 'revealed', min(id) from reveal where holder_id = 1`,
    broken: 'bulk-reveal-quoted',
    offences: ['line 1 of quote 00000000-0000-4000-8000-000000000009 of holder 1'],
  },
  {
    name: 'a team has no owner',
    sql: `insert into holder (id, kind) values (77, 'team'); insert into team values (77, 'Agency', now());
      insert into member values (77, 2, 'viewer', null, now())`,
    broken: 'team-is-a-holder',
    offences: ['holder 77'],
  },
  {
    name: 'somebody belongs to too many teams',
    sql: `insert into holder (id, kind) select id, 'team' from generate_series(101, 121) id;
      insert into team select id, 'Agency', now() from generate_series(101, 121) id;
      insert into member select id, 2, 'owner', null, now() from generate_series(101, 121) id`,
    broken: 'teams-within-limits',
    offences: ['person 2'],
  },
  {
    name: 'the number of a deleted account is left in what it did for a team',
    sql: 'update reveal set actor_id = 99 where id = (select min(id) from reveal)',
    broken: 'actor-exists',
    offences: ['reveal of holder 1'],
  },
]
