import type { OutputOf } from '../../../platform/contract/call.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { draftData, type draftGet } from '../contract.ts'
import { draftOf, saveDraft } from './draft-store.ts'
import { orderingErrors } from '../errors.ts'

type DraftData = OutputOf<typeof draftGet>['data']

/** The draft of the wizard; empty with version 0 when there is none. */
export async function currentDraft(ctx: Ctx<Customer>): Promise<OutputOf<typeof draftGet>> {
  const row = await draftOf(ctx.db, ctx.actor.id)
  // A draft of an older release that does not fit the schema is discarded.
  const data = draftData.safeParse(row?.data ?? {})
  return {
    version: row?.version ?? 0,
    step: row?.step ?? 1,
    data: data.success ? data.data : draftData.parse({}),
    updatedAt: row ? shanghaiTime(row.updatedAt) : null,
  }
}

export async function keepDraft(
  ctx: Ctx<Customer>,
  seen: number,
  step: number,
  data: DraftData,
): Promise<{ version: number }> {
  const saved = await saveDraft(ctx.db, ctx.actor.id, seen, step, data, ctx.clock.now())
  if (!saved) throw refuse(orderingErrors.draftConflict)
  return saved
}
