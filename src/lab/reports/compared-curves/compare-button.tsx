import { lazy, startTransition, Suspense, useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import type { CompareProps } from './compare-curves.tsx'
import { isCurve } from './compare-rules.ts'

/** Opened by a change that is not urgent (decision 0136). */
const CompareCurves = lazy(async () => ({ default: (await import('./compare-curves.tsx')).CompareCurves }))

/** Opens the comparison of the curves of an order; nothing when it has none. */
export function CompareButton(props: CompareProps) {
  const [open, setOpen] = useState(false)
  if (!props.files.some(isCurve)) return null
  return (
    <>
      <Button size="s" onClick={() => startTransition(() => setOpen(true))}>
        叠加对比
      </Button>
      <Suspense>
        <Dialog open={open} onClose={() => setOpen(false)} title="叠加对比" size="full">
          <CompareCurves {...props} />
        </Dialog>
      </Suspense>
    </>
  )
}
