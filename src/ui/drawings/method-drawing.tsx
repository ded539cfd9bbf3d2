import { Bars } from './bars.tsx'
import { DiffractionPattern } from './diffraction-pattern.tsx'
import { drawingKind } from './drawing-kind.ts'
import type { DrawingProps } from './frame.tsx'
import { Isotherm } from './isotherm.tsx'
import { Micrograph } from './micrograph.tsx'
import { NmrSpectrum } from './nmr-spectrum.tsx'
import { Spectrum } from './spectrum.tsx'

/** The drawing of a testing method, chosen by its Chinese name or code. */
export function MethodDrawing({ method, ...drawing }: DrawingProps & { method: string }) {
  const kind = drawingKind(method)
  if (kind === 'micrograph') return <Micrograph {...drawing} />
  if (kind === 'isotherm') return <Isotherm {...drawing} />
  if (kind === 'nmr') return <NmrSpectrum {...drawing} />
  if (kind === 'bars') return <Bars {...drawing} />
  if (kind === 'xrd') return <DiffractionPattern {...drawing} />
  return <Spectrum {...drawing} kind={kind} />
}
