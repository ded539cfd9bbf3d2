import type { Ctx } from '../platform/http/ctx.ts'
import type { DemoProject } from './demo/authoring.ts'
import { demoCategories } from './demo/categories.ts'
import { bet } from './demo/bet.ts'
import { dft } from './demo/dft.ts'
import { ftir } from './demo/ftir.ts'
import { icp } from './demo/icp.ts'
import { nmr } from './demo/nmr.ts'
import { raman } from './demo/raman.ts'
import { tgDsc } from './demo/tg-dsc.ts'
import { xps } from './demo/xps.ts'
import { xrdRefinement } from './demo/xrd-refinement.ts'
import { sem } from './demo/sem.ts'
import { semOnsite } from './demo/sem-onsite.ts'
import { tem } from './demo/tem.ts'
import { xrd } from './demo/xrd.ts'
import { addProject } from './publish-actions.ts'
import { insertCategories } from './project-store.ts'

/** The most wanted ones last: among equal order counts the newest stands first. */
export const demoProjects: DemoProject[] = [
  dft,
  xrdRefinement,
  semOnsite,
  raman,
  ftir,
  tgDsc,
  icp,
  nmr,
  bet,
  xps,
  tem,
  sem,
  xrd,
]

/** The tree and the demo projects. What is there already, edited or not, stays as it is. */
export async function seedCatalogue(ctx: Ctx): Promise<void> {
  await insertCategories(ctx.db, demoCategories)
  for (const project of demoProjects) await addProject(ctx, project)
}
