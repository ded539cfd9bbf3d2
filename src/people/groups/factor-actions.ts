import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { withSecondFactor } from '../customers/second-factor/second-factor-actions.ts'
import { groupErrors } from './errors.ts'

/** Whether the group demands a second factor that this person does not have. Asks the database only for groups that demand one. */
export async function lacksFactor(
  ctx: Pick<Ctx, 'db'>,
  group: { needsFactor: boolean },
  personId: number,
): Promise<boolean> {
  return group.needsFactor && !(await withSecondFactor(ctx, [personId])).has(personId)
}

/** Refuses whoever lacks the second factor that the group demands of those who work or order for it (decision 0132). */
export async function requireFactor(
  ctx: Pick<Ctx, 'db'>,
  group: { needsFactor: boolean },
  personId: number,
): Promise<void> {
  if (await lacksFactor(ctx, group, personId)) throw refuse(groupErrors.factorFirst)
}
