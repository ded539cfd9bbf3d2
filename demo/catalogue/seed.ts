import type { Ctx } from '../../src/platform/http/ctx.ts'
import { insertExamples } from '../../src/shop/catalogue/example-store.ts'
import { addProjects } from '../../src/shop/catalogue/publish-actions.ts'
import { hasProjects, insertCategories } from '../../src/shop/catalogue/project-store.ts'

/** The tree and the demo projects, into a catalogue that has none. What is there already, edited or not, stays as it is. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  if (await hasProjects(ctx.db)) return
  // Read only when wanted: every later start is spared forty files.
  const { demoCategories } = await import('./categories.ts')
  const { demoProjects } = await import('./projects.ts')
  await insertCategories(ctx.db, demoCategories)
  const { demoExamples } = await import('./examples.ts')
  await addProjects(ctx, demoProjects)
  await insertExamples(ctx.db, demoExamples)
}
