import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { CellNote } from '../../ui/tables/cell-note.tsx'
import { Money } from '../../ui/text/money.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { prestoreApplyInit, prestoreList } from '../prestore/contract.ts'
import { type WithdrawalView, withdrawCancel, withdrawInit, withdrawList } from './contract.ts'
import { WithdrawalBadge } from './stage-badge.tsx'
import { minuteText } from '../../ui/text/day-text.ts'

/** The customer's withdrawals. */
export function WithdrawalList() {
  const [page, setPage] = useState(1)
  const [cancelling, setCancelling] = useState<WithdrawalView>()
  const list = useCall(withdrawList, { page, size: 10 })
  const cancel = useAct(withdrawCancel, {
    refreshes: [withdrawList, withdrawInit, prestoreApplyInit, prestoreList],
    onDone: () => toast.success('提现已撤销，金额已退回'),
  })
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        onPage={setPage}
        caption="提现记录"
        columns={[
          {
            key: 'no',
            header: '提现单号',
            rowHeader: true,
            render: (row) => (
              <span className="num">
                {row.withdrawalNo}
                <CellNote>{minuteText(row.createdAt)}</CellNote>
              </span>
            ),
          },
          {
            key: 'amount',
            header: '金额',
            align: 'end',
            render: (row) => (
              <span>
                <Money fen={row.amountFen} />
                <CellNote>{row.sourceLabel}</CellNote>
              </span>
            ),
          },
          {
            key: 'to',
            header: '收款账户',
            render: (row) => (
              <span>
                {row.holder}
                <CellNote>
                  {row.bank} <span className="num">{row.account}</span>
                </CellNote>
              </span>
            ),
          },
          {
            key: 'stage',
            header: '状态',
            render: (row) => (
              <span>
                <WithdrawalBadge stage={row.stage}>{row.stageLabel}</WithdrawalBadge>
                {row.rejectReason && <CellNote>原因：{row.rejectReason}</CellNote>}
                {row.reason && <CellNote>由财务发起：{row.reason}</CellNote>}
                {row.paidOn && <CellNote>{row.paidOn} 打款</CellNote>}
              </span>
            ),
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) =>
              row.mayCancel && (
                <Button
                  variant="quiet"
                  size="s"
                  aria-label={`撤销提现 ${row.withdrawalNo}`}
                  onClick={() => setCancelling(row)}
                >
                  撤销
                </Button>
              ),
          },
        ]}
        rowKey={(row) => String(row.id)}
        empty={
          <EmptyState title="还没有提现" icon="wallet">
            提现的款项汇入您的银行账户，申请与进度会显示在这里。
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={cancelling !== undefined}
        onClose={() => setCancelling(undefined)}
        onConfirm={() => cancelling && cancel.submit({ id: cancelling.id })}
        title="撤销提现"
        confirmLabel="撤销提现"
        danger
      >
        {cancelling && (
          <p>
            撤销后 <Money fen={cancelling.amountFen} /> 退回{cancelling.sourceLabel}。
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
