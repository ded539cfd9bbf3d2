import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { issuedIndex, type ListedCoupon, staffIssuedCoupons } from '../issued-contract.ts'
import { staffCouponWithdraw } from '../staff-contract.ts'
import { couponLifecycle } from '../rules.ts'

export const meta = () => [{ title: '客户的优惠券 · 明析科测' }]

/** Who holds which coupons, of all campaigns. */
export default function ConsoleIssuedCoupons() {
  const { may } = useStaff()
  return (
    <div className="stack">
      <PageHeader
        title="客户的优惠券"
        crumbs={[{ label: '优惠券', to: '/console/coupons' }, { label: '客户的优惠券' }]}
      />
      <IndexList
        index={issuedIndex}
        call={staffIssuedCoupons}
        looks={looks}
        bulk={may('coupon.withdraw') ? [withdraw] : []}
      />
    </div>
  )
}

const looks: IndexListProps<ListedCoupon, keyof typeof issuedIndex.fields>['looks'] = {
  customer: { line: 1, rowHeader: true },
  phone: { render: (row) => <span className="num">{row.customerPhone}</span> },
  campaign: {
    line: 2,
    render: (row) => <SmartLink to={`/console/coupons/${row.campaignId}`}>{row.campaignName}</SmartLink>,
  },
  stage: { line: 1, render: (row) => <StageBadge>{row.stageLabel}</StageBadge> },
  used: { render: (row) => <span className="num">{row.usedNo || '—'}</span> },
  discount: { line: 2 },
}

const withdraw = bulkVerb<ListedCoupon, typeof staffCouponWithdraw>(
  staffCouponWithdraw,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '收回',
    unfit: unfitFor(couponLifecycle, 'withdraw'),
    reason: '收回原因',
    danger: true,
    text: (count) => `收回 ${count} 张优惠券，客户会看到原因。已使用、占用中或已过期的会被拒绝。`,
  },
)
