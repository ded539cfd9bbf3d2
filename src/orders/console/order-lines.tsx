import { Card } from '../../ui/card.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Money } from '../../ui/money.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import css from './order-page.module.css'
import type { StaffOrder } from './order-reads.ts'

/** The projects with their parameters in the words the customer saw, and how each amount comes about. */
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
      <DescriptionList items={line.described.map(({ label, text }) => ({ term: label, value: text }))} />
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
