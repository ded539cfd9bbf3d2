-- contract: expanded in 0.4.0; nothing since 0.4.0 needs orders_assigned, which orders_at_work covers (decision 0104)
drop index orders_assigned;
update schema_release set oldest = '0.4.0';
