import { lazy, startTransition, Suspense, useState } from 'react'
import { orderDetail } from '../../lab/orders/contract.ts'
import { hasEnded, samplesTitle } from '../../lab/orders/rules.ts'
import { SampleTable } from '../../lab/samples/sample-table.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmartLink } from '../../ui/text/link.tsx'

/** Opened by a change that is not urgent (decision 0136). */
const WaybillDialog = lazy(async () => ({
  default: (await import('../../lab/samples/parcels/waybill-dialog.tsx')).WaybillDialog,
}))

type OrderDetail = OutputOf<typeof orderDetail>

const isSendable = ({ stage }: OrderDetail['samples'][number]) => stage === 'pending' || stage === 'in_transit'

/** Now the samples are the customer's work, so their card with the waybill, labels and packing sheet comes first. */
export function sendsSamples({ stage, serviceType, samples }: OrderDetail): boolean {
  return stage === 'awaiting_sample' && serviceType === 1 && samples.some(isSendable)
}

export function OrderSamples({ order }: { order: OrderDetail }) {
  const [asking, setAsking] = useState(false)
  // One waybill for all samples that have not arrived; it can be corrected until then.
  const sendable = order.samples.filter(isSendable)
  const awaited = sendsSamples(order)
  return (
    <Card
      title={samplesTitle(order)}
      actions={
        order.serviceType === 1 &&
        !hasEnded(order.stage) && (
          <span className="cluster">
            {awaited && (
              <Button size="s" variant="primary" onClick={() => startTransition(() => setAsking(true))}>
                {sendable.some((sample) => sample.waybill) ? '修改快递单号' : '填写快递单号'}
              </Button>
            )}
            <SmartLink to={`/experiment/labels/${order.orderNo}`} target="_blank">
              打印标签
            </SmartLink>
            <SmartLink to={`/experiment/packing/${order.orderNo}`} target="_blank">
              送样单
            </SmartLink>
          </span>
        )
      }
    >
      <SampleTable
        samples={order.samples}
        caption="本单样品"
        {...(order.lines.length > 1 ? { projects: order.lines } : {})}
      />
      <Suspense>
        {asking && (
          <WaybillDialog
            open
            ids={sendable.map((sample) => sample.id)}
            refreshes={[orderDetail]}
            onClose={() => setAsking(false)}
            onDone={() => setAsking(false)}
          />
        )}
      </Suspense>
    </Card>
  )
}
