import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays } from '../../platform/time.ts'
import {
  type ProjectDocument,
  type ProjectHead,
  projectHeads,
  type ProjectRow,
  projectsInUse,
} from './project-store.ts'

/**
 * Projects on sale with their documents. Orders read the same few kilobytes of content, form and price rule again and again, so a process
 * keeps them for each revision; which revision and versions are in use is asked each time, so what is answered is never old.
 */
export async function projectsOnSale(
  { db, cache, clock }: Pick<Ctx, 'db' | 'cache' | 'clock'>,
  ids: readonly number[],
): Promise<ProjectRow[]> {
  const now = clock.now().getTime()
  const { generation } = cache
  const heads = await projectHeads(db, ids)
  const kept = heads.map((head) => ({ ...head, ...cache.get<ProjectDocument>(keyOf(head), now) }))
  const missing = kept.flatMap((project) => (project.content === undefined ? [project.id] : []))
  if (missing.length === 0) return kept as ProjectRow[]
  const read = await projectsInUse(db, missing)
  for (const { content, form, rule, ...head } of read) {
    const document = frozen({ content, form, rule })
    cache.set(keyOf(head), document, [], addDays(clock.now(), 1).getTime(), generation, JSON.stringify(document).length)
  }
  const found = new Map(read.map((project) => [project.id, project]))
  return kept.flatMap((project) => (project.content ? [project as ProjectRow] : (found.get(project.id) ?? [])))
}

function keyOf({ id, revision, formVersion, priceVersion }: ProjectHead): string {
  return `project:${id}:${revision}:${formVersion}:${priceVersion}`
}

/** Many requests share it, so none may change it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
