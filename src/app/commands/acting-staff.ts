import { staffIdOf, staffMember } from '../../core/staff/actions.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { CommandFault } from './command.ts'

/** A ctx in the name of an active member of staff, with the rights of now. */
export async function ctxOfStaff(ctx: Ctx, account: string): Promise<Ctx<Staff>> {
  const id = await staffIdOf(ctx, account)
  const person = id === undefined ? undefined : await staffMember(ctx, id)
  if (id === undefined || !person) throw new CommandFault(`没有在用的员工账号 ${account}`)
  return { ...ctx, actor: { kind: 'staff', id, ...person, sessionId: 0 } }
}
