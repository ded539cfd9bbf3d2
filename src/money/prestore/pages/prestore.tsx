import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import {
  type Application,
  prestoreApplyCancel,
  prestoreApplyInit,
  prestoreApplyList,
  prestoreList,
} from '../contract.ts'
import { PrestoreStageBadge } from '../stage-badge.tsx'
import { TransferInfo } from '../transfer-info.tsx'
import { VoucherLink } from '../voucher-link.tsx'
import { ApplicationDialog } from './application-dialog.tsx'
import css from './prestore.module.css'

export const meta = () => [{ title: '预存款 · 明析科测' }]

interface Open {
  add?: true
  edit?: Application
  cancel?: Application
}

export default function PrestorePage() {
  const info = useCall(prestoreApplyInit, {})
  const [open, setOpen] = useState<Open>({})
  const close = () => setOpen({})
  const cancel = useAct(prestoreApplyCancel, {
    refreshes: [prestoreApplyList],
    onDone: () => toast.success('申请已撤销'),
  })
  return (
    <div className="stack">
      <PageHeader
        title="预存款"
        sub="可用于订单预付和结算付款，未用部分保留在账户中"
        actions={
          <Button variant="primary" icon="plus" disabled={!info.data} onClick={() => setOpen({ add: true })}>
            申请预存
          </Button>
        }
      />
      <Loaded of={info}>
        {(data) => (
          <div className={css.top}>
            <Card title="可用余额">
              <p className={css.balance}>
                <Money fen={data.balanceFen} />
              </p>
              <p className={css.note}>转账后提交申请，财务核对银行到账后计入余额。</p>
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
          { id: 'applications', label: '预存申请', content: <Applications onOpen={setOpen} /> },
          { id: 'ledger', label: '收支明细', content: <Movements /> },
        ]}
      />
      {info.data && (open.add || open.edit) && (
        <ApplicationDialog
          info={info.data}
          edit={open.edit}
          onClose={close}
          onSaved={() => toast.success(open.edit ? '申请已重新提交' : '申请已提交，核对到账后会通知您')}
        />
      )}
      <ConfirmDialog
        open={open.cancel !== undefined}
        onClose={close}
        onConfirm={() => open.cancel && cancel.submit({ id: open.cancel.id })}
        title="撤销预存申请"
        confirmLabel="撤销申请"
        danger
      >
        {open.cancel && (
          <p>
            将撤销 <Money fen={open.cancel.amountFen} /> 的预存申请。已转出的款项不受影响，需要时可重新申请。
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

function Applications({ onOpen }: { onOpen: (open: Open) => void }) {
  const [page, setPage] = useState(1)
  const list = useCall(prestoreApplyList, { page, size: 10 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption="预存申请"
      columns={applicationColumns(onOpen)}
      rowKey={(row) => String(row.id)}
      empty={
        // No button here: the page's own button is right above, and two of the same name would be ambiguous.
        <EmptyState title="还没有预存申请" icon="wallet">
          转账后点上方「申请预存」，到账即可使用。
        </EmptyState>
      }
    />
  )
}

function applicationColumns(onOpen: (open: Open) => void): Column<Application>[] {
  return [
    {
      key: 'created',
      header: '申请时间',
      rowHeader: true,
      render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span>,
    },
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
          <PrestoreStageBadge stage={row.stage}>{row.stageLabel}</PrestoreStageBadge>
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
        { key: 'at', header: '时间', render: (row) => <span className="num">{row.at.slice(0, 16)}</span> },
        { key: 'memo', header: '摘要', rowHeader: true, render: (row) => row.memo },
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
