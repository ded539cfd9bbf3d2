import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { sendCode, spendCode } from '../../people/sign-in/codes/code-actions.ts'
import { codePurposes, maskPhone } from '../../people/customers/rules.ts'
import { attachFile } from '../../core/files/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, personOf } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { payloadOf, stageOf } from './actions.ts'
import { contractErrors } from './errors.ts'
import { awaitsSignature, contractLifecycle, contractStageAt } from './rules.ts'
import { changes, type ContractRow, owner, ownContract } from './store.ts'

/** Sends the code to the phone of the person who signs, for a group its owner or manager, never to a number from the request. */
export async function sendSigningCode(ctx: Ctx<Customer>, contractNo: string): Promise<void> {
  await signable(ctx, contractNo)
  const { phone } = await customerOf(ctx, personOf(ctx.actor))
  await sendCode(ctx, phone, codePurposes.contract)
}

/** Signs with a code. Stored are the name, the masked phone, the IP address, the time and the checksum of the text. */
export async function signContract(ctx: Ctx<Customer>, contractNo: string, name: string, code: string) {
  refuseInDoubt(ctx)
  const row = await signable(ctx, contractNo)
  const { phone } = await customerOf(ctx, personOf(ctx.actor))
  // Outside the transaction, so that a wrong code is counted although the call is refused.
  await spendCode(ctx, phone, codePurposes.contract, code)
  const { to } = await transition(ctx, contractLifecycle, row.id, 'sign', {
    version: row.version,
    where: owner(ctx.actor.id),
    set: changes.signed('code', name, maskPhone(phone), ctx.request.ip, ctx.clock.now(), null),
    payload: payloadOf(row),
  })
  return stageOf(to)
}

export async function uploadStamped(ctx: Ctx<Customer>, contractNo: string, fileId: number) {
  return inTx(ctx, async (inner) => {
    const row = await signable(inner, contractNo)
    await attachFile(inner, fileId, `contract:${row.id}`, ['contract'])
    const { phone, name } = await customerOf(inner, personOf(ctx.actor))
    const { to } = await transition(inner, contractLifecycle, row.id, 'upload', {
      where: owner(ctx.actor.id),
      set: changes.signed('stamp', name, maskPhone(phone), ctx.request.ip, ctx.clock.now(), fileId),
      payload: payloadOf(row),
    })
    return stageOf(to)
  })
}

/** Refuses when the PDF is not rendered yet, or the deadline is over. */
async function signable(ctx: Ctx<Customer>, contractNo: string): Promise<ContractRow> {
  const row = await ownContract(ctx.db, contractNo, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  if (contractStageAt(row, ctx.clock.now()) === 'expired') throw refuse(contractErrors.expired)
  if (!awaitsSignature(row.stage)) throw refuse(commonErrors.stageConflict)
  if (row.pdfFileId === null) throw refuse(contractErrors.preparing)
  return row
}
