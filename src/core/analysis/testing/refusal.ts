import { NotAnalysable, type AnalysisTool, type Curve, type Parameters } from '../tool-rules.ts'

/** What the tool says instead of a result; other errors are errors of the tool. */
export function refusalOf(tool: AnalysisTool, curve: Curve, parameters: Parameters = {}): string {
  try {
    tool.run(curve, parameters)
  } catch (error) {
    if (error instanceof NotAnalysable) return error.message
    throw error
  }
  return 'analysed'
}
