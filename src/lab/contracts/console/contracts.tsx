import { useState } from 'react'
import { staffOrderList } from '../../orders/list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberInput } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { staffContractIssue, staffContractList, staffContractsToDraw } from '../contract.ts'
import { ContractStageBadge } from '../contract-stage.tsx'
import { ContractTabs, useContractFilter } from '../contract-tabs.tsx'
import { StaffContractDialog } from './contract-view.tsx'

type Row = OutputOf<typeof staffContractList>['list'][number]

const PAGE_SIZE = 20

export const meta = () => [{ title: '合同 · 后台' }]

/** Orders that need a contract, and all contracts. */
export default function Contracts() {
  const filter = useContractFilter()
  const [open, setOpen] = useState<string>()
  const { stage, page } = filter
  const list = useCall(staffContractList, { stage, page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  return (
    <div className="stack">
      <PageHeader title="合同" />
      <ToDraw />
      <ContractTabs filter={filter} />
      <PagedTable
        of={list}
        page={page}
        href={(to) => filter.href({ page: to })}
        caption="合同列表"
        columns={columnsOf(setOpen)}
        rowKey={(row) => row.contractNo}
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

function columnsOf(open: (contractNo: string) => void): Column<Row>[] {
  return [
    { key: 'no', header: '合同', rowHeader: true, render: (row) => <span className="num">{row.contractNo}</span> },
    { key: 'company', header: '委托方', render: (row) => row.company },
    {
      key: 'order',
      header: '订单',
      render: (row) => <SmartLink to={`/console/orders/${row.orderNo}`}>{row.orderNo}</SmartLink>,
    },
    { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    { key: 'signBy', header: '签署期限', render: (row) => <span className="num">{row.signBy.slice(0, 10)}</span> },
    {
      key: 'stage',
      header: '状态',
      render: (row) => <ContractStageBadge stage={row.stage} />,
    },
    {
      key: 'do',
      header: '操作',
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
    },
  ]
}
