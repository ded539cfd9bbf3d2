import { useState } from 'react'
import { bankList } from '../list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Address, useAddress } from '../../../ui/use-address.ts'
import {
  transferConfirmMatch,
  transferReject,
  transferReturnMatch,
  type StaffClaim,
  staffTransferList,
} from '../contract.ts'
import { type TransferStage, transferLifecycle } from '../rules.ts'
import { TransferStageBadge } from '../stage-badge.tsx'
import { creditedText } from '../match-rules.ts'
import { VoucherLink } from '../voucher-link.tsx'
import css from './bank.module.css'

export const meta = () => [{ title: '转账申请 · 明析科测' }]

type RowAction = 'confirm' | 'return' | 'reject'
const stages = ['pending', 'checking', 'credited', 'rejected', 'cancelled'] as const satisfies TransferStage[]

export default function TransferClaims() {
  const address = useAddress()
  const stage = address.oneOf('stage', stages)
  const [open, setOpen] = useState<{ action: RowAction; row: StaffClaim }>()
  return (
    <div className="stack">
      <PageHeader title="转账申请" sub="预存、结算单与预付款的银行转账；凭证仅供参考，核销在“银行流水”页进行" />
      <LinkTabs
        label="申请状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key }),
          label: transferLifecycle.stages[key],
          current: key === stage,
        }))}
      />
      <Claims stage={stage} address={address} onOpen={(action, row) => setOpen({ action, row })} />
      <DeedDialog open={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}

function Claims({
  stage,
  address: { page, href },
  onOpen,
}: {
  stage: TransferStage
  address: Address
  onOpen: (action: RowAction, row: StaffClaim) => void
}) {
  const { may } = useStaff()
  const list = useCall(staffTransferList, { stage, page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      href={(to) => href({ page: to })}
      caption={`${transferLifecycle.stages[stage]}的转账申请`}
      columns={columns(may('transfer.match'), onOpen)}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title={`没有${transferLifecycle.stages[stage]}的申请`} icon="wallet" />}
    />
  )
}

function columns(mayMatch: boolean, onOpen: (action: RowAction, row: StaffClaim) => void): Column<StaffClaim>[] {
  return [
    { key: 'at', header: '申请时间', render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span> },
    {
      key: 'customer',
      header: '客户',
      rowHeader: true,
      render: (row) => (
        <span>
          {row.customerName || '未填姓名'} <span className="num">{row.customerPhone}</span>
        </span>
      ),
    },
    { key: 'for', header: '用途', render: (row) => row.title },
    { key: 'payer', header: '付款户名', render: (row) => row.payerName },
    { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    {
      key: 'state',
      header: '状态',
      render: (row) => (
        <span>
          <TransferStageBadge stage={row.stage}>{row.stageLabel}</TransferStageBadge>
          {row.bankLine && <div className={css.note}>流水 {row.bankLine.serial}</div>}
          {row.matchedByName && <div className={css.note}>{row.matchedByName} 核销</div>}
          {row.overrideReason && <div className={css.note}>核销原因：{row.overrideReason}</div>}
          {row.rejectReason && <div className={css.note}>{row.rejectReason}</div>}
        </span>
      ),
    },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      render: (row) => (
        <span className={css.acts}>
          {row.voucherFileId !== null && <VoucherLink fileId={row.voucherFileId} staff />}
          {mayMatch && row.mayConfirm && (
            <Button size="s" variant="primary" onClick={() => onOpen('confirm', row)}>
              复核到账
            </Button>
          )}
          {mayMatch && row.stage === 'checking' && (
            <Button size="s" onClick={() => onOpen('return', row)}>
              退回
            </Button>
          )}
          {mayMatch && row.stage === 'pending' && (
            <Button size="s" onClick={() => onOpen('reject', row)}>
              驳回
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function DeedDialog({
  open,
  onClose,
}: {
  open: { action: RowAction; row: StaffClaim } | undefined
  onClose: () => void
}) {
  const refreshes = [staffTransferList, bankList]
  const confirm = useAct(transferConfirmMatch, {
    refreshes,
    onDone: (done) => toast.success(`已复核，${creditedText(done)}`),
  })
  const giveBack = useAct(transferReturnMatch, { refreshes, onDone: () => toast.success('已退回，流水可重新核销') })
  const reject = useAct(transferReject, { refreshes, onDone: () => toast.success('已驳回，客户会收到通知') })
  if (!open) return null
  const { action, row } = open
  const target = { claimId: row.id, version: row.version }
  const act = {
    confirm: () => confirm.submit(target),
    return: (reason: string) => giveBack.submit({ ...target, reason }),
    reject: (reason: string) => reject.submit({ ...target, reason }),
  }[action]
  const words = { confirm: '复核到账', return: '退回核销', reject: '驳回申请' }[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={({ reason }) => act(reason)}
      title={words}
      confirmLabel={words}
      danger={action === 'reject'}
      reason={
        action === 'confirm' ? undefined : { label: action === 'return' ? '退回原因' : '驳回原因', required: true }
      }
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={row.amountFen} />
        {row.bankLine && `，银行流水 ${row.bankLine.serial}（${row.bankLine.payer}）`}
      </p>
      {row.overrideReason && <p>流水的识别码或金额与申请不符，核销原因：{row.overrideReason}</p>}
    </ConfirmDialog>
  )
}
