import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select, TextInput } from '../../../ui/input.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { StageBadge } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { InvoiceBadge } from '../invoice-badge.tsx'
import { invoiceLifecycle, type InvoiceStage } from '../rules.ts'
import { type StaffApplication, staffInvoiceList } from '../staff-contract.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { ExportButton, ImportDialog } from './exchange.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

export const meta = () => [{ title: '发票 · 明析科测' }]

const stages = [
  'pending',
  'issuing',
  'reddening',
  'issued',
  'sent',
  'rejected',
  'cancelled',
  'reddened',
  'all',
] as const
const types = ['0', '1', '3'] as const
const ways = ['', 'manual', 'nuonuo'] as const
const PAGE_SIZE = 20

export default function ConsoleInvoices() {
  const address = useAddress()
  const tab = address.oneOf('stage', stages)
  const filter = {
    stage: tab === 'all' ? ('' as const) : tab,
    type: Number(address.oneOf('type', types)) as 0 | 1 | 3,
    way: address.oneOf('way', ways),
    words: address.get('kw').slice(0, 60),
    from: dayOf(address.get('from')),
    until: dayOf(address.get('until')),
  }
  const list = useCall(staffInvoiceList, { ...filter, page: address.page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const [open, setOpen] = useState<StaffApplication>()
  const [dialog, setDialog] = useState<'import' | 'settings'>()
  const { may } = useStaff()
  return (
    <div className="stack">
      <PageHeader
        title="发票"
        sub="审核开票申请，登记或自动开具数电发票，确认红冲"
        actions={
          <span className="cluster">
            {may('invoice.export') && <ExportButton filter={filter} total={list.data?.total ?? 0} />}
            {may('invoice.issue') && (
              <Button icon="upload" onClick={() => setDialog('import')}>
                导入结果
              </Button>
            )}
            {may('invoice.settings') && (
              <Button icon="edit" onClick={() => setDialog('settings')}>
                开票设置
              </Button>
            )}
          </span>
        }
      />
      {list.data && !list.data.ready && may('invoice.settings') && (
        <p role="status" style={{ color: 'var(--warn)' }}>
          还没有填写开票方信息或税收分类编码，请先在开票设置中补全。
        </p>
      )}
      <LinkTabs
        label="申请状态"
        tabs={stages.map((key) => ({
          to: address.href({ stage: key === 'pending' ? '' : key }),
          label: key === 'all' ? '全部' : invoiceLifecycle.stages[key],
          current: key === tab,
          count: key === 'all' ? undefined : list.data?.counts[key as InvoiceStage],
        }))}
      />
      <Filters key={filter.words} filter={filter} />
      {list.data && (
        <p>
          {list.data.total} 笔，价税合计 <Money fen={list.data.amountFen} />
          ，其中税额 <Money fen={list.data.taxFen} />
        </p>
      )}
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        lines
        caption="开票申请"
        columns={columns(setOpen)}
        rowKey={(row) => row.applicationNo}
        empty={<EmptyState title="没有符合条件的开票申请" icon="file" />}
      />
      {open && (
        <ApplicationDialog
          row={list.data?.list.find((row) => row.id === open.id) ?? open}
          providerLabel={list.data?.providerLabel ?? null}
          today={list.data?.today ?? ''}
          onClose={() => setOpen(undefined)}
        />
      )}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(undefined)} />}
    </div>
  )
}

interface FilterValues {
  type: number
  way: string
  words: string
  from: string
  until: string
}

function Filters({ filter }: { filter: FilterValues }) {
  const { href } = useAddress()
  const navigate = useNavigate()
  const go = (change: Record<string, string | number>) => void navigate(href(change))
  return (
    <Toolbar>
      <Field label="类型" hideLabel>
        <Select
          value={String(filter.type)}
          options={[
            { value: '0', label: '全部类型' },
            { value: '1', label: '普通发票' },
            { value: '3', label: '专用发票' },
          ]}
          onValue={(type) => go({ type: type === '0' ? '' : type })}
        />
      </Field>
      <Field label="开票方式" hideLabel>
        <Select
          value={filter.way}
          options={[
            { value: '', label: '全部方式' },
            { value: 'manual', label: '人工' },
            { value: 'nuonuo', label: '开票平台' },
          ]}
          onValue={(way) => go({ way })}
        />
      </Field>
      <Field label="申请日期从" hideLabel>
        <TextInput
          type="date"
          aria-label="申请日期从"
          defaultValue={filter.from}
          onChange={(event) => go({ from: event.target.value })}
        />
      </Field>
      <Field label="申请日期到" hideLabel>
        <TextInput
          type="date"
          aria-label="申请日期到"
          defaultValue={filter.until}
          onChange={(event) => go({ until: event.target.value })}
        />
      </Field>
      <SearchBox
        label="搜索开票申请"
        placeholder="申请单号、抬头、税号、发票号码"
        defaultValue={filter.words}
        onSearch={(kw) => go({ kw })}
        hotkey
      />
      {filter.words !== '' && <Button onClick={() => go({ kw: '' })}>清除搜索</Button>}
    </Toolbar>
  )
}

function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

function columns(onOpen: (row: StaffApplication) => void): Column<StaffApplication>[] {
  return [
    {
      key: 'no',
      line: 1,
      header: '申请单号',
      rowHeader: true,
      render: (row) => <span className="num">{row.applicationNo}</span>,
    },
    {
      key: 'customer',
      header: '客户',
      render: (row) => (
        <span>
          {row.customerName} <span className="num">{row.customerPhone}</span>
        </span>
      ),
    },
    { key: 'title', line: 2, header: '抬头', render: (row) => row.title },
    { key: 'type', header: '类型', render: (row) => (row.type === 3 ? '专票' : '普票') },
    { key: 'amount', line: 2, header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    { key: 'day', header: '申请时间', render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span> },
    { key: 'invoice', header: '发票号码', render: (row) => <span className="num">{row.invoiceNo ?? '—'}</span> },
    {
      key: 'stage',
      line: 1,
      header: '状态',
      render: (row) => (
        <span className="cluster">
          <InvoiceBadge row={row} />
          {row.fault !== '' && <StageBadge tone="danger">需处理</StageBadge>}
          {row.fault === '' && row.atProvider && <StageBadge tone="work">平台处理中</StageBadge>}
        </span>
      ),
    },
    {
      key: 'acts',
      line: 1,
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => (
        <Button size="s" aria-label={`办理 ${row.applicationNo}`} onClick={() => onOpen(row)}>
          办理
        </Button>
      ),
    },
  ]
}
