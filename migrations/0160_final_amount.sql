-- Why the final amount differs from what was agreed: the customer reads it with the order, also where nothing is left to pay.
alter table orders add column final_reason text not null default '';
update orders o set final_reason = r.reason from settlement_rows r where r.order_id = o.id and r.reason <> '';
-- What the house keeps of a cancelled order.
alter table orders add column cancel_fee_fen bigint not null default 0 check (cancel_fee_fen >= 0);
