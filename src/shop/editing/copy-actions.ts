import { freeSlug } from '../catalogue/edit-actions.ts'
import { saveDraft, topRevision } from './revisions/revision-actions.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'

const MOST_NAME = 60
const SUFFIX = '（副本）'

/** A new draft with the text, form and prices of a project. Prices are copied for everybody: only changing them needs the permission. */
export function copyProject(ctx: Ctx<Staff>, rid: number): Promise<{ rid: number; version: number }> {
  return inTx(ctx, async (inner) => {
    const { data } = await topRevision(inner, { kind: 'project', id: rid })
    const name = `${String(data.name).slice(0, MOST_NAME - SUFFIX.length)}${SUFFIX}`
    const copy = { ...data, name, slug: await freeSlug(inner, String(data.slug)) }
    const note = `复制自「${String(data.name)}」`
    const { id, version } = await saveDraft(inner, { kind: 'project', baseVersion: 0, data: copy, note }, data)
    return { rid: id, version }
  })
}
