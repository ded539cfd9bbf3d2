import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { issuedOnLabels } from '../campaign-rules.ts'
import { couponKinds } from '../discount-rules.ts'
import { type CampaignItem, staffCampaigns } from '../staff-contract.ts'
import { conditionText, scopeText, valueText } from '../wording-rules.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { validText } from './valid-text.ts'

export const meta = () => [{ title: '优惠券 · 明析科测' }]

const states = ['running', 'ended'] as const
const labels = { running: '进行中', ended: '已结束' }

export default function ConsoleCoupons() {
  const { may } = useStaff()
  const address = useAddress()
  const navigate = useNavigate()
  const state = address.oneOf('state', states)
  const [adding, setAdding] = useState(false)
  const list = useCall(staffCampaigns, { running: state === 'running', page: address.page, size: 20 })
  return (
    <div className="stack">
      <PageHeader
        title="优惠券"
        sub="建立活动后，按客户、按条件、按事件或用兑换码发放"
        actions={
          may('coupon.edit') && (
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              新建活动
            </Button>
          )
        }
      />
      <LinkTabs
        label="活动状态"
        tabs={states.map((key) => ({ to: address.href({ state: key }), label: labels[key], current: key === state }))}
      />
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption={`${labels[state]}的优惠券活动`}
        columns={columns}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={`没有${labels[state]}的活动`} icon="star" />}
      />
      {adding && (
        <CampaignDialog onClose={() => setAdding(false)} onSaved={(id) => void navigate(`/console/coupons/${id}`)} />
      )}
    </div>
  )
}

const columns: Column<CampaignItem>[] = [
  {
    key: 'name',
    header: '活动',
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/coupons/${row.id}`}>{row.name}</SmartLink>,
  },
  {
    key: 'terms',
    header: '优惠',
    render: (row) => `${couponKinds[row.kind]} ${valueText(row)}，${conditionText(row)}`,
  },
  { key: 'scope', header: '范围', render: (row) => scopeText(row) },
  { key: 'valid', header: '有效期', render: (row) => validText(row) },
  {
    key: 'on',
    header: '自动发放',
    render: (row) => (row.issuedOn === 'none' ? '—' : issuedOnLabels[row.issuedOn]),
  },
  {
    key: 'issued',
    header: '已发放',
    align: 'end',
    render: (row) => <span className="num">{shareOf(row.issued, row.issueLimit)}</span>,
  },
  {
    key: 'used',
    header: '占用 / 已用',
    align: 'end',
    render: (row) => (
      <span className="num">
        {row.lockedCount} / {row.usedCount}
      </span>
    ),
  },
  { key: 'sum', header: '已优惠', align: 'end', render: (row) => <Money fen={row.usedFen} /> },
]

function shareOf(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} / ${limit}`
}
