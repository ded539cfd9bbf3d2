import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { inBatches } from '../../platform/jobs/periodic.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { presentOrDeputies } from '../staff/absences/absence-actions.ts'
import type { bellList, bellRead } from './contract.ts'
import { KEPT_DAYS } from './rules.ts'
import { countNotices, deleteNoticesBefore, insertNotices, markRead, noticesOf, type StaffNotice } from './store.ts'

/**
 * Tells members of staff about one matter, once per key. Who is away is told too, and so is who stands in. Call it in the transaction of
 * the change that is told.
 */
export async function tellStaff(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { staffIds, ...notice }: StaffNotice & { staffIds: readonly number[] },
): Promise<void> {
  if (staffIds.length === 0) return
  const told = await presentOrDeputies(ctx, staffIds)
  await insertNotices(ctx.db, [...new Set([...staffIds, ...told])], notice, ctx.clock.now())
}

export async function myNotices(
  ctx: Ctx<Staff>,
  { page, size }: InputOf<typeof bellList>,
): Promise<OutputOf<typeof bellList>> {
  const counts = await countNotices(ctx.db, ctx.actor.id)
  const rows = await noticesOf(ctx.db, ctx.actor.id, size, (page - 1) * size)
  return {
    ...counts,
    list: rows.map(({ createdAt, readAt, ...row }) => ({
      ...row,
      createdAt: shanghaiTime(createdAt),
      read: readAt !== null,
    })),
  }
}

export async function readNotices(ctx: Ctx<Staff>, { ids }: InputOf<typeof bellRead>): Promise<void> {
  await markRead(ctx.db, ctx.actor.id, ids, ctx.clock.now())
}

export function sweepNotices(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const before = addDays(ctx.clock.now(), -KEPT_DAYS)
  return inBatches((most) => deleteNoticesBefore(ctx.db, before, most))
}
