import type { BookCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'

export const bookChecks: readonly BookCheck[] = [
  {
    key: 'coupons.uses',
    title: '优惠券活动的使用数等于已占用和已使用的券数，且不超过上限',
    invariant: 'I-10',
    faults: () => sql`
      select '活动「' || k.name || '」记使用 ' || k.uses || ' 次，券上为 ' || count(c.id) || ' 次，上限 ' || coalesce(k.use_limit::text, '不限') as fault
      from coupon_campaigns k left join coupons c on c.campaign_id = k.id and c.stage in ('locked', 'used')
      group by k.id having k.uses <> count(c.id) or k.uses > k.use_limit`,
  },
  {
    key: 'coupons.issued',
    title: '优惠券活动的发放数等于发出的券数，且不超过上限',
    invariant: 'I-10',
    faults: () => sql`
      select '活动「' || k.name || '」记发放 ' || k.issued || ' 张，实有 ' || count(c.id) || ' 张，上限 ' || coalesce(k.issue_limit::text, '不限') as fault
      from coupon_campaigns k left join coupons c on c.campaign_id = k.id
      group by k.id having k.issued <> count(c.id) or k.issued > k.issue_limit`,
  },
  {
    key: 'coupons.together',
    title: '一笔订单或结算最多用一张减价券和一张免邮券',
    invariant: 'I-10',
    faults: () => sql`
      select c.used_for || ' 使用 ' || count(*) || ' 张' || case when k.kind = 'shipping' then '免邮券' else '减价券' end as fault
      from coupons c join coupon_campaigns k on k.id = c.campaign_id where c.stage in ('locked', 'used')
      group by c.used_for, k.kind = 'shipping', case when k.kind = 'shipping' then '免邮券' else '减价券' end having count(*) > 1`,
  },
  {
    key: 'coupons.codes',
    title: '兑换码的使用次数不超过上限',
    invariant: 'I-10',
    faults: () => sql`
      select '兑换码 ' || code || ' 使用 ' || uses || ' 次，上限 ' || use_limit as fault from coupon_codes where uses > use_limit`,
  },
]
