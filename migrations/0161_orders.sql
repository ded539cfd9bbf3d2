-- concurrently
-- The work in the laboratory with everything that the board, the inbox and the list of orders at work count and sort it by, so that they read
-- no row of the table. It is partial: an order is not in it when it is placed, nor after its delivery.
create index concurrently orders_at_work on orders (stage, id)
  include (assigned_to, customer_id, urgent, call_due_at, called_at, data_due_at, promised_at, final_fen, quote_fen, estimate_fen, retest_fee_fen,
    reduction_fen, discount_fen)
  where stage in ('received', 'testing', 'on_hold', 'verifying', 'retest', 'retest_offered');

-- Queues of the inbox of whose stages most orders are, and which few orders stand in.
create index concurrently orders_unpriced on orders (id) where final_fen is null and stage in ('delivered', 'disputed', 'done');
create index concurrently orders_withdrawn on orders (report_withdrawn_at) where report_withdrawn_at is not null;
