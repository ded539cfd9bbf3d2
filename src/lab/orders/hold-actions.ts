import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { decideSamples, moveSamplesAlong, samplesOf } from '../samples/actions.ts'
import { type HoldChoice, isAwaited } from '../samples/rules.ts'
import { orderErrors } from './errors.ts'
import { move, own, type Told, undoOrder } from './move-actions.ts'
import { type OrderStage, stageLabel } from './rules.ts'
import { along, heldBeforeTesting, heldInTesting } from './along-store.ts'
import { keepHoldAnswer } from './store.ts'
import type { HoldAnswer, OrderRow } from './record-rules.ts'

// What a customer decides when the laboratory has reported an exception.

export interface Answer extends Told {
  answer: string
  wish: HoldAnswer['wish']
  samples: { sampleNo: string; choice: HoldChoice }[]
}

/**
 * The order goes back to where the exception was reported, with what was decided for each sample; with another sample on its way
 * and nothing tested yet, it waits for that one. A cancellation takes effect at once while testing has not begun; later it is a
 * wish that staff fulfil, since a fee may be due.
 */
export async function answerHold(ctx: Ctx<Customer>, { answer, wish, samples, ...told }: Answer) {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, told.orderNo)
    const early = row.heldFrom === 'received'
    const kept: HoldAnswer = { wish, text: answer, samples, at: shanghaiTime(ctx.clock.now()) }
    if (wish === 'cancel') return early ? cancelHeld(inner, told, kept) : wishToCancel(inner, row, told, kept)
    const resends = samples.some(({ choice }) => choice === 'resend')
    return move(inner, told, early ? (resends ? 'answerWithResend' : 'answerBeforeTesting') : 'answer', {
      reason: answer,
      where: early ? heldBeforeTesting : heldInTesting,
      set: along.answered(kept),
      after: async (deeper) => {
        await decideSamples({ ...deeper, actor: ctx.actor }, row.id, samples)
        // What is wrong with the rest was just accepted by its owner.
        await moveSamplesAlong(deeper, row.id, 'resume')
        if (!(await anythingLeft(deeper, row.id))) throw refuse(orderErrors.nothingLeftToTest)
        if (!early) await moveSamplesAlong(deeper, row.id, 'startTesting', ({ stage }) => stage === 'received')
      },
    })
  })
}

function cancelHeld(ctx: Ctx<Customer>, told: Told, kept: HoldAnswer) {
  return move(ctx, told, 'cancelHeld', {
    reason: kept.text,
    where: heldBeforeTesting,
    set: along.answered(kept),
    after: (inner, row) => undoOrder(asSystem(inner), row, { reason: kept.text, keepFen: 0 }),
  })
}

async function wishToCancel(
  ctx: Ctx<Customer>,
  row: OrderRow,
  told: Told,
  kept: HoldAnswer,
): Promise<{ stage: OrderStage; stageName: string }> {
  const current = told.version === undefined || told.version === row.version
  if (!current || (await keepHoldAnswer(ctx.db, row, kept)) === 0) throw refuse(commonErrors.stageConflict)
  return { stage: row.stage, stageName: stageLabel(row.stage, row.serviceType) }
}

async function anythingLeft(ctx: Ctx, orderId: number): Promise<boolean> {
  const samples = await samplesOf(ctx, orderId)
  return samples.some((sample) => isAwaited(sample) || sample.stage === 'received' || sample.stage === 'testing')
}
