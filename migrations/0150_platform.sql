-- concurrently
create unique index concurrently sign_ins_rest_id_at on sign_ins (id, at);
