import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import {
  journalFormats,
  type JournalExport,
  staffAccountCodes,
  staffJournalFile,
  staffJournalMake,
  staffJournals,
} from '../contract.ts'
import { details } from '../rules.ts'
import { CodesForm } from './codes-form.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '会计凭证 · 明析科测' }]

type JournalRange = InputOf<typeof staffJournalMake>
type CodesAnswer = OutputOf<typeof staffAccountCodes>

/** Vouchers of closed days for the accounting software, and the chart of accounts behind them. */
export default function Accounting() {
  const address = useAddress()
  const codes = useCall(staffAccountCodes, {})
  const list = useCall(staffJournals, { page: address.page, size: 20 })
  return (
    <div className="stack">
      <PageHeader title="会计凭证" sub="把已日结的收支导出为凭证，供财务软件导入；同一次导出再次下载，内容不变" />
      <Loaded of={codes}>
        {(data) => (
          <>
            <Range data={data} />
            <section className="stack">
              <h2>导出记录</h2>
              <PagedTable
                of={list}
                page={address.page}
                href={(page) => address.href({ page })}
                caption="导出记录"
                columns={columns}
                rowKey={(row) => String(row.id)}
                empty={<EmptyState title="还没有导出过凭证" icon="file" />}
              />
            </section>
            <Codes data={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Range({ data }: { data: CodesAnswer }) {
  const { may } = useStaff()
  const act = useAct(staffJournalMake, { refreshes: [staffJournals] })
  const [repeated, setRepeated] = useState<{ input: JournalRange; says: string }>()
  const until = data.closedUntil
  const make = async (input: JournalRange) => {
    const { lines } = await act.submit(input)
    toast.success(`已生成 ${lines} 条分录，可在导出记录中下载`)
  }
  const form = useZodForm({
    schema: staffJournalMake.input,
    initial: { fromDay: until ? `${until.slice(0, 7)}-01` : '', toDay: until ?? '', detail: 'day' },
    onSubmit: async (input) => {
      try {
        await make(input)
      } catch (cause) {
        if (!(cause instanceof ApiError && cause.error === 'exportedBefore')) throw cause
        setRepeated({ input, says: cause.message })
      }
    },
  })
  if (until === null)
    return (
      <Card>
        还没有日结的日期。请先在 <SmartLink to="/console/days">日结</SmartLink> 中日结，再导出凭证。
      </Card>
    )
  if (!may('books.export')) return <Card>已日结至 {until}。您的角色可以查看导出记录，不能导出。</Card>
  return (
    <Card title="导出凭证">
      <Form form={form} aria-label="导出凭证">
        <FormRow>
          <Field label="开始日期" of={form.at('fromDay')} required>
            <TextInput type="date" max={until} />
          </Field>
          <Field label="结束日期" of={form.at('toDay')} required hint={`已日结至 ${until}`}>
            <TextInput type="date" max={until} />
          </Field>
          <Field label="凭证" of={form.at('detail')} required>
            <Select options={Object.entries(details).map(([value, label]) => ({ value, label }))} />
          </Field>
        </FormRow>
        <p>
          收入在收款或从预付款转入时入账；已核定未收的款见{' '}
          <SmartLink to="/console/settlements/receivables">应收款</SmartLink>。信用额度与积分不是资金，不出凭证。
        </p>
        <FormActions>
          <Button type="submit" variant="primary" busy={form.busy}>
            生成凭证
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        open={repeated !== undefined}
        onClose={() => setRepeated(undefined)}
        onConfirm={() => repeated && make({ ...repeated.input, again: true })}
        title="重复导出凭证"
        confirmLabel="仍然生成"
        danger
      >
        <p>{repeated?.says}。再次导入财务软件会重复记账；只需要文件时，请在导出记录中下载。</p>
      </ConfirmDialog>
    </Card>
  )
}

const columns: Column<JournalExport>[] = [
  {
    key: 'days',
    header: '日期',
    rowHeader: true,
    render: (row) => (
      <span className="num">
        {row.fromDay} 至 {row.toDay}
      </span>
    ),
  },
  { key: 'detail', header: '凭证', render: (row) => details[row.detail] },
  { key: 'lines', header: '分录', align: 'end', render: (row) => <span className="num">{row.lines}</span> },
  { key: 'sum', header: '借贷各计', align: 'end', render: (row) => <Money fen={row.sumFen} /> },
  {
    key: 'made',
    header: '导出',
    render: (row) => (
      <span>
        {row.madeByName} <span className="num">{minuteText(row.madeAt)}</span>
      </span>
    ),
  },
  {
    key: 'files',
    header: <span className="visually-hidden">下载</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => <Files row={row} />,
  },
]

function Files({ row }: { row: JournalExport }) {
  const { may } = useStaff()
  if (!may('books.export')) return null
  return (
    <span className="cluster">
      {Object.entries(journalFormats).map(([format, label]) => (
        <FileButton key={format} row={row} format={format as keyof typeof journalFormats} label={label} />
      ))}
    </span>
  )
}

function FileButton({
  row,
  format,
  label,
}: {
  row: JournalExport
  format: keyof typeof journalFormats
  label: string
}) {
  const { busy, download } = useDownload(() => send(staffJournalFile, { id: row.id, format, browserKey: browserKey() }))
  return (
    <Button
      size="s"
      icon="download"
      busy={busy}
      aria-label={`${label} ${row.fromDay} 至 ${row.toDay}`}
      onClick={() => void download()}
    >
      {label}
    </Button>
  )
}

function Codes({ data }: { data: CodesAnswer }) {
  const { may } = useStaff()
  const [editing, setEditing] = useState(false)
  return (
    <section className="stack">
      <div className="cluster" style={{ justifyContent: 'space-between' }}>
        <h2>科目对应</h2>
        {may('books.export') && (
          <Button icon="edit" onClick={() => setEditing(true)}>
            修改科目
          </Button>
        )}
      </div>
      <p>填写销项税额的科目后，收入按发票设置的税率 {data.taxPercent}% 分出税额；留空时收入含税入账。</p>
      <Table
        caption="科目对应"
        hideCaption
        rows={data.list}
        rowKey={(row) => row.account}
        columns={[
          { key: 'label', header: '账户', rowHeader: true, render: (row) => row.label },
          { key: 'code', header: '科目编码', render: (row) => <span className="num">{row.code || '不分出'}</span> },
          { key: 'name', header: '科目名称', render: (row) => row.name },
        ]}
      />
      {editing && (
        <Dialog open onClose={() => setEditing(false)} title="修改科目">
          <CodesForm data={data} onClose={() => setEditing(false)} />
        </Dialog>
      )}
    </section>
  )
}
