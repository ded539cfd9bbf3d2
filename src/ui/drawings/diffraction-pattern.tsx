import { diffractionPath } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

/** XRD: the sum of pseudo-Voigt lines of a (2θ, intensity) list. */
export function DiffractionPattern({
  seed,
  title,
  peaks,
}: DrawingProps & { peaks?: readonly (readonly [number, number])[] }) {
  return (
    <DrawingFrame title={title}>
      <Trace d={diffractionPath(seedOf(seed), peaks)} />
    </DrawingFrame>
  )
}
