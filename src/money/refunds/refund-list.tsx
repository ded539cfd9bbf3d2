import { useState } from 'react'
import { useCall } from '../../platform/client/use-call.ts'
import { CellNote } from '../../ui/tables/cell-note.tsx'
import { Money } from '../../ui/text/money.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { refundList } from './contract.ts'
import { RefundBadge } from './stage-badge.tsx'
import { minuteText } from '../../ui/text/day-text.ts'

/** The customer's refunds. */
export function RefundList() {
  const [page, setPage] = useState(1)
  const list = useCall(refundList, { page, size: 10 })
  return (
    <PagedTable
      of={list}
      page={page}
      onPage={setPage}
      caption="退款记录"
      columns={[
        {
          key: 'no',
          header: '退款单号',
          rowHeader: true,
          render: (row) => (
            <span className="num">
              {row.refundNo}
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
              <CellNote>{row.wayLabel}</CellNote>
            </span>
          ),
        },
        {
          key: 'subject',
          header: '付款单或订单',
          render: (row) => (
            <span className="num">
              {row.subjectNo}
              <CellNote>{row.reason}</CellNote>
            </span>
          ),
        },
        {
          key: 'stage',
          header: '状态',
          render: (row) => (
            <span>
              <RefundBadge stage={row.stage}>{row.stageLabel}</RefundBadge>
              {row.endReason && <CellNote>原因：{row.endReason}</CellNote>}
            </span>
          ),
        },
      ]}
      rowKey={(row) => row.refundNo}
      empty={
        <EmptyState title="还没有退款" icon="wallet">
          原路退回和退至余额的款项会记在这里。
        </EmptyState>
      }
    />
  )
}
