import { useState } from 'react'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { staffPromoterApprove, staffPromoterReject } from '../contract.ts'
import { promoterIndex, type StaffPromoter, staffPromoters } from '../list-contract.ts'
import { PromoterBadge } from '../promoter-badge.tsx'
import { PromoterDialog } from './promoter-dialog.tsx'
import { RebateRulesDialog } from './rebate-rules-dialog.tsx'
import { promoterLifecycle } from '../rules.ts'

export const meta = () => [{ title: '推广合伙人 · 明析科测' }]

const approve = bulkVerb<StaffPromoter, typeof staffPromoterApprove>(
  staffPromoterApprove,
  ({ id, version }) => ({ id, version }),
  {
    label: '通过申请',
    unfit: unfitFor(promoterLifecycle, 'approve'),
    text: (count) => `通过 ${count} 份推广合伙人申请。不在待审核状态的会被拒绝。`,
  },
)

const reject = bulkVerb<StaffPromoter, typeof staffPromoterReject>(
  staffPromoterReject,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '驳回申请',
    unfit: unfitFor(promoterLifecycle, 'reject'),
    danger: true,
    reason: '驳回原因',
    text: (count) => `驳回 ${count} 份推广合伙人申请，客户会看到原因。`,
  },
)

export default function ConsolePromoters() {
  const { may } = useStaff()
  const [open, setOpen] = useState<StaffPromoter>()
  const [rules, setRules] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title="推广合伙人"
        sub="审核申请，查看绑定客户与返利，暂停或恢复资格"
        actions={
          <span className="cluster">
            <ButtonLink to="/console/rebates" icon="wallet">
              返利明细
            </ButtonLink>
            <Button icon="edit" onClick={() => setRules(true)}>
              返利规则
            </Button>
          </span>
        }
      />
      <IndexList
        index={promoterIndex}
        call={staffPromoters}
        looks={looks}
        more={[actColumn(setOpen)]}
        bulk={[...(may('promoter.approve') ? [approve] : []), ...(may('promoter.reject') ? [reject] : [])]}
        empty={<EmptyState title="没有推广合伙人" icon="users" />}
        renderBeside={(data) =>
          open && (
            <PromoterDialog
              row={data.list.find((row) => row.id === open.id) ?? open}
              onClose={() => setOpen(undefined)}
            />
          )
        }
      />
      {rules && <RebateRulesDialog onClose={() => setRules(false)} />}
    </div>
  )
}

const looks: IndexListProps<StaffPromoter, keyof typeof promoterIndex.fields>['looks'] = {
  customer: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <span>
        {row.customerName} <span className="num">{row.customerPhone}</span>
      </span>
    ),
  },
  pending: { line: 2 },
  earned: { line: 2 },
  stage: { line: 1, render: (row) => <PromoterBadge stage={row.stage} /> },
}

function actColumn(onOpen: (row: StaffPromoter) => void): Column<StaffPromoter> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button size="s" aria-label={`办理 ${row.customerName}`} onClick={() => onOpen(row)}>
        办理
      </Button>
    ),
  }
}
