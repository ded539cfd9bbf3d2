-- What the pages promise of pickup and invoices is what the house does today: the manager arranges both. Texts that were edited stay as they are.
update pages set body_html = replace(body_html,
  '{{取样城市}}可免费上门取样，最多提前 14 天预约，当天的预约在 15:00 前提交。下单时选择「上门取样」，再选日期与时段即可。',
  '可免费上门取样的城市：{{取样城市}}。提交订单后请联系客户经理，约定取样的日期与时段。')
where slug = 'guide';
update pages set body_html = replace(body_html, '发票金额以实际付款为限，可在线申请。', '发票金额以实际付款为限，请向客户经理申请。')
where slug = 'license';
