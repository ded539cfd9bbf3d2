-- Campaigns can give a coupon by themselves when an order's data did not come on the promised day. The rows before fit the narrower checks, so
-- nothing has to be read again.
alter table coupon_campaigns drop constraint coupon_campaigns_issued_on_check;
alter table coupon_campaigns add constraint coupon_campaigns_issued_on_check
  check (issued_on in ('none', 'register', 'first_order', 'promise_missed')) not valid;
alter table coupons drop constraint coupons_source_check;
alter table coupons add constraint coupons_source_check
  check (source in ('staff', 'segment', 'code', 'register', 'first_order', 'points', 'promise_missed')) not valid;
