import { randomUUID } from 'node:crypto'
import { mayAct } from '../../core/staff/rules.ts'
import type { Call, OutputOf, SentTo } from '../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { dispatch } from '../../platform/http/dispatch.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { handlers } from '../calls.ts'
import { requireRight } from './acting-staff.ts'
import { CommandFault } from './command.ts'

/** Makes a call of the console in the name of a member of staff: with the same checks, rights and audit rows. A refusal is a CommandFault. */
export async function callAs<C extends Call>(
  ctx: Ctx<Staff>,
  call: C,
  input: SentTo<C>,
  file?: UploadedFile,
): Promise<OutputOf<C>> {
  const handler = handlers.find((each) => each.call === call)
  if (!handler) throw new Error(`the call ${call.name} has no handler`)
  if (call.action !== undefined) requireRight(ctx, call.action, '这一步')
  const access = { authenticate: async () => ctx.actor, mayAct }
  const request = { ...ctx.request, id: 'command', userAgent: 'mingxi' }
  const { body } = await dispatch(ctx, access, handler, {
    token: undefined,
    raw: input,
    texts: false,
    idempotencyKey: randomUUID(),
    request,
    ...(file ? { file } : {}),
  })
  if (body.code !== 1) throw new CommandFault(body.msg)
  return body.data as OutputOf<C>
}
