import type { Ctx } from '../platform/http/ctx.ts'
import { demoCategories } from './demo/categories.ts'
import { demoProjects } from './demo/projects.ts'
import { addProject } from './publish-actions.ts'
import { insertCategories } from './project-store.ts'

/** The tree and the demo projects. What is there already, edited or not, stays as it is. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await insertCategories(ctx.db, demoCategories)
  for (const project of demoProjects) await addProject(ctx, project)
}
