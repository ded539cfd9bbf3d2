import { type SpectrumKind, spectrumPath } from './curves.ts'
import { DrawingFrame, type DrawingProps, Trace } from './frame.tsx'
import { seedOf } from './random.ts'

export function Spectrum({ seed, title, kind }: DrawingProps & { kind: SpectrumKind }) {
  return (
    <DrawingFrame title={title}>
      <Trace d={spectrumPath(seedOf(seed), kind)} cyan={kind === 'ftir' || kind === 'uv'} />
    </DrawingFrame>
  )
}
