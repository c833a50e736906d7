-- Since when a purge has found no purchase of the video's channel: who undoes the deletion within a day follows on.
alter table tracking add column unowned_since timestamptz;
