import { DownloadButton } from '../../../core/files/download-button.tsx'
import { staffMayRead } from '../../../core/files/reader-rules.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { SameAsNote } from '../../../lab/plans/plan-table.tsx'
import css from './order-page.module.css'
import type { StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

/** The projects, with their parameters as the customer saw them and the calculation of each amount. */
export function LineCards({ order }: { order: StaffOrder }) {
  return order.lines.map((line) => (
    <Card
      key={line.id}
      title={line.projectName}
      actions={
        <span className="cluster">
          {line.urgent && <Tag tone="warn">加急</Tag>}
          <span>{line.sampleCount} 个样品</span>
        </span>
      }
    >
      {line.sameAs && <SameAsNote orderNo={line.sameAs} />}
      <DescriptionList items={line.described.map(({ label, text }) => ({ term: label, value: text }))} />
      {line.files.length > 0 && <FileList caption={`${line.projectName}的附件`} files={line.files} />}
      <div className={css.prices}>
        {line.priceLines.length > 0 && (
          <Table
            caption={`${line.projectName}的费用构成`}
            hideCaption
            noCards
            columns={[
              { key: 'label', header: '费用项', rowHeader: true, render: (row) => row.label },
              { key: 'unit', header: '单价', align: 'end', render: (row) => <Money fen={row.unitFen} /> },
              { key: 'quantity', header: '数量', align: 'end', render: (row) => `${row.quantity} ${row.unit}` },
              { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
            ]}
            rows={line.priceLines}
            rowKey={(row) => row.label + row.amountFen}
          />
        )}
        <p className={css.subtotal}>
          <span>小计</span>
          {line.amountFen === null ? '待报价' : <Money fen={line.amountFen} price />}
        </p>
      </div>
    </Card>
  ))
}

/** Data files of the customer. */
export function SentData({ order }: { order: StaffOrder }) {
  if (order.serviceType !== 3) return null
  return (
    <Card title="待分析数据">
      {order.dataFiles.length > 0 ? (
        <FileList caption="客户上传的数据文件" files={order.dataFiles} />
      ) : (
        <p>客户还没有上传数据文件。</p>
      )}
    </Card>
  )
}

type SentFile = StaffOrder['dataFiles'][number] & { label?: string }

function FileList({ caption, files }: { caption: string; files: readonly SentFile[] }) {
  const opens = staffMayRead(useStaff(), 'data')
  return (
    <Table
      caption={caption}
      rows={files}
      rowKey={(file) => String(file.id)}
      columns={[
        { key: 'name', header: '文件', rowHeader: true, render: (file) => file.name },
        ...(files.some((file) => file.label)
          ? [{ key: 'label', header: '参数', render: (file: SentFile) => file.label ?? '' }]
          : []),
        { key: 'size', header: '大小', align: 'end', render: (file) => fileSizeText(file.size) },
        {
          key: 'sha256',
          header: 'SHA-256',
          render: (file) => (
            <span className="cluster">
              <code title={file.sha256}>{file.sha256.slice(0, 12)}…</code>
              <CopyButton text={file.sha256}>复制校验值</CopyButton>
            </span>
          ),
        },
        { key: 'at', header: '上传时间', render: (file) => <span className="num">{minuteText(file.at)}</span> },
        ...(opens
          ? [
              {
                key: 'do',
                header: '操作',
                render: (file: SentFile) => <DownloadButton fileId={file.id} name={file.name} as="staff" />,
              },
            ]
          : []),
      ]}
    />
  )
}
