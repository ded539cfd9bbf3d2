/**
 * What an analysis of a curve is: a pure function of the curve and of parameters that the person sees, keeps and may change. The same curve
 * with the same parameters gives the same result, in the browser and on the server. A result is a suggestion for the person who reads it.
 */

/** Positions and values in the units that the axis labels of the file name; both have the same length and hold finite numbers. */
export interface Curve {
  label: string
  x: readonly number[]
  y: readonly number[]
  xLabel: string
  yLabel: string
  /** A third column of the same length, such as the frequency of an impedance spectrum; most files have none. */
  z?: readonly number[]
  zLabel?: string
}

export type ParameterSpec =
  | {
      kind: 'number'
      key: string
      label: string
      unit: string
      initial: number
      least: number
      most: number
      hint?: string
    }
  | {
      kind: 'choice'
      key: string
      label: string
      initial: string
      choices: readonly { value: string; label: string }[]
      hint?: string
    }
  /** Lines of text, one entry a line: positions of peaks, constraints. */
  | { kind: 'lines'; key: string; label: string; initial: string; hint?: string }

export type Parameters = Readonly<Record<string, number | string>>

export interface AnalysisValue {
  name: string
  value: number
  unit: string
  /** One standard deviation in the same unit, where the method gives one. */
  uncertainty?: number
  /** Digits after the point that are meaningful. */
  digits: number
}

export interface AnalysisTable {
  title: string
  columns: readonly { name: string; unit: string; digits?: number }[]
  rows: readonly (readonly (number | string)[])[]
}

/** A line drawn over the curve: a baseline, a fitted peak, a tangent. */
export interface DrawnLine {
  label: string
  x: readonly number[]
  y: readonly number[]
}

export interface AnalysisResult {
  values: readonly AnalysisValue[]
  tables: readonly AnalysisTable[]
  /** Places that the figure marks, in the units of the curve. */
  marks: readonly { x: number; y: number; label: string }[]
  lines: readonly DrawnLine[]
  /** A second figure in other axes, such as the Tauc plot of a spectrum. */
  figure?: { xLabel: string; yLabel: string; lines: readonly DrawnLine[] }
  /** Every step in the order of its execution, in Chinese, with formulas and numbers, so that another person can repeat it. */
  steps: readonly string[]
  /** What the reader must know before using the numbers: few points, a fit at its limit, a criterion that is not met. */
  warnings: readonly string[]
}

/** The analysis cannot be made with this curve or these parameters. The message is for the person, in Chinese, and says what to change. */
export class NotAnalysable extends Error {}

/** Among the axes of a tool that works with any curve. */
export const everyAxis = '*'

export interface AnalysisTool {
  /** Stored with kept analyses; never changes. */
  key: string
  title: string
  /** Raised when the same input would give another result; kept analyses say with which version they were made. */
  version: number
  /** One sentence: what it does. */
  summary: string
  /** Where the method is defined: standard, paper or book. */
  source: string
  /** Meanings of the horizontal axis (`axisMeaning`) with which the tool works, or `everyAxis`. */
  axes: readonly string[]
  parameters: readonly ParameterSpec[]
  /** Throws `NotAnalysable`. */
  run: (curve: Curve, parameters: Parameters) => AnalysisResult
}
