import type { sampleItem } from '../../../lab/samples/contract.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useStaff } from '../../../core/staff/me.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import css from './order-page.module.css'
import { samplesTitle } from '../../../lab/orders/rules.ts'
import type { StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import { WaybillRoute } from '../../../lab/samples/parcels/waybill-route.tsx'
import { SampleDisposal } from './sample-disposal.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

type Sample = z.output<typeof sampleItem>

export function SampleTable({ order }: { order: StaffOrder }) {
  const { may } = useStaff()
  const projectOf = new Map(order.lines.map((line) => [line.id, line.projectName]))
  return (
    <Table
      caption={samplesTitle(order)}
      columns={[
        {
          key: 'no',
          header: '编号',
          rowHeader: true,
          render: (sample: Sample) => (
            <Whole>
              <span className="num">{sample.sampleNo}</span>
              <span className={css.aside}>{sample.ownNo}</span>
            </Whole>
          ),
        },
        {
          key: 'name',
          header: '名称',
          render: (sample) => (
            <Whole>
              {sample.name}
              <span className={css.aside}>
                {[sample.formName, sample.composition, sample.amount].filter(Boolean).join(' · ')}
                {order.lines.length > 1 && ` · ${projectOf.get(sample.lineId) ?? ''}`}
              </span>
              {sample.remark && <span className={css.aside}>备注：{sample.remark}</span>}
              {sample.warnings.map((warning) => (
                <span key={warning} className={css.aside}>
                  <Tag tone="warn">客户已确认</Tag> {warning}
                </span>
              ))}
            </Whole>
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
              {sample.returnWanted && <Tag>需退回</Tag>}
            </span>
          ),
        },
        {
          key: 'stage',
          header: '状态',
          render: (sample) => (
            <Whole>
              <StageBadge>{sample.stageName}</StageBadge>
              {sample.stageReason && <span className={css.aside}>原因：{sample.stageReason}</span>}
            </Whole>
          ),
        },
        {
          key: 'intake',
          header: '收样与存放',
          render: (sample) => (
            <Whole>
              <SampleLocation sample={sample} />
              <WaybillRoute sample={sample} staff />
            </Whole>
          ),
        },
        ...(may('sample.dispose')
          ? [{ key: 'act', header: '处置', render: (sample: Sample) => <SampleDisposal sample={sample} /> }]
          : []),
      ]}
      rows={order.samples}
      rowKey={(sample) => sample.sampleNo}
    />
  )
}

/** What was found at the check-in is read here whole, also where rows are dense and cut what does not fit. */
function Whole({ children }: { children: ReactNode }) {
  return <span style={{ display: 'block', paddingBlock: 'var(--space-4)', whiteSpace: 'normal' }}>{children}</span>
}

function SampleLocation({ sample }: { sample: Sample }) {
  if (sample.returnedAt)
    return (
      <>
        {minuteText(sample.returnedAt)} 寄回
        <span className={css.aside}>
          {sample.returnCourier} {sample.returnWaybill}
        </span>
      </>
    )
  if (sample.receivedAt)
    return (
      <>
        {[sample.shelf, sample.condition].filter(Boolean).join(' · ')}
        {sample.weightMg !== null && ` · ${sample.weightMg} mg`}
        <span className={css.aside}>
          {minuteText(sample.receivedAt)} {{ 1: '收样', 2: '到场', 3: '收到数据' }[sample.serviceType]}
        </span>
      </>
    )
  return sample.waybill ? `${sample.courier} ${sample.waybill}` : '—'
}
