import { listPage } from '../../ground/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { staffProjects } from '../catalogue/project-list-actions.ts'
import { staffProjectList } from '../catalogue/project-list-contract.ts'

export const routes = [handle(staffProjectList, (ctx, input) => listPage(ctx, staffProjects, input))]
