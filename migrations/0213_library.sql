-- concurrently
-- Curves that contain exactly some elements, newest first. The index of single elements finds all that contain them, which may be most.
create index concurrently library_curves_customer_elements on library_curves (customer_id, elements, measured_at desc, id desc) where gone_at is null;
create index concurrently library_curves_payer_elements on library_curves (payer_id, elements, measured_at desc, id desc) where gone_at is null;
