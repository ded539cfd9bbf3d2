import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { decideSamples, moveSamples, samplesOf } from '../../samples/actions.ts'
import { type HoldChoice, isAwaited } from '../../samples/rules.ts'
import { orderErrors } from '../errors.ts'
import { move, own, releaseOrder } from '../move-actions.ts'
import { type OrderStage, stageLabel } from '../rules.ts'
import { changes, heldBeforeTesting, heldInTesting } from '../transition-store.ts'
import { keepHoldAnswer } from '../store.ts'
import type { HoldAnswer, OrderRow, OrderTarget } from '../record-rules.ts'

// The customer's answer to an exception that the laboratory reported.

export interface Answer extends OrderTarget {
  answer: string
  wish: HoldAnswer['wish']
  samples: { sampleNo: string; choice: HoldChoice }[]
}

/**
 * The order returns to the stage at which the exception was reported, with the decision for each sample. When a sample is sent
 * again before testing began, the order waits for it. A cancellation takes effect at once before testing; later it is recorded as
 * a wish, and staff cancel, since a fee may be due.
 */
export async function answerHold(ctx: Ctx<Customer>, { answer, wish, samples, ...target }: Answer) {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, target.orderNo)
    const early = row.heldFrom === 'received'
    const kept: HoldAnswer = { wish, text: answer, samples, at: shanghaiTime(ctx.clock.now()) }
    if (wish === 'cancel') return early ? cancelHeld(inner, target, kept) : wishToCancel(inner, row, target, kept)
    const resends = samples.some(({ choice }) => choice === 'resend')
    return move(inner, target, early ? (resends ? 'answerWithResend' : 'answerBeforeTesting') : 'answer', {
      reason: answer,
      where: early ? heldBeforeTesting : heldInTesting,
      set: changes.answered(kept),
      after: async (deeper) => {
        await decideSamples({ ...deeper, actor: ctx.actor }, row.id, samples)
        // The customer has just accepted the other samples as they are.
        await moveSamples(deeper, row.id, 'resume')
        if (!(await anythingLeft(deeper, row.id))) throw refuse(orderErrors.nothingLeftToTest)
        if (!early) await moveSamples(deeper, row.id, 'startTesting', ({ stage }) => stage === 'received')
      },
    })
  })
}

function cancelHeld(ctx: Ctx<Customer>, target: OrderTarget, kept: HoldAnswer) {
  return move(ctx, target, 'cancelHeld', {
    reason: kept.text,
    where: heldBeforeTesting,
    set: changes.answered(kept),
    after: (inner, row) => releaseOrder(asSystem(inner), row, { reason: kept.text, keepFen: 0 }),
  })
}

async function wishToCancel(
  ctx: Ctx<Customer>,
  row: OrderRow,
  target: OrderTarget,
  kept: HoldAnswer,
): Promise<{ stage: OrderStage; stageName: string }> {
  const current = target.version === undefined || target.version === row.version
  if (!current || (await keepHoldAnswer(ctx.db, row, kept)) === 0) throw refuse(commonErrors.stageConflict)
  return { stage: row.stage, stageName: stageLabel(row.stage, row.serviceType) }
}

async function anythingLeft(ctx: Ctx, orderId: number): Promise<boolean> {
  const samples = await samplesOf(ctx, orderId)
  return samples.some((sample) => isAwaited(sample) || sample.stage === 'received' || sample.stage === 'testing')
}
