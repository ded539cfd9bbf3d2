import { lazy, type ReactNode, startTransition, Suspense, useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { isFetchable, type SampleStage } from '../samples/rules.ts'
import { type PickupItem, samplingList } from './contract.ts'
import { PickupTable } from './pickup-table.tsx'
import { isLive, mayRequest } from './rules.ts'
import { usePickupOffered } from './use-pickup-offered.ts'

/** Opened by a change that is not urgent (decision 0136). */
const PickupDialog = lazy(async () => ({ default: (await import('./pickup-dialog.tsx')).PickupDialog }))

const size = 10

interface Props {
  order: { orderNo: string; stage: string; serviceType: number; samples: readonly { stage: SampleStage }[] }
  /** Opens the dialog at once: the person chose pickup in the wizard. */
  wanted?: boolean
  /** Reads to refresh after a change. */
  refreshes: readonly Call[]
}

/** The pickups of one order, and the way to request one. Nothing is shown where neither is possible. */
export function OrderPickups({ order, wanted = false, refreshes }: Props) {
  const [page, setPage] = useState(1)
  const pickups = useCall(samplingList, { orderNo: order.orderNo, page, size })
  const possible = usePickupOffered() && mayRequest(order) && order.samples.some(isFetchable)
  if (order.serviceType !== 1) return null
  return (
    <Loaded of={pickups}>
      {({ list, total }) => (
        <Panel
          orderNo={order.orderNo}
          pickups={list}
          // The newest comes first, and only the newest can go on.
          requestable={possible && page === 1 && !list.some(({ stage }) => isLive(stage))}
          wanted={wanted}
          refreshes={refreshes}
        >
          <Pagination page={page} pageCount={Math.ceil(total / size)} onPage={setPage} />
        </Panel>
      )}
    </Loaded>
  )
}

interface PanelProps {
  orderNo: string
  pickups: readonly PickupItem[]
  requestable: boolean
  wanted: boolean
  refreshes: readonly Call[]
  children: ReactNode
}

/** An open dialog stays open when somebody else requests the pickup meanwhile, so that its refusal is read. */
function Panel({ orderNo, pickups, requestable, wanted, refreshes, children }: PanelProps) {
  const [asking, setAsking] = useState(wanted && requestable)
  if (pickups.length === 0 && !requestable && !asking) return null
  return (
    <Card
      title="上门取样"
      actions={
        requestable && (
          <Button size="s" icon="truck" onClick={() => startTransition(() => setAsking(true))}>
            预约上门取样
          </Button>
        )
      }
    >
      {pickups.length === 0 ? (
        <p>默认自行寄送；也可以预约取样员上门，免费。</p>
      ) : (
        <div className="stack">
          <PickupTable pickups={pickups} refreshes={refreshes} />
          {children}
        </div>
      )}
      <Suspense>
        {asking && <PickupDialog orderNo={orderNo} onClose={() => setAsking(false)} refreshes={refreshes} />}
      </Suspense>
    </Card>
  )
}
