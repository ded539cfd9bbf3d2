import { attachAll, detachFiles, filesAttachedTo, filesOf } from '../../core/files/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { fileIdsIn } from './rules.ts'
import { planLines } from './store.ts'

// Files named in parameters. An unattached file is removed after a day, so files of plan lines are attached to the plan until ordered.

const planOf = (customerId: number) => `plan-of:${customerId}`

/** Only the customer's own files may be named, since everybody who may open the order may open its files. */
export async function holdParameterFiles(ctx: Ctx<Customer>, parameters: Record<string, unknown>): Promise<void> {
  const ids = fileIdsIn(parameters)
  if (ids.length === 0) return
  const found = await filesOf(ctx, ids)
  if (ids.some((id) => found.get(id)?.customerId !== ctx.actor.id || found.get(id)?.purpose !== 'data'))
    throw refuse(commonErrors.invalid, '附件已失效，请重新上传')
  const loose = ids.filter((id) => found.get(id)?.attachedTo === null)
  await attachAll(ctx, loose, planOf(ctx.actor.id))
}

/** Detaches files that no line of the plan names any more. */
export async function freeParameterFiles(ctx: Ctx<Customer>, former: Record<string, unknown>[]): Promise<void> {
  if (former.every((parameters) => fileIdsIn(parameters).length === 0)) return
  const named = new Set((await planLines(ctx.db, ctx.actor.id)).flatMap((line) => fileIdsIn(line.parameters)))
  const held = await filesAttachedTo(ctx, planOf(ctx.actor.id))
  await detachFiles(
    ctx,
    held.map((file) => file.id).filter((id) => !named.has(id)),
  )
}
