import type { ReactNode } from 'react'
import { Bars } from '../../ui/drawings/bars.tsx'
import { DiffractionPattern } from '../../ui/drawings/diffraction-pattern.tsx'
import type { DrawingProps } from '../../ui/drawings/frame.tsx'
import { massLossPath } from '../../ui/drawings/curves.ts'
import { Isotherm } from '../../ui/drawings/isotherm.tsx'
import { MethodDrawing } from '../../ui/drawings/method-drawing.tsx'
import { Micrograph, micrographShapes } from '../../ui/drawings/micrograph.tsx'
import { NmrSpectrum } from '../../ui/drawings/nmr-spectrum.tsx'
import { Distribution, MassSpectrum, Nyquist, PeakFit, Plot, Refinement } from '../../ui/drawings/plot.tsx'
import {
  bandPaths,
  chromatogramPath,
  derivativePath,
  heatFlowPath,
  loopPaths,
  peakListPath,
  peakOf,
  type Row,
  spanOf,
  stressPaths,
  voltammogramPath,
} from '../../ui/drawings/plot-curves.ts'
import { PeakPlot } from '../../ui/drawings/peak-plot.tsx'
import { seedOf } from '../../ui/drawings/random.ts'
import { Diffraction, Droplet, ElementMaps, Heights, Indent, Lattice, Layers } from '../../ui/drawings/scenes.tsx'
import { Spectrum } from '../../ui/drawings/spectrum.tsx'
import type { FigureData, FigureKindName, FigureProps } from './figure-rules.ts'

type Draw = (figure: FigureData, common: DrawingProps) => ReactNode

/** Draws a figure. Numbers of editors are checked here, so that any input gives a drawing. */
export default function DrawnFigure({ figure, name, seed, title }: FigureProps) {
  const common = { seed, title }
  const draw = figure && Object.hasOwn(drawings, figure.kind) ? drawings[figure.kind] : undefined
  const axis = typeof figure?.axis === 'string' ? figure.axis.slice(0, 20) : undefined
  return (figure && draw?.(figure, { ...common, axis })) ?? <MethodDrawing {...common} method={name} />
}

