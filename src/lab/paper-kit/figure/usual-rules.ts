import { runsReversed } from '../../../core/curves/axis-rules.ts'
import { axisMeaning } from '../../../core/curves/meaning-rules.ts'
import { type FigurePanel, type FigureSettings, lowestMm, mostCurves, mostPanels, tallestMm } from './settings-rules.ts'

export interface FigureFile {
  id: number
  name: string
  sampleNo: string
  sampleName: string
  projectNames: readonly string[]
  xLabel: string
  yLabel: string
  curves: readonly { label: string; x: readonly number[]; y: readonly number[] }[]
  notes: readonly string[]
}

/** The name of a curve in the legend: its sample, and its own name where the file has several. */
export function curveName({ sampleName, sampleNo, name, curves }: FigureFile, at: number): string {
  const sample = sampleName || sampleNo || name
  return (curves.length > 1 ? `${sample} ${curves[at]?.label ?? ''}` : sample).trim().slice(0, 60)
}

export function panelOf(files: readonly FigureFile[]): FigurePanel {
  const [first] = files
  const curves = files.flatMap((file) =>
    file.curves.map((_, at) => ({ fileId: file.id, at, name: curveName(file, at) })),
  )
  const isIntensity = /强度|intensity|counts|计数|a\.?u/i.test(first?.yLabel ?? '')
  return {
    curves: curves.slice(0, mostCurves),
    xLabel: (first?.xLabel ?? '').slice(0, 80),
    yLabel: (first?.yLabel ?? '').slice(0, 80),
    xFrom: null,
    xTo: null,
    yFrom: null,
    yTo: null,
    reversed: first ? runsReversed(first.xLabel, first.projectNames) : false,
    // Patterns of several samples are usually shown one above the other.
    offset: isIntensity && files.length > 1 ? 60 : 0,
    normalised: isIntensity && files.length > 1,
    yNumbers: !isIntensity,
    legend: curves.length > 1 ? 'right' : 'none',
  }
}

/** Other panels in the height that they had each. */
export function withPanels(settings: FigureSettings, panels: FigurePanel[]): FigureSettings {
  const rowsOf = (count: number) => Math.ceil(count / Math.min(settings.columns, count))
  const height = (settings.heightMm / rowsOf(settings.panels.length)) * rowsOf(panels.length)
  return { ...settings, panels, heightMm: Math.min(tallestMm, Math.max(lowestMm, Math.round(height))) }
}

/** A figure to begin with: one panel for each kind of measurement, in the width of one column. */
export function usualSettings(files: readonly FigureFile[]): FigureSettings {
  const drawable = files.filter(({ curves }) => curves.length > 0)
  const kinds = [...new Set(drawable.map(({ xLabel }) => axisMeaning(xLabel)))].slice(0, mostPanels)
  const panels = kinds.map((kind) => panelOf(drawable.filter(({ xLabel }) => axisMeaning(xLabel) === kind)))
  const rows = Math.ceil(panels.length / 2)
  return {
    widthMm: panels.length > 1 ? 180 : 85,
    heightMm: panels.length > 1 ? 68 * rows : 65,
    columns: panels.length > 1 ? 2 : 1,
    font: 'Arial',
    fontPt: 7,
    linePt: 0.75,
    colours: 'safe',
    letters: 'lower',
    panels: panels.length > 0 ? panels : [panelOf([])],
  }
}
