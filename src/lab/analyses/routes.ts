import { handle } from '../../platform/http/handler.ts'
import { addAnalysis, changeRemoved, editAnalysis, listAnalyses, textOfAnalysis } from './actions.ts'
import { analysisAdd, analysisEdit, analysisList, analysisRemove, analysisText } from './contract.ts'

export const routes = [
  handle(analysisAdd, (ctx, input) => addAnalysis(ctx, input)),
  handle(analysisList, (ctx, input) => listAnalyses(ctx, input)),
  handle(analysisEdit, async (ctx, input) => {
    await editAnalysis(ctx, input)
    return {}
  }),
  handle(analysisRemove, async (ctx, input) => {
    await changeRemoved(ctx, input)
    return {}
  }),
  handle(analysisText, (ctx, { id }) => textOfAnalysis(ctx, id)),
]
