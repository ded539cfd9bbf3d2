import type { ReactNode } from 'react'
import type { OutputOf } from '../../platform/contract/call.ts'
import { SmartLink } from '../../ui/text/link.tsx'
import { Table, type TableProps } from '../../ui/tables/table.tsx'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { sampleList } from './contract.ts'
import type { SampleStage } from './rules.ts'
import { PhotosButton } from './photos/photos-button.tsx'
import { WaybillRoute } from './parcels/waybill-route.tsx'
import { briefMoment, shortDay } from '../../ui/text/day-text.ts'

export type SampleItem = OutputOf<typeof sampleList>['list'][number]

const tones: Partial<Record<SampleStage, Tone>> = {
  pending: 'warn',
  in_transit: 'info',
  received: 'work',
  testing: 'work',
  tested: 'ok',
  to_return: 'warn',
  abnormal: 'danger',
  refused: 'danger',
  lost: 'danger',
  parked: 'info',
  dropped: 'warn',
}

export function SampleStageBadge({ sample }: { sample: Pick<SampleItem, 'stage' | 'stageName'> }) {
  return <StageBadge tone={tones[sample.stage] ?? 'neutral'}>{sample.stageName}</StageBadge>
}

export interface SampleTableProps extends Pick<TableProps<SampleItem>, 'selected' | 'onSelect'> {
  samples: readonly SampleItem[]
  caption: string
  /** Shows the order of each sample, for lists of several orders. */
  withOrder?: boolean
  /** Shows the project of each sample, for an order with several. */
  projects?: readonly { id: number; projectName: string }[]
  /** What the customer can do with a sample. */
  renderActs?: (sample: SampleItem) => ReactNode
}

/** Samples with stage, waybill and storage time. */
export function SampleTable({ samples, caption, withOrder, projects, renderActs, ...selection }: SampleTableProps) {
  return (
    <Table
      caption={caption}
      hideCaption
      rows={samples}
      rowKey={(sample) => String(sample.id)}
      rowName={(sample) => sample.sampleNo}
      {...selection}
      columns={[
        {
          key: 'no',
          header: '样品',
          rowHeader: true,
          cardLabel: '',
          render: (sample) => (
            <div>
              <span className="num">{sample.sampleNo}</span>
              <div style={{ fontWeight: 400 }}>
                {sample.ownNo} · {sample.name}
              </div>
            </div>
          ),
        },
        ...(projects
          ? [
              {
                key: 'project',
                header: '项目',
                render: ({ lineId }: SampleItem) => projects.find(({ id }) => id === lineId)?.projectName,
              },
            ]
          : []),
        ...(withOrder
          ? [
              {
                key: 'order',
                header: '订单',
                render: (sample: SampleItem) => (
                  <SmartLink to={`/member/order/${sample.orderNo}`} className="num">
                    {sample.orderNo}
                  </SmartLink>
                ),
              },
            ]
          : []),
        {
          key: 'stage',
          header: '状态',
          render: (sample) => (
            <div>
              <SampleStageBadge sample={sample} />
              {sample.stageReason && <div>{sample.stageReason}</div>}
              {sample.returnWanted && !sample.returnedAt && <div>要求退回</div>}
            </div>
          ),
        },
        {
          key: 'about',
          header: '形态与成分',
          render: (sample) =>
            [sample.formName, sample.composition, sample.amount, ...sample.hazardNames].filter(Boolean).join(' · '),
        },
        {
          key: 'parcel',
          header: '快递与时间',
          render: (sample) => (
            <div>
              {parcelText(sample)}
              {/* Words of quiet buttons stand below the text above them, at both widths. */}
              <div style={{ marginInline: 'calc(-1 * var(--space-12))' }}>
                <WaybillRoute sample={sample} />
                {sample.hasPhotos && <PhotosButton sampleNo={sample.sampleNo} as="customer" />}
                {renderActs?.(sample)}
              </div>
            </div>
          ),
        },
      ]}
    />
  )
}

function parcelText(sample: SampleItem): string {
  if (sample.returnedAt)
    return `${briefMoment(sample.returnedAt)} 寄回，${sample.returnCourier} ${sample.returnWaybill}`
  if (sample.keepUntil && sample.stage === 'kept' && sample.form !== 'data')
    return `保存至 ${shortDay(sample.keepUntil)}`
  if (sample.receivedAt) return `${briefMoment(sample.receivedAt)} 收到`
  return sample.waybill ? `${sample.courier} ${sample.waybill}` : '—'
}
