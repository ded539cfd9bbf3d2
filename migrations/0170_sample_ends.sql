-- Why a sample stands where it stands (refused, lost, abnormal, dropped), so that its owner reads it beside the stage.
alter table samples add column stage_reason text not null default '';
update samples s set stage_reason = h.reason
from stage_history h
where h.entity = 'sample' and h.entity_id = s.id and h.version = s.version and h.reason is not null;

-- Kept samples by the end of their time, for the list of what is due for destruction.
create index samples_keep_until on samples (keep_until) where stage = 'kept';

-- Where an order was when its exception was reported, and what its customer chose for each sample.
alter table orders add column held_from text;
alter table orders add column hold_answer jsonb;
update orders o set held_from = h.from_stage
from stage_history h
where o.stage = 'on_hold' and h.entity = 'order' and h.entity_id = o.id and h.version = o.version;

-- Samples that are kept already get their reminder, too.
insert into jobs (kind, name, payload, run_at, created_at)
select 'job', 'sample.remind-keep', jsonb_build_object('sampleId', id, 'keepUntil', keep_until), keep_until - interval '7 days', now()
from samples where stage = 'kept' and keep_until > now();
