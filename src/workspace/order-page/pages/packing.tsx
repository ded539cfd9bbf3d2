import { useParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { setting } from '../../../core/settings/contract.ts'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import { PrintLayout } from '../../../ui/shell/print-layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { orderDetail } from '../../../lab/orders/contract.ts'
import { hasEnded } from '../../../lab/orders/rules.ts'
import css from './packing.module.css'

export const meta = () => [{ title: '送样单 · 明析科测' }]

/** The packing list for the parcel: samples, storage conditions and hazards. */
export default function PackingSlip() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch } = useCall(orderDetail, { orderNo })
  const settings = useCall(setting, {})
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={120} />
  if (hasEnded(data.stage) || data.serviceType !== 1)
    return (
      <EmptyState title="没有要寄送的样品" action={{ label: '查看订单', to: `/member/order/${data.orderNo}` }}>
        该订单{data.stageName}，请不要寄送样品。
      </EmptyState>
    )
  const lab = settings.data?.labAddress
  return (
    <PrintLayout title={`送样单 ${data.orderNo}`}>
      <div className={css.head}>
        <div>
          <p className={css.title}>送样单</p>
          <p>
            订单号 {data.orderNo} · 提交于 {data.createdAt} · 共 {data.sampleCount} 个样品
          </p>
          {lab?.address && (
            <p>收件：{[lab.receiver, lab.phone, lab.address, lab.postcode].filter(Boolean).join(' ')}</p>
          )}
        </div>
        <QrCode text={data.orderNo} label={`订单号 ${data.orderNo} 的二维码`} size={96} />
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label="样品清单">
        <table className={css.table}>
          <caption className="visually-hidden">样品清单</caption>
          <thead>
            <tr>
              {[
                '样品编号',
                '自编号',
                '名称',
                '检测项目',
                '形态',
                '主要成分与量',
                '危险性',
                '保存',
                '退回',
                '收样核对',
              ].map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.samples.map((sample) => (
              <tr key={sample.id}>
                <th scope="row" className="num">
                  {sample.sampleNo}
                </th>
                <td>{sample.ownNo}</td>
                <td>{sample.name}</td>
                <td>{data.lines.find((line) => line.id === sample.lineId)?.projectName}</td>
                <td>{sample.formName}</td>
                <td>{[sample.composition, sample.amount].filter(Boolean).join('，')}</td>
                <td>{sample.hazardNames.join('、') || '无'}</td>
                <td>{sample.storageName}</td>
                <td>{sample.returnWanted ? '是' : '否'}</td>
                <td>□</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.remark && <p className={css.remark}>备注：{data.remark}</p>}
      <p className={css.remark}>每个样品单独分装并贴好对应标签；请将本单放入包裹内。</p>
    </PrintLayout>
  )
}
