import { SameAsNote } from '../../plans/plan-table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { notedAtIntake } from '../../samples/rules.ts'
import { lineTitle } from '../rules.ts'
import type { StaffOrder } from '../../orders/staff/staff-contract.ts'

/** What the tester needs: the parameters of each project and its samples, with storage conditions and hazards. */
export function LineAndSamples({ order }: { order: StaffOrder }) {
  return order.lines.map((line) => (
    <Card
      key={line.id}
      title={lineTitle(order.lines, line.id)}
      actions={line.urgent ? <Tag tone="warn">加急</Tag> : undefined}
    >
      <div className="stack">
        {line.sameAs && <SameAsNote orderNo={line.sameAs} />}
        <DescriptionList items={line.described.map(({ label, text }) => ({ term: label, value: text }))} />
        <Table
          caption={`${lineTitle(order.lines, line.id)}的样品`}
          hideCaption
          columns={[
            {
              key: 'no',
              header: '样品编号',
              rowHeader: true,
              render: (sample) => <span className="num">{sample.sampleNo}</span>,
            },
            {
              key: 'name',
              header: '名称',
              render: (sample) => (
                // Wrapped, so that state and place stay beside it where the page has two columns.
                <span style={{ display: 'block', whiteSpace: 'normal' }}>
                  {sample.ownNo} {sample.name}
                  <br />
                  <small>
                    {[
                      sample.formName,
                      sample.composition,
                      sample.amount,
                      sample.weightMg === null ? '' : `收样实测 ${sample.weightMg} mg`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    {sample.remark && ` · ${sample.remark}`}
                  </small>
                  {notedAtIntake(sample.condition) && (
                    <>
                      <br />
                      <strong>收样状况：{sample.condition}</strong>
                    </>
                  )}
                </span>
              ),
            },
            {
              key: 'care',
              header: '保存与危险性',
              render: (sample) => (
                <span className="cluster">
                  {sample.storageName}
                  {sample.hazardNames.map((name) => (
                    <Tag key={name} tone="danger">
                      {name}
                    </Tag>
                  ))}
                </span>
              ),
            },
            {
              key: 'stage',
              header: '状态与位置',
              render: (sample) => (
                <span className="num">
                  {sample.stageName}
                  {sample.shelf && (
                    <>
                      <br />
                      {sample.shelf}
                    </>
                  )}
                </span>
              ),
            },
          ]}
          rows={order.samples.filter((sample) => sample.lineId === line.id)}
          rowKey={(sample) => sample.sampleNo}
        />
      </div>
    </Card>
  ))
}
