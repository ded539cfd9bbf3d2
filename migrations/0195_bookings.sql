-- A booking that was moved or made anew names the one that took its place: what an order still needs is what nothing has replaced.
alter table reservations add column replaced_by bigint references reservations (id);
-- Taken part in by video: such a party is not told to come.
alter table reservations add column remote boolean not null default false;
update reservations r set remote = true
from order_lines l where l.order_id = r.order_id and l.rid = r.rid and l.parameters ->> 'place' = 'remote';

-- What a sample is to its order: a parcel, a party that comes, a file.
alter table samples add column service_type integer not null default 1;
update samples s set service_type = o.service_type from orders o where o.id = s.order_id and o.service_type <> 1;
-- Checking in an appointment or data left out when.
update samples s set received_at = h.at
from stage_history h where h.entity = 'sample' and h.entity_id = s.id and h.action = 'checkIn' and s.received_at is null;
