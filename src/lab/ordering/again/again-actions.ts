import type { OutputOf } from '../../../platform/contract/call.ts'
import { Refusal, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { pricingIfOnSale } from '../../../shop/catalogue/actions.ts'
import type { orderAgain as orderAgainCall } from '../../orders/contract.ts'
import { orderErrors } from '../../orders/errors.ts'
import { own } from '../../orders/move-actions.ts'
import { orderLines } from '../../orders/read-actions.ts'
import type { OrderLineRow } from '../../orders/record-rules.ts'
import { addToPlan, keepSameAs, planLineIds } from '../../plans/actions.ts'
import { fittingParameters } from '../../plans/fitting-rules.ts'
import { samplesOf } from '../../samples/actions.ts'
import type { DraftSample } from '../../samples/entry/draft-rules.ts'
import { currentDraft, keepDraft } from '../drafts/draft-actions.ts'
import { type FormerSample, rowsAgain } from './again-rules.ts'

type Taken = OutputOf<typeof orderAgainCall>['lines'][number]

/**
 * Puts the projects of an order into the plan again, with today's forms and prices, and its samples into the draft of the wizard. What no
 * longer fits is left out and told. Samples are checked, and doubts about them confirmed, when the order is placed, as those of any order.
 */
export async function orderAgain(ctx: Ctx<Customer>, orderNo: string): Promise<OutputOf<typeof orderAgainCall>> {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, orderNo)
    const former = (await samplesOf(inner, row.id)).map(describing)
    const draft = await currentDraft(inner)
    const planned = new Set(await planLineIds(inner, ctx.actor.id))
    // Rows of lines that are no longer in the plan would only take the place of others.
    const there = draft.data.samples.filter(({ planId }) => planned.has(Number(planId)))
    const before = there.length
    const lines: Taken[] = []
    for (const line of await orderLines(inner, row.id)) {
      const added = await addedAgain(inner, line)
      if (added.planId !== null) {
        // Results of a repeated order are compared with those of the first.
        if (row.deliveredAt && row.serviceType === 1) await keepSameAs(inner, added.planId, orderNo)
        const { rows, ...told } = rowsAgain(samplesOfLine(former, line), added.planId, there)
        there.push(...rows)
        planned.add(added.planId)
        lines.push({ ...takenLine(line, added), samples: rows.length, ...told })
      } else lines.push(takenLine(line, added))
    }
    const refused = lines.filter((line) => line.refused !== '')
    if (refused.length === lines.length) throw refuse(orderErrors.nothingToRepeat, nothingText(refused))
    if (there.length > before) await keepDraft(inner, draft.version, draft.step, { ...draft.data, samples: there })
    const skipped = refused.map(({ name }) => name)
    return { planCount: planned.size, added: lines.length - refused.length, skipped, lines }
  })
}

type Added = { planId: number; dropped: Taken['dropped'] } | { planId: null; refused: string }

async function addedAgain(ctx: Ctx<Customer>, line: OrderLineRow): Promise<Added> {
  if (line.rid === 0) return { planId: null, refused: '按报价单独约定的测试，请重新提出实验需求' }
  const project = await pricingIfOnSale(ctx, line.rid)
  if (!project) return { planId: null, refused: '项目已下架' }
  const { values, dropped, problem } = fittingParameters(project.form, line.parameters, ctx.clock.now())
  if (problem) return { planId: null, refused: `需要重新填写参数：${problem}` }
  const { rid, sampleCount, urgent } = line
  try {
    const { id } = await addToPlan(ctx, { rid, parameters: values, sampleCount, urgent })
    return { planId: id, dropped: dropped.map((key) => describedOf(line, key)) }
  } catch (error) {
    // addToPlan refuses before it writes, so the transaction can continue.
    if (!(error instanceof Refusal)) throw error
    return { planId: null, refused: error.message }
  }
}

function takenLine({ projectName: name }: OrderLineRow, added: Added): Taken {
  const nothing = { planId: null, refused: '', samples: 0, left: 0, renumbered: 0, dropped: [] }
  return { name, ...nothing, ...added }
}

function describedOf({ described }: OrderLineRow, key: string): Taken['dropped'][number] {
  const { label, text } = described.find((entry) => entry.key === key) ?? { label: key, text: '' }
  return { label, text }
}

function samplesOfLine(former: readonly FormerSample[], line: OrderLineRow): FormerSample[] {
  return former.filter(({ lineId }) => lineId === line.id).slice(0, line.sampleCount)
}

function describing(sample: FormerSample): FormerSample & DraftSample {
  const { lineId, ownNo, name, form, composition, amount, hazards, storage, returnWanted, remark } = sample
  return { lineId, ownNo, name, form, composition, amount, hazards, storage, returnWanted, remark }
}

function nothingText(refused: readonly Taken[]): string | undefined {
  if (refused.length === 0) return undefined
  return `原订单的项目不能直接加入：${refused.map(({ name, refused: why }) => `「${name}」${why}`).join('；')}`.slice(
    0,
    300,
  )
}
