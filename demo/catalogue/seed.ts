import type { Ctx } from '../../src/platform/http/ctx.ts'
import { insertExamples } from '../../src/shop/catalogue/examples/example-store.ts'
import { addProjects } from '../../src/shop/catalogue/publish-actions.ts'
import { hasProjects, insertCategories } from '../../src/shop/catalogue/project-store.ts'

/** Adds the category tree and the demo projects to an empty catalogue. Existing entries, edited or not, are kept unchanged. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  if (await hasProjects(ctx.db)) return
  // Loaded only when needed, so that later starts do not load forty files.
  const { demoCategories } = await import('./categories.ts')
  const { demoProjects } = await import('./projects.ts')
  await insertCategories(ctx.db, demoCategories)
  const { demoExamples } = await import('./examples/examples.ts')
  await addProjects(ctx, demoProjects)
  await insertExamples(ctx.db, demoExamples)
}
