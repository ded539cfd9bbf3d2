import { diffractionPeaks } from './curves.ts'
import type { DrawingProps } from './frame.tsx'
import { PeakPlot } from './peak-plot.tsx'
import { seedOf } from './random.ts'

/** XRD: the sum of pseudo-Voigt lines of a (2θ, intensity) list, with the indices of the reflections where they are given. */
export function DiffractionPattern({
  seed,
  title,
  peaks,
  names,
  axis = '2θ / °',
}: DrawingProps & { peaks?: readonly (readonly [number, number])[]; names?: readonly string[] | undefined }) {
  const { lines, span } = diffractionPeaks(seedOf(seed), peaks)
  return <PeakPlot {...{ seed, title, axis, names, span }} peaks={lines} samples={40} floor={0} />
}
