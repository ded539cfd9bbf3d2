import { staffIdOf, staffMember } from '../../core/staff/actions.ts'
import { mayAct, roleMayAct, type Role, roles } from '../../core/staff/rules.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { CommandFault } from './command.ts'

/** A ctx in the name of an active member of staff, with the rights of now. */
export async function ctxOfStaff(ctx: Ctx, account: string): Promise<Ctx<Staff>> {
  const id = await staffIdOf(ctx, account)
  const person = id === undefined ? undefined : await staffMember(ctx, id)
  if (id === undefined || !person) throw new CommandFault(`没有在用的员工账号 ${account}`)
  return { ...ctx, actor: { kind: 'staff', id, ...person, sessionId: 0 } }
}

/** Names the right that is missing and who has it: whoever types a command sees no menu that leaves out what the account may not do. */
export function requireRight({ actor }: Ctx<Staff>, action: string, what: string): void {
  if (mayAct(actor, action)) return
  const able = (Object.keys(roles) as Role[]).filter((role) => roleMayAct(role, action)).map((role) => roles[role])
  throw new CommandFault(
    `${actor.name}没有${what}的权限（${action}）；内置角色中有此权限的：${able.join('、')}。请用 --as 给出有此权限的员工`,
  )
}
