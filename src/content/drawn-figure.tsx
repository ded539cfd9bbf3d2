import { Bars } from '../ui/drawings/bars.tsx'
import { DiffractionPattern } from '../ui/drawings/diffraction-pattern.tsx'
import { Isotherm } from '../ui/drawings/isotherm.tsx'
import { MethodDrawing } from '../ui/drawings/method-drawing.tsx'
import { Micrograph } from '../ui/drawings/micrograph.tsx'
import { NmrSpectrum } from '../ui/drawings/nmr-spectrum.tsx'
import { Spectrum } from '../ui/drawings/spectrum.tsx'
import type { FigureProps } from './figure.tsx'

/** Editors' numbers are checked here: whatever they are, a drawing comes out. */
export default function DrawnFigure({ figure, name, seed, title }: FigureProps) {
  const common = { seed, title }
  switch (figure?.kind) {
    case 'xrd':
      return <DiffractionPattern {...common} peaks={peaksOf(figure.peaks)} />
    case 'micrograph':
      return <Micrograph {...common} scale={typeof figure.scale === 'string' ? figure.scale : undefined} />
    case 'bars':
      return <Bars {...common} labels={textsOf(figure.labels)} />
    case 'isotherm':
      return <Isotherm {...common} />
    case 'nmr':
      return <NmrSpectrum {...common} />
    case 'xps':
    case 'raman':
    case 'ftir':
    case 'tga':
    case 'uv':
      return <Spectrum {...common} kind={figure.kind} />
    default:
      return <MethodDrawing {...common} method={name} />
  }
}

function peaksOf(peaks: unknown): (readonly [number, number])[] | undefined {
  if (!Array.isArray(peaks)) return undefined
  const valid = peaks.flatMap((peak) =>
    Array.isArray(peak) && typeof peak[0] === 'number' && typeof peak[1] === 'number'
      ? [[peak[0], peak[1]] as const]
      : [],
  )
  return valid.length > 0 ? valid : undefined
}

function textsOf(labels: unknown): string[] | undefined {
  if (!Array.isArray(labels)) return undefined
  const texts = labels.filter((label): label is string => typeof label === 'string').slice(0, 12)
  return texts.length > 0 ? texts : undefined
}
