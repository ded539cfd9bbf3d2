import { handle } from '../../platform/http/handler.ts'
import { listQuestions, methodsFor } from './actions.ts'
import { guideMethods, guideQuestions } from './contract.ts'

export const routes = [
  handle(guideQuestions, (ctx) => listQuestions(ctx)),
  handle(guideMethods, (ctx, { id }) => methodsFor(ctx, id)),
]
