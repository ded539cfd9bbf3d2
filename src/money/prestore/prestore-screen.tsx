import { type ReactNode, useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Money } from '../../ui/text/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Memo } from '../ledger/memo.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState, Skeleton } from '../../ui/feedback/states.tsx'
import type { Column } from '../../ui/tables/table.tsx'
import { type Tab, Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type Claim, prestoreApplyInit, prestoreList, transferApplyCancel, transferApplyList } from './contract.ts'
import { TransferStageBadge } from './stage-badge.tsx'
import { TransferInfo } from './transfer-info.tsx'
import { VoucherLink } from './voucher-link.tsx'
import { ClaimDialog } from './claims/claim-form.tsx'
import css from './prestore-screen.module.css'
import { minuteText } from '../../ui/text/day-text.ts'

interface Open {
  add?: true
  edit?: Claim
  cancel?: Claim
}

/** `actions` and `tabs`: other ways to move money of the balance and their lists, by slices that stand above this one. */
export function PrestoreScreen({ actions, tabs = [] }: { actions?: ReactNode; tabs?: Tab[] }) {
  const info = useCall(prestoreApplyInit, {})
  const [open, setOpen] = useState<Open>({})
  const close = () => setOpen({})
  const cancel = useAct(transferApplyCancel, {
    refreshes: [transferApplyList],
    onDone: () => toast.success('申请已撤销'),
  })
  return (
    <div className="stack">
      <PageHeader
        title="预存款"
        sub="可用于订单预付和结算付款，未用部分保留在账户中"
        actions={
          <div className="cluster">
            <Button icon="plus" disabled={!info.data} onClick={() => setOpen({ add: true })}>
              申请预存
            </Button>
            {actions}
          </div>
        }
      />
      <Loaded
        of={info}
        waiting={
          <div className={css.top}>
            <Skeleton lines={1} height={150} />
            <Skeleton lines={1} height={340} />
          </div>
        }
      >
        {(data) => (
          <div className={css.top}>
            <Card title="可用余额">
              <p className={css.balance}>
                <Money fen={data.balanceFen} />
              </p>
              <p className={css.note}>银行转账后提交申请，财务核对到账后计入余额。</p>
            </Card>
            <Card title="转账账户">
              <TransferInfo bank={data.bank} transferCode={data.transferCode} />
            </Card>
          </div>
        )}
      </Loaded>
      <Tabs
        label="预存款明细"
        tabs={[
          { id: 'claims', label: '转账申请', content: <Claims onOpen={setOpen} /> },
          { id: 'ledger', label: '收支明细', content: <Movements /> },
          ...tabs,
        ]}
      />
      {(open.add || open.edit) && (
        <ClaimDialog
          edit={open.edit}
          onClose={close}
          onSaved={() => toast.success(open.edit ? '申请已重新提交' : '申请已提交，核对到账后会通知您')}
        />
      )}
      <ConfirmDialog
        open={open.cancel !== undefined}
        onClose={close}
        onConfirm={() => open.cancel && cancel.submit({ id: open.cancel.id })}
        title="撤销转账申请"
        confirmLabel="撤销申请"
        danger
      >
        {open.cancel && (
          <p>
            将撤销 <Money fen={open.cancel.amountFen} /> 的转账申请（{open.cancel.title}
            ）。已转出的款项不受影响，需要时可重新提交。
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

function Claims({ onOpen }: { onOpen: (open: Open) => void }) {
  const [page, setPage] = useState(1)
  const list = useCall(transferApplyList, { page, size: 10 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption="转账申请"
      columns={claimColumns(onOpen)}
      rowKey={(row) => String(row.id)}
      empty={
        // No button here: the page's own button is right above, and two of the same name would be ambiguous.
        <EmptyState title="还没有转账申请" icon="wallet">
          转账后点上方「申请预存」，到账即可使用；付款时选择银行转账的申请也在这里。
        </EmptyState>
      }
    />
  )
}

function claimColumns(onOpen: (open: Open) => void): Column<Claim>[] {
  return [
    {
      key: 'created',
      header: '申请时间',
      rowHeader: true,
      render: (row) => <span className="num">{minuteText(row.createdAt)}</span>,
    },
    { key: 'for', header: '用途', render: (row) => row.title },
    { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    {
      key: 'payer',
      header: '付款方',
      render: (row) => (
        <span>
          {row.payerName}
          <span className={css.sub}>{row.transferredOn} 转账</span>
        </span>
      ),
    },
    {
      key: 'stage',
      header: '状态',
      render: (row) => (
        <span>
          <TransferStageBadge stage={row.stage}>{row.stageLabel}</TransferStageBadge>
          {row.rejectReason && <span className={css.sub}>原因：{row.rejectReason}</span>}
        </span>
      ),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => (
        <span className={css.actions}>
          {row.voucherFileId !== null && <VoucherLink fileId={row.voucherFileId} />}
          {row.mayEdit && (
            <Button variant="quiet" size="s" icon="edit" onClick={() => onOpen({ edit: row })}>
              修改
            </Button>
          )}
          {row.mayCancel && (
            <Button variant="quiet" size="s" onClick={() => onOpen({ cancel: row })}>
              撤销
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function Movements() {
  const [page, setPage] = useState(1)
  const list = useCall(prestoreList, { page, size: 20 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption="收支明细"
      columns={[
        { key: 'at', header: '时间', render: (row) => <span className="num">{minuteText(row.at)}</span> },
        { key: 'memo', header: '摘要', rowHeader: true, render: (row) => <Memo text={row.memo} /> },
        { key: 'amount', header: '收支', align: 'end', render: (row) => <Money fen={row.amountFen} signed /> },
        { key: 'balance', header: '余额', align: 'end', render: (row) => <Money fen={row.balanceFen} /> },
      ]}
      rowKey={(row) => String(row.id)}
      empty={
        <EmptyState title="还没有收支记录" icon="wallet">
          到账、付款和退回都会记在这里。
        </EmptyState>
      }
    />
  )
}
