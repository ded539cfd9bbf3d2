import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Toolbar } from '../../../ui/tables/toolbar.tsx'
import { type Address, useAddress } from '../../../ui/tables/use-address.ts'
import {
  type StatementBatch,
  staffStatementBatch,
  staffStatementBatches,
  staffStatementFile,
  staffStatementFind,
  staffStatementShow,
  staffStatementZip,
} from '../contract.ts'
import { monthsUntil, yearsUntil } from '../rules.ts'
import { StatementFigures } from '../statement-figures.tsx'
import { optionsOf } from '../statement-panel.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '对账单 · 明析科测' }]

export default function StatementsPage() {
  const { may } = useStaff()
  const address = useAddress()
  return (
    <div className="stack">
      <PageHeader title="对账单" sub="单个客户的月度与年度对账单；或生成某月所有客户的对账单并打包下载" />
      <OneCustomer />
      <Card title="全部客户">
        <div className="stack">
          {may('statement.make') && <StartBatch />}
          <Batches address={address} />
        </div>
      </Card>
    </div>
  )
}

function OneCustomer() {
  const [kw, setKw] = useState('')
  const [customerId, setCustomerId] = useState<number>()
  const [months] = useState(() => monthsUntil(new Date()))
  const [years] = useState(() => yearsUntil(new Date()))
  const [period, setPeriod] = useState(months[0] ?? '')
  const found = useCall(staffStatementFind, { kw }, { enabled: kw.trim().length >= 2 })
  return (
    <Card title="单个客户">
      <div className="stack">
        <Toolbar>
          <Field label="客户" hideLabel>
            <TextInput
              value={kw}
              placeholder="姓名、单位或手机号"
              onValue={(value) => {
                setKw(value)
                setCustomerId(undefined)
              }}
            />
          </Field>
          <Field label="对账时段" hideLabel>
            <Select value={period} options={optionsOf(months, years)} onValue={setPeriod} />
          </Field>
        </Toolbar>
        {customerId === undefined && found.data && (
          <div className="cluster" role="group" aria-label="找到的客户">
            {found.data.list.length === 0 && <p>没有找到客户。</p>}
            {found.data.list.map((customer) => (
              <Button key={customer.id} size="s" onClick={() => setCustomerId(customer.id)}>
                {customer.name} {customer.phone}
              </Button>
            ))}
          </div>
        )}
        {customerId !== undefined && <Shown customerId={customerId} period={period} />}
      </div>
    </Card>
  )
}

function Shown({ customerId, period }: { customerId: number; period: string }) {
  const view = useCall(staffStatementShow, { customerId, period }, { alwaysAsk: true })
  const input = { customerId, period }
  const pdf = useDownload(() => send(staffStatementFile, { ...input, format: 'pdf', browserKey: browserKey() }))
  const xlsx = useDownload(() => send(staffStatementFile, { ...input, format: 'xlsx', browserKey: browserKey() }))
  return (
    <Loaded of={view}>
      {(data) => (
        <div className="stack">
          <div className="cluster">
            <strong>{[data.customerName, data.company].filter(Boolean).join(' · ')}</strong>
            <Button size="s" icon="download" busy={pdf.busy} onClick={() => void pdf.download()}>
              下载 PDF
            </Button>
            <Button size="s" icon="download" busy={xlsx.busy} onClick={() => void xlsx.download()}>
              下载 Excel
            </Button>
          </div>
          <StatementFigures view={data} />
        </div>
      )}
    </Loaded>
  )
}

function StartBatch() {
  const [months] = useState(() => monthsUntil(new Date()))
  const [month, setMonth] = useState(months[1] ?? '')
  const start = useAct(staffStatementBatch, {
    refreshes: [staffStatementBatches],
    onDone: () => toast.success('已开始生成，进度见下方'),
  })
  return (
    <Toolbar
      actions={
        <Button variant="primary" busy={start.busy} onClick={() => void start.run({ month })}>
          生成全部对账单
        </Button>
      }
    >
      <Field label="月份" hideLabel>
        <Select value={month} options={optionsOf(months, [])} onValue={setMonth} />
      </Field>
    </Toolbar>
  )
}

function Batches({ address }: { address: Address }) {
  const list = useCall(staffStatementBatches, { page: address.page, size: 20 }, { refetchSeconds: 5 })
  return (
    <PagedTable
      of={list}
      page={address.page}
      href={(page) => address.href({ page })}
      caption="批量对账单"
      columns={columns}
      rowKey={(row) => String(row.id)}
      empty={<EmptyState title="还没有批量生成过对账单" icon="file" />}
    />
  )
}

const columns: Column<StatementBatch>[] = [
  { key: 'period', header: '时段', rowHeader: true, render: (row) => row.label },
  {
    key: 'progress',
    header: '进度',
    render: (row) => (
      <StageBadge tone={row.finished ? 'ok' : 'info'}>
        {row.finished ? `已完成 ${row.total} 位客户` : `生成中 ${row.done} / ${row.total}`}
      </StageBadge>
    ),
  },
  { key: 'by', header: '生成人', render: (row) => row.createdByName },
  { key: 'at', header: '开始时间', render: (row) => <span className="num">{minuteText(row.createdAt)}</span> },
  {
    key: 'acts',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => row.finished && <ZipButton batch={row} />,
  },
]

function ZipButton({ batch }: { batch: StatementBatch }) {
  const { busy, download } = useDownload(() => send(staffStatementZip, { id: batch.id, browserKey: browserKey() }))
  return (
    <Button
      size="s"
      icon="download"
      busy={busy}
      aria-label={`下载 ZIP：${batch.label}`}
      onClick={() => void download()}
    >
      下载 ZIP
    </Button>
  )
}
