-- By which a person names one of their accounts at identity providers, to cut it off.
alter table identity add column id bigint generated always as identity unique;
