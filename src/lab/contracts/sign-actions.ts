import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { sendCode, spendCode } from '../../people/sign-in/code-actions.ts'
import { codePurposes, maskPhone } from '../../people/customers/rules.ts'
import { attachFile } from '../../ground/files/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { payloadOf, stageOf } from './actions.ts'
import { contractErrors } from './errors.ts'
import { awaitsSignature, contractLifecycle, contractStageAt } from './rules.ts'
import { along, type ContractRow, owner, ownContract } from './store.ts'

/** Sends the code to the phone of the account, never to one that is told. */
export async function sendSigningCode(ctx: Ctx<Customer>, contractNo: string): Promise<void> {
  await signable(ctx, contractNo)
  const { phone } = await customerOf(ctx, ctx.actor.id)
  await sendCode(ctx, phone, codePurposes.contract)
}

/** Signed by click and code: who, from which phone and address, when, and the checksum of the very text. */
export async function signContract(ctx: Ctx<Customer>, contractNo: string, name: string, code: string) {
  refuseInDoubt(ctx)
  const row = await signable(ctx, contractNo)
  const { phone } = await customerOf(ctx, ctx.actor.id)
  // Before and outside the transaction, so that a wrong try is counted although the call is refused.
  await spendCode(ctx, phone, codePurposes.contract, code)
  const { to } = await transition(ctx, contractLifecycle, row.id, 'sign', {
    version: row.version,
    where: owner(ctx.actor.id),
    set: along.signed('code', name, maskPhone(phone), ctx.request.ip, ctx.clock.now(), null),
    payload: payloadOf(row),
  })
  return stageOf(to)
}

export async function uploadStamped(ctx: Ctx<Customer>, contractNo: string, fileId: number) {
  return inTx(ctx, async (inner) => {
    const row = await signable(inner, contractNo)
    await attachFile(inner, fileId, `contract:${row.id}`, ['contract'])
    const { phone, name } = await customerOf(inner, ctx.actor.id)
    const { to } = await transition(inner, contractLifecycle, row.id, 'upload', {
      where: owner(ctx.actor.id),
      set: along.signed('stamp', name, maskPhone(phone), ctx.request.ip, ctx.clock.now(), fileId),
      payload: payloadOf(row),
    })
    return stageOf(to)
  })
}

/** Nobody signs a text that is not there to be read, nor one whose time is over. */
async function signable(ctx: Ctx<Customer>, contractNo: string): Promise<ContractRow> {
  const row = await ownContract(ctx.db, contractNo, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  if (contractStageAt(row, ctx.clock.now()) === 'expired') throw refuse(contractErrors.expired)
  if (!awaitsSignature(row.stage)) throw refuse(commonErrors.stageConflict)
  if (row.pdfFileId === null) throw refuse(contractErrors.preparing)
  return row
}
