import { Refusal } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { tellStaff } from '../../../core/staff-notices/actions.ts'
import { kindSources } from '../kinds/kind-actions.ts'
import { type KindName, kindOf, titleOf } from '../kinds/kind-rules.ts'
import { audit, publish } from './revision-actions.ts'
import { lockItem, moveRevision, revisionById, type RevisionRow } from './revision-store.ts'

export interface Scheduled {
  revisionId: number
  /** Who chose the time; absent in jobs of older versions, which then tell the author. */
  staffId?: number | undefined
}

/**
 * The job of a scheduled version. It does nothing when the version was rescheduled, unscheduled or edited meanwhile. Nobody watches at that
 * moment, so whoever scheduled it is told what became of it: what a person would be told at the button becomes a draft again.
 */
export async function publishScheduled(ctx: Ctx, scheduled: Scheduled): Promise<void> {
  try {
    await inTx(ctx, async (inner) => {
      const revision = await dueRevision(inner, scheduled.revisionId)
      if (!revision) return
      await publish(inner, revision)
      await tell(inner, scheduled, revision, `已按时发布：${named(revision)}`)
    })
  } catch (error) {
    // A fault of the program or of the database is tried again.
    if (!(error instanceof Refusal)) throw error
    await inTx(ctx, (inner) => backToDraft(inner, scheduled, error.message))
  }
}

async function backToDraft(ctx: Ctx, scheduled: Scheduled, reason: string): Promise<void> {
  const revision = await dueRevision(ctx, scheduled.revisionId)
  if (!revision) return
  const { id, kind, itemId, version } = revision
  await moveRevision(ctx.db, id, { from: ['scheduled'], to: 'draft' })
  await kindSources[kind].prepared?.(ctx, itemId, 'draft')
  await audit(ctx, { kind, id: itemId, version }, 'unschedule', null, { reason })
  await tell(ctx, scheduled, revision, `没有按时发布：${named(revision)}，已退回草稿。${reason}`)
}

/** The version with its item locked, when its time has come and it is still to be published. */
async function dueRevision(ctx: Ctx, revisionId: number): Promise<RevisionRow | undefined> {
  const seen = await revisionById(ctx.db, revisionId)
  if (!seen) return undefined
  await lockItem(ctx.db, seen.kind, seen.itemId)
  const revision = await revisionById(ctx.db, revisionId)
  if (revision?.state !== 'scheduled' || revision.publishAt === null || revision.publishAt > ctx.clock.now()) return
  return revision
}

async function tell(ctx: Ctx, { staffId }: Scheduled, revision: RevisionRow, title: string): Promise<void> {
  const who = staffId ?? revision.authorId
  if (who === null) return
  const { id, kind, itemId, publishAt } = revision
  const key = `publish:${id}:${publishAt?.getTime()}`
  await tellStaff(ctx, { staffIds: [who], kind: 'publish', title, path: pathOf(kind, itemId), key })
}

function named({ kind, data, version }: RevisionRow): string {
  const { label, title } = kindOf(kind)
  return `${label}${title === undefined ? '' : `「${titleOf(kindOf(kind), data)}」`}第 ${version} 版`
}

function pathOf(kind: KindName, id: number): string {
  return `${kindOf(kind).home ?? `/console/content/${kind}`}/${id}`
}
