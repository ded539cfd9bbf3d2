import type { OutputOf } from '../../platform/contract/call.ts'
import { PrintLabel, PrintLayout } from '../../ui/shell/print-layout.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import type { orderDetail } from '../../lab/orders/contract.ts'
import css from './label-sheet.module.css'

type Sample = OutputOf<typeof orderDetail>['samples'][number]

/** The labels of all samples of an order. */
export function LabelSheet({ order }: { order: Pick<OutputOf<typeof orderDetail>, 'orderNo' | 'samples' | 'lines'> }) {
  const tests = new Map(order.lines.map((line) => [line.id, line.projectName]))
  return (
    <SampleLabels
      title={`样品标签 ${order.orderNo}`}
      samples={order.samples.map((sample) => ({ ...sample, projectName: tests.get(sample.lineId) ?? '' }))}
    />
  )
}

/**
 * One label of 60 × 40 mm per sample, with its project. Without name and phone number of the customer, since everybody who handles the
 * parcel can read it.
 */
export function SampleLabels({
  title,
  samples,
}: {
  title: string
  samples: readonly (Sample & { projectName: string })[]
}) {
  return (
    <PrintLayout title={title} page="label">
      {samples.map((sample) => (
        <PrintLabel key={sample.id}>
          <div className={css.label}>
            <div className={css.code}>
              <QrCode text={sample.sampleNo} label={`样品编号 ${sample.sampleNo} 的二维码`} className={css.qr} />
            </div>
            <div className={css.text}>
              <p className={css.own}>{sample.ownNo}</p>
              <p className={css.name}>{sample.name}</p>
              <p className={css.test}>{sample.projectName}</p>
              <p className={css.note}>
                {[sample.formName, sample.storageName, ...sample.hazardNames].join(' · ')}
                {sample.returnWanted && ' · 退回'}
              </p>
            </div>
            <p className={css.number}>{sample.sampleNo}</p>
          </div>
        </PrintLabel>
      ))}
    </PrintLayout>
  )
}
