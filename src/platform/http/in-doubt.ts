import { commonErrors, refuse } from '../contract/refusal.ts'
import type { Ctx } from './ctx.ts'

/** [T-16] Refuses a customer who came back after a long absence and has not proved their identity yet. Called before money, files and contact data. */
export function refuseInDoubt({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'customer' && actor.inDoubt) throw refuse(commonErrors.stepUpRequired)
}
