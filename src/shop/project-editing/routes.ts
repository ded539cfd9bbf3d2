import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { staffProjects } from '../catalogue/project-list-actions.ts'
import { checkPrices, exportPrices, importPrices } from './price-actions.ts'
import { projectPriceCheck, projectPriceExport, projectPriceImport } from './contract.ts'
import { staffProjectList } from '../catalogue/project-list-contract.ts'

export const routes = [
  handle(projectPriceExport, (ctx, input) => exportPrices(ctx, input)),
  handle(projectPriceCheck, (ctx, { text }) => checkPrices(ctx, text)),
  handle(projectPriceImport, (ctx, { text }) => importPrices(ctx, text)),
  handle(staffProjectList, (ctx, input) => listPage(ctx, staffProjects, input)),
]
