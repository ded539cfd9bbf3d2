import type { OutputOf } from '../../platform/contract/call.ts'
import { PrintLabel, PrintLayout } from '../../ui/shell/print-layout.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { orderDetail } from '../../lab/orders/contract.ts'
import css from './label-sheet.module.css'

type Labelled = Pick<OutputOf<typeof orderDetail>, 'orderNo' | 'samples' | 'lines'>

/**
 * One label of 60 × 40 mm per sample, with its project. Without name and phone number of the customer, since everybody who handles the
 * parcel can read it.
 */
export function LabelSheet({ order }: { order: Labelled }) {
  const tests = new Map(order.lines.map((line) => [line.id, line.projectName]))
  return (
    <PrintLayout title={`样品标签 ${order.orderNo}`} page="label">
      {order.samples.map((sample) => (
        <PrintLabel key={sample.id}>
          <div className={css.label}>
            <div className={css.code}>
              <QrCode text={sample.sampleNo} label={`样品编号 ${sample.sampleNo} 的二维码`} className={css.qr} />
            </div>
            <div className={css.text}>
              <p className={css.own}>{sample.ownNo}</p>
              <p className={css.name}>{sample.name}</p>
              <p className={css.test}>{tests.get(sample.lineId)}</p>
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
