import { useParams } from 'react-router'
import { useCall } from '../../platform/client/use-call.ts'
import { PrintLabel, PrintLayout } from '../../ui/shell/print-layout.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { orderDetail } from '../contract.ts'
import { hasEnded } from '../rules.ts'
import css from './labels.module.css'

export const meta = () => [{ title: '样品标签 · 明析科测' }]

/** One label of 60 × 40 mm per sample. No name and no phone: a label is read by whoever carries the parcel. */
export default function Labels() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch } = useCall(orderDetail, { orderNo })
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={120} />
  if (hasEnded(data.stage) || data.serviceType !== 1)
    return (
      <EmptyState title="没有要寄送的样品" action={{ label: '查看订单', to: `/member/order/${data.orderNo}` }}>
        该订单{data.stageName}，请不要寄送样品。
      </EmptyState>
    )
  return (
    <PrintLayout title={`样品标签 ${data.orderNo}`} page="label">
      {data.samples.map((sample) => (
        <PrintLabel key={sample.id}>
          <div className={css.label}>
            <div className={css.code}>
              <QrCode text={sample.sampleNo} label={`样品编号 ${sample.sampleNo} 的二维码`} className={css.qr} />
            </div>
            <div className={css.text}>
              <p className={css.own}>{sample.ownNo}</p>
              <p className={css.name}>{sample.name}</p>
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
