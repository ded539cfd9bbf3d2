-- concurrently
create unique index concurrently audit_log_rest_id_at on audit_log (id, at);
