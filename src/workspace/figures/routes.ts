import { handle } from '../../platform/http/handler.ts'
import { readFigures } from './actions.ts'
import { figuresFile, figuresRead } from './contract.ts'
import { figuresSheet } from './file-actions.ts'

export const routes = [
  handle(figuresRead, (ctx, input) => readFigures(ctx, input)),
  handle(figuresFile, (ctx, input) => figuresSheet(ctx, input)),
]
