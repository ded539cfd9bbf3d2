import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import type { orderForLab } from '../../orders/actions.ts'
import { checksFor, unticked } from './check-rules.ts'
import { checksOf, insertChecks } from './check-store.ts'
import { reportErrors } from '../errors.ts'
import { currentRecords } from '../store.ts'

// The check-list of the second person: asked for by the settings, ticked item by item, kept with the verification.

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

/** The items that must be ticked before this order is delivered. */
export async function requiredChecks(ctx: Ctx, order: LabOrder): Promise<string[]> {
  const items = await readSetting(ctx, 'verifyChecks')
  if (items.length === 0) return []
  const methods = (await currentRecords(ctx.db, order.id)).map(({ method }) => method)
  return checksFor(items, [...order.lines.map(({ projectName }) => projectName), ...methods])
}

/** Refuses while an item of the list is not ticked; the refusal names it. */
export async function requireTicked(ctx: Ctx, order: LabOrder, ticked: readonly string[]): Promise<string[]> {
  const items = await requiredChecks(ctx, order)
  const [first] = unticked(items, ticked)
  if (first !== undefined) throw refuse(reportErrors.uncheckedItem, `请先核对：${first}`)
  return items
}

export async function keepChecks(ctx: Ctx<Staff>, orderId: number, orderVersion: number, texts: string[]) {
  if (texts.length === 0) return
  await insertChecks(ctx.db, { orderId, orderVersion, texts, staffId: ctx.actor.id }, ctx.clock.now())
}

/** What was ticked at the latest verification, and by whom. */
export async function latestChecks(ctx: Ctx, orderId: number) {
  const rows = await checksOf(ctx.db, orderId)
  const latest = rows.filter(({ orderVersion }) => orderVersion === rows[0]?.orderVersion)
  const names = await namesOfStaff(
    ctx,
    latest.map(({ staffId }) => staffId),
  )
  return latest.map(({ text, staffId, checkedAt }) => ({ text, by: names.get(staffId) ?? '', checkedAt }))
}
