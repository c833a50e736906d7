-- Imports look up which addresses have failed, and there are few.
create index contact_bounced on contact (address) where bounced_at is not null;
-- Pauses that nobody wants any more are looked for every ten minutes.
create index contact_paused on contact (address) where 'paused' = any(withheld) and suppressed_at is null;
-- Reports that still waited when the use of their purchase had come back otherwise: nothing more is owed.
update bad_contact_report report
   set state = 'credited', reason = 'returned', decided_at = back.returned_at, digest = null
  from use_return back
 where report.state = 'review' and back.person_id = report.person_id and back.reveal_id = report.reveal_id;
