import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { instrumentsServingAll, projectsOfInstrument } from '../../instruments/availability-actions.ts'
import { chartUncertainties, outOfControl } from '../../control-charts/state-actions.ts'
import { uncertaintyText } from '../../control-charts/rules.ts'
import { instrumentLabel } from '../../instruments/rules.ts'
import { addDays } from '../../../platform/time.ts'
import { backlogOfProjects } from '../../orders/lists/backlog-actions.ts'
import { orderForLab } from '../../orders/actions.ts'
import { reportErrors } from '../errors.ts'
import { lastConditions, usageOf } from './record-store.ts'
import { currentRecords } from '../store.ts'

/** The instruments of each line's project, with the conditions of the latest test on each. */
export async function instrumentsOfOrder(ctx: Ctx<Staff>, orderNo: string) {
  const { lines } = await orderForLab(ctx, orderNo)
  const serving = await instrumentsServingAll(
    ctx,
    lines.map(({ rid }) => rid),
  )
  const last = new Map(
    (
      await lastConditions(
        ctx.db,
        serving.map(({ id }) => id),
      )
    ).map((each) => [each.instrumentId, each]),
  )
  const same = await earlierRecords(ctx, lines)
  const ids = serving.map(({ id }) => id)
  const problems = await outOfControl(ctx, ids, ctx.clock.now())
  const given = await chartUncertainties(ctx, ids)
  return {
    lines: lines.map(({ id, rid, sameAs }) => ({
      lineId: id,
      same: same.get(`${sameAs} ${rid}`) ?? null,
      instruments: serving
        .filter((each) => each.rid === rid)
        .map((each) => {
          const { method = '', conditions = '', environment = '' } = last.get(each.id) ?? {}
          return {
            ...{ id: each.id, label: instrumentLabel(each), method, conditions, environment },
            outOfControl: problems.get(each.id) ?? [],
            uncertainties: given
              .filter(({ instrumentId }) => instrumentId === each.id)
              .map(({ quantity, unit, ...found }) => ({ quantity, unit, text: uncertaintyText(found) })),
          }
        }),
    })),
  }
}

/** What was recorded for the same project in the orders that the customer refers to, by order number and project. */
async function earlierRecords(ctx: Ctx<Staff>, lines: readonly { rid: number; sameAs: string }[]) {
  const asked = lines.filter(({ sameAs }) => sameAs !== '')
  const found = await Promise.all(
    asked.map(async ({ rid, sameAs: orderNo }) => {
      const earlier = await orderForLab(ctx, orderNo)
      const lineIds = new Set(earlier.lines.filter((line) => line.rid === rid).map(({ id }) => id))
      const record = (await currentRecords(ctx.db, earlier.id)).findLast(({ lineId }) => lineIds.has(lineId))
      if (!record) return undefined
      const { instrumentId, instrument, method, conditions, environment } = record
      return [`${orderNo} ${rid}`, { orderNo, instrumentId, instrument, method, conditions, environment }] as const
    }),
  )
  return new Map(found.filter((each) => each !== undefined))
}

/** The name of a chosen instrument as the record keeps it; refused when it does not serve the project. */
export async function chosenInstrument(ctx: Ctx, rid: number, instrumentId: number): Promise<string> {
  const chosen = (await instrumentsServingAll(ctx, [rid])).find(({ id }) => id === instrumentId)
  if (!chosen) throw refuse(reportErrors.foreignInstrument)
  return instrumentLabel(chosen)
}

/** Refuses a test on an instrument that was out of control that day, unless a reason is given, which is kept with the record. */
export async function controlReasonOf(
  ctx: Ctx,
  { instrumentId, controlReason = '' }: { instrumentId: number | null; controlReason?: string | undefined },
  startedAt: Date,
): Promise<string> {
  if (instrumentId === null) return ''
  const problems = (await outOfControl(ctx, [instrumentId], startedAt)).get(instrumentId) ?? []
  if (problems.length === 0) return ''
  if (controlReason === '') throw refuse(reportErrors.outOfControl, `质控失控：${problems.join('；')}。继续请填写原因`)
  return controlReason
}

/** Days of the recent usage. */
const recentDays = 30

export async function instrumentUsage(ctx: Ctx<Staff>, instrumentId: number) {
  const usage = await usageOf(ctx.db, instrumentId, addDays(ctx.clock.now(), -recentDays))
  const backlog = await backlogOfProjects(ctx, await projectsOfInstrument(ctx, instrumentId))
  return { ...usage, ...backlog }
}
