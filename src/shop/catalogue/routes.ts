import { handle } from '../../platform/http/handler.ts'
import { categoryTree, namesOfProjects } from './actions.ts'
import { deviceNames, deviceSearch, searchCorrect, suggest, typeGroup } from './contract.ts'
import { correctedWords } from './listing/correction-actions.ts'
import { exampleRead } from './examples/result-contract.ts'
import { tableOfSpectrum } from './examples/result-actions.ts'
import { searchProjects, suggestProjects } from './listing/search-actions.ts'

export const routes = [
  handle(deviceSearch, (ctx, input) => searchProjects(ctx, input)),
  handle(deviceNames, (ctx, { rids }) => namesOfProjects(ctx, rids)),
  handle(suggest, (ctx, input) => suggestProjects(ctx, input.kw)),
  handle(searchCorrect, async (ctx, { kw }) => ({ kw: await correctedWords(ctx, kw) })),
  handle(typeGroup, (ctx, input) => categoryTree(ctx, input.typeId)),
  handle(exampleRead, (ctx, { text }) => tableOfSpectrum(ctx, text)),
]
