import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { campaignIndex, staffCampaigns } from '../list-contract.ts'
import { type CampaignItem, staffCampaignStop } from '../staff-contract.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { validText } from './valid-text.ts'

export const meta = () => [{ title: '优惠券 · 明析科测' }]

const stop = bulkVerb<CampaignItem, typeof staffCampaignStop>(
  staffCampaignStop,
  ({ id, version }) => ({ id, version }),
  {
    label: '停止活动',
    danger: true,
    text: (count) => `停止 ${count} 个活动：不再发放，客户已领的优惠券仍可使用。`,
  },
)

export default function ConsoleCoupons() {
  const { may } = useStaff()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title="优惠券"
        sub="建立活动后，按客户、按条件、按事件或用兑换码发放"
        actions={
          <span className="cluster">
            <ButtonLink to="/console/coupons/issued">客户的优惠券</ButtonLink>
            {may('coupon.edit') && (
              <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                新建活动
              </Button>
            )}
          </span>
        }
      />
      <IndexList
        index={campaignIndex}
        call={staffCampaigns}
        looks={looks}
        bulk={may('coupon.edit') ? [stop] : []}
        empty={<EmptyState title="没有优惠券活动" icon="ticket" />}
      />
      {adding && (
        <CampaignDialog onClose={() => setAdding(false)} onSaved={(id) => void navigate(`/console/coupons/${id}`)} />
      )}
    </div>
  )
}

const looks: IndexListProps<CampaignItem, keyof typeof campaignIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/coupons/${row.id}`}>{row.name}</SmartLink>,
  },
  terms: { line: 2 },
  until: { render: (row) => validText(row) },
  on: { render: (row) => (row.issuedOn === 'none' ? '—' : campaignIndex.fields.on.options?.[row.issuedOn]) },
  issued: {
    line: 1,
    render: (row) => <span className="num">{shareOf(row.issued, row.issueLimit)}</span>,
  },
  uses: {
    render: (row) => (
      <span className="num">
        {row.lockedCount} / {row.usedCount}
      </span>
    ),
  },
  discount: { line: 2 },
}

function shareOf(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} / ${limit}`
}
