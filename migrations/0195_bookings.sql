-- How a slot came to its order (decision 0110): with the order, or added by the customer without changing the price (free), or before the
-- manager's quote, which counts it in (quoted). An order does without a free one: cancelled, it need not be booked again before the visit.
alter table reservations add column added text not null default '';
alter table reservations add constraint reservations_added check (added in ('', 'free', 'quoted')) not valid;
