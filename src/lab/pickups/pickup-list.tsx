import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { samplingList } from './contract.ts'
import { PickupTable } from './pickup-table.tsx'

const size = 10

/** All pickups of the person, below the samples. Nothing is shown before the first one. */
export function PickupList({ refreshes }: { refreshes: readonly Call[] }) {
  const [page, setPage] = useState(1)
  const pickups = useCall(samplingList, { page, size })
  return (
    <Loaded of={pickups}>
      {({ list, total }) =>
        total === 0 ? null : (
          <Card title="上门取样">
            <div className="stack">
              <PickupTable pickups={list} withOrder refreshes={refreshes} />
              <Pagination page={page} pageCount={Math.ceil(total / size)} onPage={setPage} />
            </div>
          </Card>
        )
      }
    </Loaded>
  )
}
