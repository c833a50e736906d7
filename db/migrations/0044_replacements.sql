-- Which contact took the place of one that did not work, and when the operator put an address back on sale.

alter table bad_contact_report
  -- the contact that was given, where the state is 'replaced'; contacts come and go, so this is no foreign key
  add column replacement_id bigint;
create index bad_contact_report_of_replacement on bad_contact_report (replacement_id) where replacement_id is not null;

-- Which one it was is not known: the one that such a purchase shows.
update bad_contact_report report
   set replacement_id = (
     select contact.id from reveal join contact on contact.channel_id = reveal.channel_id
      where reveal.person_id = report.person_id and reveal.id = report.reveal_id
        and contact.id <> report.contact_id and contact.suppressed_at is null
      order by bounced_at is not null, verification = 'invalid', confirmed_at desc nulls last, verification = 'valid' desc,
        last_seen_at desc, contact.id
      limit 1)
 where state = 'replaced';

-- Only bounces after it count.
alter table contact add column restored_at timestamptz;

-- Whether a person bought a contact is asked for each one that is off sale.
drop index reveal_of_contact;
create index reveal_of_contact on reveal (contact_id, person_id);