/** A kind that returns null, because its numbers are not usable, falls back to the usual drawing of the method. */
const drawings: Record<FigureKindName, Draw> = {
  xrd: ({ peaks, names }, common) => (
    <DiffractionPattern
      {...common}
      peaks={rowsOf(peaks)?.map(([at = 0, height = 0]) => [at, height])}
      names={textsOf(names)}
    />
  ),
  micrograph: ({ scale, info, shape }, common) => (
    <Micrograph
      {...common}
      scale={textOf(scale)}
      info={textOf(info)}
      shape={micrographShapes.find((known) => known === shape)}
    />
  ),
  bars: ({ labels, values }, common) => <Bars {...common} labels={textsOf(labels)} values={numbersOf(values)} />,
  isotherm: ({ shape }, common) => <Isotherm {...common} shape={numbersOf(shape)} />,
  nmr: ({ peaks }, common) => <NmrSpectrum {...common} signals={rowsOf(peaks)} />,
  xps: (figure, common) =>
    peakPlot(figure, common, { axis: '结合能 / eV', reverse: true }) ?? <Spectrum {...common} kind="xps" />,
  raman: (figure, common) =>
    peakPlot(figure, common, { axis: '拉曼位移 / cm⁻¹' }) ?? <Spectrum {...common} kind="raman" />,
  ftir: (figure, common) =>
    peakPlot(figure, common, { axis: '波数 / cm⁻¹', reverse: true, dips: true }) ?? (
      <Spectrum {...common} kind="ftir" />
    ),
  uv: (figure, common) => peakPlot(figure, common, { axis: '波长 / nm' }) ?? <Spectrum {...common} kind="uv" />,
  tga: ({ steps }, common) =>
    withRows(steps, (rows) => <Plot {...common} paths={[massLossPath(rows)]} />) ?? <Spectrum {...common} kind="tga" />,
  peaks: ({ peaks }, common) => peakList(peaks, common),
  emission: ({ excitation, emission }, common) => {
    const [left, right] = [rowsOf(excitation), rowsOf(emission)]
    if (!left || !right) return null
    // Both curves share one axis: each gets the other's positions with height 0.
    const empty = (rows: Row[]) => rows.map(([at = 0, , width = 1]) => [at, 0, width])
    const paths = [
      [...left, ...empty(right)],
      [...empty(left), ...right],
    ].map((rows) => peakListPath(rows))
    return <Plot {...common} paths={paths} />
  },
  chromatogram: ({ peaks }, common) => withRows(peaks, (rows) => <Plot {...common} paths={[chromatogramPath(rows)]} />),
  mass: ({ lines }, common) => withRows(lines, (rows) => <MassSpectrum {...common} lines={rows} />),
  stress: ({ bars }, common) => withRows(bars, (rows) => <Plot {...common} paths={stressPaths(rows)} />),
  loop: ({ loops }, common) => withRows(loops, (rows) => <Plot {...common} paths={loopPaths(rows)} />),
  voltammogram: ({ couples }, common) =>
    withRows(couples, (rows) => <Plot {...common} paths={[voltammogramPath(rows)]} />),
  nyquist: ({ arcs }, common) => withRows(arcs, (rows) => <Nyquist {...common} arcs={rows} />),
  heatflow: ({ events, glass }, common) =>
    withRows(events, (rows) => <Plot {...common} paths={[heatFlowPath(rows, rowsOf(glass) ?? [])]} />),
  derivative: ({ lines }, common) => withRows(lines, (rows) => <Plot {...common} paths={[derivativePath(rows)]} />),
  bands: ({ gap }, common) => (
    <Plot {...common} paths={bandPaths(seedOf(common.seed), Math.min(numberOf(gap) ?? 30, 90))} />
  ),
  distribution: ({ modes }, common) => withRows(modes, (rows) => <Distribution {...common} modes={rows} />),
  fit: ({ peaks }, common) => withRows(peaks, (rows) => <PeakFit {...common} peaks={rows} />),
  refinement: ({ peaks }, common) => withRows(peaks, (rows) => <Refinement {...common} peaks={rows} />),
  droplet: ({ angle }, common) => <Droplet {...common} angle={numberOf(angle) ?? 90} />,
  rings: ({ radii }, common) => <Diffraction {...common} rings={numbersOf(radii) ?? [24, 38, 48, 62, 72]} />,
  net: ({ vectors }, common) => <Diffraction {...common} net={numbersOf(vectors)} />,
  lattice: ({ spacing }, common) => <Lattice {...common} spacing={numberOf(spacing)} />,
  heights: ({ range, grain, ridge }, common) => (
    <Heights {...common} range={numberOf(range)} grain={numberOf(grain)} ridge={ridge === true} />
  ),
  indent: ({ value }, common) => <Indent {...common} value={textOf(value)} />,
  maps: ({ labels }, common) => <ElementMaps {...common} labels={textsOf(labels)} />,
  layers: ({ labels }, common) => <Layers {...common} labels={textsOf(labels)} />,
}

/** Lines or bands with the axis of the method, and with their names where they are given. */
function peakPlot(
  { peaks, names }: FigureData,
  common: Parameters<Draw>[1],
  options: { axis: string; reverse?: boolean; dips?: boolean },
) {
  const rows = rowsOf(peaks)?.filter((row) => row.length >= 3)
  if (!rows || rows.length === 0) return null
  const drawn = rows.map(peakOf)
  const { axis = options.axis, ...rest } = common
  return (
    <PeakPlot
      {...options}
      {...rest}
      {...{ axis, peaks: drawn, names: textsOf(names), span: spanOf(drawn), samples: 28 }}
      floor={options.dips ? 0 : -3}
    />
  )
}

function peakList(value: unknown, common: Parameters<Draw>[1], options: Parameters<typeof peakListPath>[1] = {}) {
  const rows = rowsOf(value)?.filter((row) => row.length >= 3)
  return rows && rows.length > 0 ? <Plot {...common} paths={[peakListPath(rows, options)]} /> : null
}

function withRows(value: unknown, draw: (rows: Row[]) => ReactNode): ReactNode {
  const rows = rowsOf(value)
  return rows ? draw(rows) : null
}

/** At most a dozen rows of finite numbers. */
function rowsOf(value: unknown): number[][] | undefined {
  if (!Array.isArray(value)) return undefined
  const rows = value.filter(
    (row): row is number[] => Array.isArray(row) && row.length > 0 && row.every((item) => Number.isFinite(item)),
  )
  return rows.length > 0 ? rows.slice(0, 12) : undefined
}

function numbersOf(value: unknown): number[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isFinite(item))
    ? value.slice(0, 8)
    : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 20) : undefined
}

function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((label): label is string => typeof label === 'string').slice(0, 12)
  return texts.length > 0 ? texts : undefined
}
