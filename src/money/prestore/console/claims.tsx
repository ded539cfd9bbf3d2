import { useState } from 'react'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { type StaffClaim, transferReject } from '../contract.ts'
import { bankList, claimIndex, staffTransferList } from '../list-contract.ts'
import { TransferStageBadge } from '../stage-badge.tsx'
import { VoucherLink } from '../voucher-link.tsx'
import css from './bank.module.css'
import { ClaimDialog, type ClaimDecision } from './claim-dialog.tsx'
import { transferLifecycle } from '../rules.ts'

export const meta = () => [{ title: '转账申请 · 明析科测' }]

const reject = bulkVerb<StaffClaim, typeof transferReject>(
  transferReject,
  ({ id, version }, reason) => ({ claimId: id, version, reason }),
  {
    label: '驳回申请',
    unfit: unfitFor(transferLifecycle, 'reject'),
    danger: true,
    reason: '驳回原因',
    text: (count) => `驳回 ${count} 份转账申请，客户会看到原因。不在待审核状态的会被拒绝。`,
  },
)

export default function TransferClaims() {
  const { may } = useStaff()
  const [open, setOpen] = useState<ClaimDecision>()
  return (
    <div className="stack">
      <PageHeader title="转账申请" sub="预存、结算单与预付款的银行转账；凭证仅供参考，核销在“银行流水”页进行" />
      <IndexList
        index={claimIndex}
        call={staffTransferList}
        looks={looks}
        more={[actColumn(may('transfer.match'), (action, row) => setOpen({ action, row }))]}
        bulk={may('transfer.reject') ? [reject] : []}
        refreshes={[bankList]}
      />
      {open && <ClaimDialog {...open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const looks: IndexListProps<StaffClaim, keyof typeof claimIndex.fields>['looks'] = {
  customer: { line: 1, rowHeader: true, render: (row) => <CustomerCell {...row} /> },
  kind: { line: 2, render: (row) => row.title },
  amount: { line: 2 },
  stage: {
    line: 1,
    render: (row) => (
      <div>
        <TransferStageBadge stage={row.stage}>{row.stageLabel}</TransferStageBadge>
        {row.bankLine && <CellNote>流水 {row.bankLine.serial}</CellNote>}
        {row.matchedByName && <CellNote>{row.matchedByName} 核销</CellNote>}
        {row.overrideReason && <CellNote>核销原因：{row.overrideReason}</CellNote>}
        {row.rejectReason && <CellNote>{row.rejectReason}</CellNote>}
      </div>
    ),
  },
}

function actColumn(
  mayMatch: boolean,
  onOpen: (action: ClaimDecision['action'], row: StaffClaim) => void,
): Column<StaffClaim> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <span className={css.acts}>
        {row.voucherFileId !== null && <VoucherLink fileId={row.voucherFileId} staff />}
        {mayMatch && row.mayConfirm && (
          <Button
            size="s"
            variant="primary"
            aria-label={`复核到账 ${claimIndex.key(row)}`}
            onClick={() => onOpen('confirm', row)}
          >
            复核到账
          </Button>
        )}
        {mayMatch && row.stage === 'checking' && (
          <Button size="s" aria-label={`退回 ${claimIndex.key(row)}`} onClick={() => onOpen('return', row)}>
            退回
          </Button>
        )}
        {mayMatch && row.stage === 'pending' && (
          <Button size="s" aria-label={`驳回 ${claimIndex.key(row)}`} onClick={() => onOpen('reject', row)}>
            驳回
          </Button>
        )}
      </span>
    ),
  }
}
