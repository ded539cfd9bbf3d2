-- The trace in which a job or an event was queued (W3C traceparent), so that its work is seen with the request that caused it.
alter table jobs add column traceparent text;
