// One analysis as a question and its answer, between a page or the server and the worker that computes.
import { checkedParameters } from './inputs/parameter-rules.ts'
import type { AnalysisResult, Curve, Parameters } from './tool-rules.ts'
import { NotAnalysable } from './tool-rules.ts'
import { runTool, toolNamed } from './tools-rules.ts'

export interface Asked {
  tool: string
  curve: Curve
  parameters: Parameters
  /** See `runTool`. */
  axis: string
}

export type Analysed =
  | { result: AnalysisResult; parameters: Parameters; refusal: null }
  /** Why the analysis cannot be made, for the person. */
  | { result: null; refusal: string }

export function analysed({ tool: key, curve, parameters, axis }: Asked): Analysed {
  const tool = toolNamed(key)
  if (!tool) return { result: null, refusal: '没有这种分析' }
  try {
    const result = runTool(tool, curve, parameters, axis)
    return { result, parameters: checkedParameters(tool.parameters, parameters), refusal: null }
  } catch (error) {
    if (error instanceof NotAnalysable) return { result: null, refusal: error.message }
    throw error
  }
}
