import { useState } from 'react'
import { staffOrderList } from '../../orders/lists/list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { NumberInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffContractIssue, staffContractsToDraw } from '../contract.ts'
import { ContractStageBadge } from '../contract-stage.tsx'
import { contractIndex, type ListedContract, staffContractList } from '../list-contract.ts'
import { StaffContractDialog } from './contract-view.tsx'
import { shortDay } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '合同 · 后台' }]

/** Orders that need a contract, and all contracts. */
export default function Contracts() {
  const [open, setOpen] = useState<string>()
  return (
    <div className="stack">
      <PageHeader title="合同" />
      <ToDraw />
      <IndexList
        index={contractIndex}
        call={staffContractList}
        looks={looks}
        more={[openColumn(setOpen)]}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有合同" icon="file">
            客户接受企业订单的报价后，在上方拟定合同。
          </EmptyState>
        }
      />
      {open && <StaffContractDialog contractNo={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** Orders with an accepted quote and without a contract. */
function ToDraw() {
  const allowed = useStaff().may('contract.issue')
  const [page, setPage] = useState(1)
  const waiting = useCall(staffContractsToDraw, { page, size: 10 }, { enabled: allowed, refetchSeconds: 60 })
  const [drawing, setDrawing] = useState<string>()
  const [days, setDays] = useState<number>()
  const { submit: issue } = useAct(staffContractIssue, {
    refreshes: [staffContractsToDraw, staffContractList, staffOrderList],
  })
  if (!allowed || !waiting.data || waiting.data.total === 0) return null
  return (
    <Card title={`待拟定合同 ${waiting.data.total}`}>
      <PagedTable
        of={waiting}
        page={page}
        onPage={setPage}
        caption="待拟定合同的订单"
        columns={drawColumns((orderNo) => {
          setDays(undefined)
          setDrawing(orderNo)
        })}
        rowKey={(row) => row.orderNo}
      />
      <ConfirmDialog
        open={drawing !== undefined}
        onClose={() => setDrawing(undefined)}
        title="拟定合同"
        confirmLabel="拟定并发给客户"
        onConfirm={async () => {
          const { contractNo } = await issue({ orderNo: drawing ?? '', deliveryDays: days })
          toast.success(`合同 ${contractNo} 已发给客户`)
        }}
      >
        <div className="stack">
          <p>按已接受的报价和客户资料生成合同，通知客户在 15 天内签署。</p>
          <Field label="交付期限" hint="自样品与款项均到齐之日起；不填则取各项目公布的最长周期">
            <NumberInput value={days ?? null} onValue={setDays} unit="个工作日" inputMode="numeric" />
          </Field>
        </div>
      </ConfirmDialog>
    </Card>
  )
}

function drawColumns(draw: (orderNo: string) => void): Column<OutputOf<typeof staffContractsToDraw>['list'][number]>[] {
  return [
    {
      key: 'no',
      header: '订单',
      rowHeader: true,
      render: (row) => <SmartLink to={`/console/orders/${row.orderNo}`}>{row.orderNo}</SmartLink>,
    },
    { key: 'customer', header: '客户', render: (row) => row.customerName },
    { key: 'title', header: '项目', render: (row) => row.title },
    {
      key: 'amount',
      header: '报价',
      align: 'end',
      render: (row) => (row.amountFen === null ? '—' : <Money fen={row.amountFen} />),
    },
    {
      key: 'do',
      header: '操作',
      render: (row) => (
        <Button size="s" variant="primary" aria-label={`拟定合同 ${row.orderNo}`} onClick={() => draw(row.orderNo)}>
          拟定合同
        </Button>
      ),
    },
  ]
}

const looks: IndexListProps<ListedContract, keyof typeof contractIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.contractNo}</span> },
  company: { line: 2 },
  order: {
    render: (row) => (
      <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
        {row.orderNo}
      </SmartLink>
    ),
  },
  amount: { line: 2 },
  signBy: { render: (row) => <span className="num">{shortDay(row.signBy)}</span> },
  stage: { line: 1, render: (row) => <ContractStageBadge stage={row.stage} /> },
}

function openColumn(open: (contractNo: string) => void): Column<ListedContract> {
  return {
    key: 'do',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button
        size="s"
        variant={row.stage === 'to_seal' ? 'primary' : 'secondary'}
        aria-label={`${row.stage === 'to_seal' ? '核对并盖章' : '查看'} ${row.contractNo}`}
        onClick={() => open(row.contractNo)}
      >
        {row.stage === 'to_seal' ? '核对并盖章' : '查看'}
      </Button>
    ),
  }
}
