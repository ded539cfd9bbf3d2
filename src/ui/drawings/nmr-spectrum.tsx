import { nmrPath } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

export function NmrSpectrum({ seed, title }: DrawingProps) {
  return (
    <DrawingFrame title={title}>
      <Trace d={nmrPath(seedOf(seed))} />
    </DrawingFrame>
  )
}
