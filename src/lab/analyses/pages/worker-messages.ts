// What the page and its worker say to each other. The curve is sent once, because it may have a hundred thousand points.
import type { Analysed, Asked } from '../../../core/analysis/asked-rules.ts'
import type { AnalysisTool, Curve } from '../../../core/analysis/tool-rules.ts'

/** A tool without its code, which stays in the worker. */
export type ToolFacts = Omit<AnalysisTool, 'run'>

export type ToWorker =
  | { kind: 'tools' }
  | { kind: 'curve'; curve: Curve }
  | ({ kind: 'run'; number: number } & Omit<Asked, 'curve'>)

export type FromWorker =
  | { kind: 'tools'; tools: ToolFacts[] }
  | { kind: 'ran'; number: number; analysed: Analysed }
  /** The tool failed, which is a fault of the product. */
  | { kind: 'failed'; number: number; fault: string }
