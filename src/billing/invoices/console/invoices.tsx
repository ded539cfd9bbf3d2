import { useState } from 'react'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { useIndexAddress } from '../../../ui/index/use-index-address.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { InvoiceBadge } from '../invoice-badge.tsx'
import { invoiceIndex, type StaffApplication, staffInvoiceList } from '../list-contract.ts'
import { staffInvoiceApprove, staffInvoiceReject } from '../staff-contract.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { ExportButton, ImportDialog } from './exchange.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { invoiceLifecycle } from '../rules.ts'

export const meta = () => [{ title: '发票 · 明析科测' }]

const approve = bulkVerb<StaffApplication, typeof staffInvoiceApprove>(
  staffInvoiceApprove,
  ({ id, version }) => ({ id, version, way: 'manual' }),
  {
    label: '通过申请（人工开票）',
    unfit: unfitFor(invoiceLifecycle, 'approve'),
    text: (count) => `通过 ${count} 份开票申请，由财务人工开票。不在待审核状态的会被拒绝。`,
  },
)

const reject = bulkVerb<StaffApplication, typeof staffInvoiceReject>(
  staffInvoiceReject,
  ({ id, version }, reason) => ({ id, version, reason }),
  {
    label: '驳回申请',
    unfit: unfitFor(invoiceLifecycle, 'reject'),
    danger: true,
    reason: '驳回原因',
    text: (count) => `驳回 ${count} 份开票申请，客户会看到原因。`,
  },
)

export default function ConsoleInvoices() {
  const { query } = useIndexAddress(invoiceIndex)
  const [open, setOpen] = useState<StaffApplication>()
  const { may } = useStaff()
  const address = useAddress()
  // The guide of a new laboratory leads here with the dialog open.
  const [dialog, setDialog] = useState<'import' | 'settings' | undefined>(
    address.get('open') === 'settings' && may('invoice.settings') ? 'settings' : undefined,
  )
  const { columns: _, ...filter } = query
  return (
    <div className="stack">
      <PageHeader
        title="发票"
        sub="审核开票申请，登记或自动开具数电发票，确认红冲"
        actions={
          <span className="cluster">
            {may('invoice.export') && <ExportButton filter={filter as never} />}
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
      <IndexList
        index={invoiceIndex}
        call={staffInvoiceList}
        looks={looks}
        more={[actColumn(setOpen)]}
        bulk={[...(may('invoice.approve') ? [approve] : []), ...(may('invoice.reject') ? [reject] : [])]}
        refetchSeconds={60}
        renderBeside={(data) => (
          <>
            {!data.ready && may('invoice.settings') && (
              <p role="status" style={{ color: 'var(--warn)' }}>
                还没有填写开票方信息或税收分类编码，请先在开票设置中补全。
              </p>
            )}
            {open && (
              <ApplicationDialog
                row={data.list.find((row) => row.id === open.id) ?? open}
                providerLabel={data.providerLabel}
                today={data.today}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      />
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'settings' && <SettingsDialog onClose={() => setDialog(undefined)} />}
    </div>
  )
}

const looks: IndexListProps<StaffApplication, keyof typeof invoiceIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.applicationNo}</span> },
  customer: {
    render: (row) => <CustomerCell {...row} />,
  },
  title: { line: 2 },
  amount: { line: 2 },
  invoice: { render: (row) => <span className="num">{row.invoiceNo ?? '—'}</span> },
  stage: {
    line: 1,
    render: (row) => (
      <span className="cluster">
        <InvoiceBadge row={row} />
        {row.fault !== '' && <StageBadge tone="danger">需处理</StageBadge>}
        {row.fault === '' && row.atProvider && <StageBadge tone="work">平台处理中</StageBadge>}
      </span>
    ),
  },
}

function actColumn(onOpen: (row: StaffApplication) => void): Column<StaffApplication> {
  return {
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
  }
}
