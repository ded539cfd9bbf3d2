-- A contract that was sent back says why; one whose time is over is dead like a void one, and another may be drawn up.
alter table contracts add column sent_back_reason text not null default '';
update contracts c set stage = 'sent_back', sent_back_reason = coalesce(h.reason, '')
from stage_history h
where h.entity = 'contract' and h.entity_id = c.id and h.version = c.version and h.action = 'sendBack' and c.stage = 'to_sign';
drop index contracts_live;
create unique index contracts_live on contracts (order_id) where stage not in ('void', 'expired');
-- Contracts issued before have nothing that will end them.
insert into jobs (kind, name, payload, run_at, created_at)
select 'job', 'contract.expire', jsonb_build_object('id', id), sign_by, issued_at from contracts
where stage in ('to_sign', 'sent_back');
