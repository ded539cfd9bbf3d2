import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { customerOf } from '../../customers/actions.ts'
import { accountErrors } from '../../customers/errors.ts'
import { STEP_UP_PURPOSE } from '../../customers/rules.ts'
import { spendCode } from '../codes/code-actions.ts'
import { provePassword } from '../sign-in-actions.ts'
import { deleteBindingOf, isBound } from './wechat-store.ts'

/**
 * Takes a way to sign in away, so the session alone is not enough: it may have been left open on a shared computer. Nothing is asked for when
 * nothing is bound, so that no code is used up.
 */
export async function unbindWechat(ctx: Ctx<Customer>, proof: { code?: string; password?: string }): Promise<void> {
  refuseInDoubt(ctx)
  const { id, phone } = await customerOf(ctx, ctx.actor.id)
  if (!(await isBound(ctx.db, id))) throw refuse(accountErrors.wechatNotBound)
  if (proof.password !== undefined) await provePassword(ctx, proof.password)
  else await spendCode(ctx, phone, STEP_UP_PURPOSE, proof.code ?? '')
  await deleteBindingOf(ctx.db, id)
}
