import type { Ctx } from '../platform/http/ctx.ts'
import { insertExamples } from './example-store.ts'
import { addProjects } from './publish-actions.ts'
import { hasProjects, insertCategories } from './project-store.ts'

/** The tree and the demo projects, into a catalogue that has none. What is there already, edited or not, stays as it is. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  if (await hasProjects(ctx.db)) return
  // Read only when wanted: every later start is spared forty files.
  const { demoCategories } = await import('./demo/categories.ts')
  const { demoProjects } = await import('./demo/projects.ts')
  await insertCategories(ctx.db, demoCategories)
  const { demoExamples } = await import('./demo/examples.ts')
  await addProjects(ctx, demoProjects)
  await insertExamples(ctx.db, demoExamples)
}
