import { nmrPath } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

export function NmrSpectrum({
  seed,
  title,
  signals,
}: DrawingProps & { signals?: readonly (readonly number[])[] | undefined }) {
  return (
    <DrawingFrame title={title} axis="δ / ppm">
      <Trace d={nmrPath(seedOf(seed), signals)} />
    </DrawingFrame>
  )
}
