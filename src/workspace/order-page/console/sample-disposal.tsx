import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { actionsAt } from '../../../platform/lifecycle/lifecycle.ts'
import type { sampleItem } from '../../../lab/samples/contract.ts'
import { staffSampleDispose } from '../../../lab/intake/contract.ts'
import { sampleLifecycle } from '../../../lab/samples/rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import type { Disposal } from './disposal-dialog.tsx'

// Few visits of an order dispose of a sample.
const DisposalDialog = lazy(async () => ({ default: (await import('./disposal-dialog.tsx')).DisposalDialog }))

const { options } = staffSampleDispose.input.shape.action

/** For logistics: the actions open for a sample at its stage. */
export function SampleDisposal({ sample }: { sample: z.output<typeof sampleItem> }) {
  const [open, setOpen] = useState(false)
  const disposals = actionsAt(sampleLifecycle, sample.stage, 'staff').filter((action): action is Disposal =>
    (options as readonly string[]).includes(action),
  )
  return (
    <>
      {disposals.length > 0 && (
        <Button size="s" aria-label={`处置 ${sample.sampleNo}`} onClick={() => setOpen(true)}>
          处置
        </Button>
      )}
      {open && (
        <Suspense>
          <DisposalDialog sample={sample} disposals={disposals} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
