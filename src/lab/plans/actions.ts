import type { ServiceType } from '../samples/service-rules.ts'
import { daysText, plainDays } from '../../core/settings/opening-hours/days-rules.ts'
import { customerOf } from '../../people/customers/actions.ts'
import type { CustomerGroup } from '../../people/customers/rules.ts'
import {
  alternativesIn,
  type OrderableProject,
  pricingOf,
  type ProjectPricing,
  projectsByRid,
} from '../../shop/catalogue/actions.ts'
import { checkParameters } from '../../shop/catalogue/forms/form-check-rules.ts'
import { describeValues } from '../../shop/catalogue/forms/form-rules.ts'
import type { Price } from '../../shop/catalogue/prices/price-rules.ts'
import { compareCategories } from '../../shop/catalogue/requirements/requirement-rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { reservationErrors } from '../bookings/errors.ts'
import { slotProblem } from '../bookings/slot-rules.ts'
import { planErrors } from './errors.ts'
import { type Payer, payerFor } from './payer-actions.ts'
import { freeParameterFiles, holdParameterFiles } from './parameter-file-actions.ts'
import { agreedProject, type AgreedEntry, agreedLine } from './agreed-actions.ts'
import { planLimits, planPriceOf, slotsIn, type Validity, validityOf } from './rules.ts'
import {
  countPlanLines,
  demandsInPlan,
  insertAgreedLine,
  insertPlanLine,
  type NewPlanLine,
  type PlanLineRow,
  planLineById,
  planLines,
  setSameAs,
  takePlanLines,
  updatePlanLine,
} from './store.ts'

export interface FilledForm {
  rid: number
  formVersion?: number | undefined
  parameters: Record<string, unknown>
  sampleCount: number
  urgent: boolean
}

/** How many lines a customer's plan has, for the badge. */
export function planCount(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<number> {
  return countPlanLines(ctx.db, customerId)
}

/** The numbers of the lines in a customer's plan. */
export async function planLineIds(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<number[]> {
  return (await planLines(ctx.db, customerId)).map(({ id }) => id)
}

export async function quoteForm(ctx: Ctx<Customer>, form: FilledForm): Promise<Price> {
  const project = await orderable(ctx, form)
  const { group } = await customerOf(ctx, ctx.actor.id)
  return lineOf(project, form, group, ctx.clock.now()).price
}

export async function addToPlan(ctx: Ctx<Customer>, form: FilledForm): Promise<{ id: number; planCount: number }> {
  return inTx(ctx, async (inner) => {
    const project = await orderable(inner, form)
    const { group } = await customerOf(inner, ctx.actor.id)
    const { line } = lineOf(project, form, group, ctx.clock.now())
    await holdParameterFiles(inner, line.parameters)
    const added = await insertPlanLine(inner.db, ctx.actor.id, line, planLimits.lines, ctx.clock.now())
    if (!added) throw refuse(planErrors.planFull)
    return added
  })
}

/** Adds an accepted offer to the plan, once. */
export async function addAgreedLine(ctx: Ctx<Customer>, entry: AgreedEntry): Promise<{ planCount: number }> {
  return inTx(ctx, async (inner) => {
    const count = await countPlanLines(inner.db, ctx.actor.id)
    if (count >= planLimits.lines) throw refuse(planErrors.planFull)
    const row = await insertAgreedLine(inner.db, ctx.actor.id, agreedLine(entry), ctx.clock.now())
    if (!row) throw refuse(planErrors.alreadyInPlan)
    return { planCount: count + 1 }
  })
}

/** The demands whose accepted offers are in the customer's plan. */
export async function plannedDemands(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<Set<number>> {
  return new Set((await demandsInPlan(ctx.db, customerId)).map((row) => row.demandId))
}

export async function editPlanLine(
  ctx: Ctx<Customer>,
  id: number,
  changes: Omit<FilledForm, 'rid'>,
): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    const kept = await planLineById(inner.db, ctx.actor.id, id)
    if (!kept) throw refuse(commonErrors.notFound)
    if (kept.agreed) throw refuse(planErrors.agreedLine)
    const form = { ...changes, rid: kept.rid }
    const project = await orderable(inner, form)
    const { group } = await customerOf(inner, ctx.actor.id)
    const { line } = lineOf(project, form, group, ctx.clock.now())
    await holdParameterFiles(inner, line.parameters)
    await updatePlanLine(inner.db, ctx.actor.id, id, line, ctx.clock.now())
    await freeParameterFiles(inner, [kept.parameters])
    return { id }
  })
}

/** The project of a line of the caller's plan. */
export async function projectOfPlanLine(ctx: Ctx<Customer>, id: number): Promise<number> {
  const line = await planLineById(ctx.db, ctx.actor.id, id)
  if (!line) throw refuse(commonErrors.notFound)
  return line.rid
}

/** Asks for the instrument and conditions of an earlier order, which the caller has checked; empty asks for none. */
export async function keepSameAs(ctx: Ctx<Customer>, id: number, orderNo: string): Promise<void> {
  if ((await setSameAs(ctx.db, ctx.actor.id, id, orderNo, ctx.clock.now())) === 0) throw refuse(commonErrors.notFound)
}

export async function removeFromPlan(ctx: Ctx<Customer>, ids: number[]): Promise<{ planCount: number }> {
  return inTx(ctx, async (inner) => {
    const gone = await takePlanLines(inner.db, ctx.actor.id, ids)
    if (gone.length === 0) throw refuse(commonErrors.notFound)
    await freeParameterFiles(
      inner,
      gone.map((line) => line.parameters),
    )
    return { planCount: await countPlanLines(inner.db, ctx.actor.id) }
  })
}

/** The plan for its page: grouped by category, at current prices of who pays. */
export async function planOf(ctx: Ctx<Customer>, groupNo?: string) {
  const rows = await planLines(ctx.db, ctx.actor.id)
  const [payer, projects] = await Promise.all([
    payerFor(ctx, groupNo),
    projectsByRid(
      ctx,
      rows.map((row) => row.rid),
    ),
  ])
  const groups = new Map<number, { type_id: number; type_name: string; items: ReturnType<typeof wireLine>[] }>()
  const now = ctx.clock.now()
  for (const row of rows) {
    const project = projectOf(row, projects)
    const entry = groups.get(row.categoryId) ?? {
      type_id: row.categoryId,
      type_name: project?.categoryName ?? '其他',
      items: [],
    }
    entry.items.push(wireLine(row, project, payer, now))
    groups.set(row.categoryId, entry)
  }
  return {
    dataArr: [...groups.values()].sort((a, b) => compareCategories(a.type_id, b.type_id)),
    planCount: rows.length,
    alternatives: await alternativesIn(
      ctx,
      [...projects.values()].map(({ content }) => content),
    ),
  }
}

export interface TakenLine extends PlanLineRow {
  project: OrderableProject
  described: { key: string; label: string; text: string }[]
}

/**
 * Removes lines from the plan for an order, in the order's transaction, and calculates their prices again, for the group of the payer.
 * When a line is no longer as the customer saw it, the call is refused with its name and the plan stays unchanged.
 */
export async function takeFromPlan(
  ctx: Ctx,
  customerId: number,
  { ownGroup, group }: Pick<Payer, 'ownGroup' | 'group'>,
  ids: number[],
): Promise<TakenLine[]> {
  const rows = await takePlanLines(ctx.db, customerId, ids)
  if (rows.length !== new Set(ids).size) throw refuse(planErrors.linesGone)
  const projects = await projectsByRid(
    ctx,
    rows.map((row) => row.rid),
  )
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => {
      const project = projectOf(row, projects)
      // The plan keeps the prices of its customer, so a change since then shows in these, whoever pays.
      const validity = validityNow(row, project, ownGroup, ctx.clock.now())
      if (validity === 'offerExpired') throw refuse(planErrors.lineInvalid, `「${row.agreed?.name}」的报价已过期`)
      if (validity !== 'valid' || !project)
        throw refuse(
          planErrors.lineInvalid,
          `「${project?.name ?? '已下架的项目'}」的参数或价格有变化，请回到实验方案确认`,
        )
      const price = group === ownGroup ? undefined : currentPrice(row, project, group)
      return { ...row, ...(price && amountsOf(price)), project, described: describedOf(row, project) }
    })
}

async function orderable(ctx: Ctx, form: FilledForm): Promise<ProjectPricing> {
  const project = await pricingOf(ctx, form.rid)
  if (form.formVersion !== undefined && form.formVersion !== project.formVersion) throw refuse(planErrors.formChanged)
  return project
}

/** Checks the values and calculates the price; field errors have the key `parameters.<field>`. */
function lineOf(
  project: ProjectPricing,
  filled: FilledForm,
  group: CustomerGroup,
  now: Date,
): { line: NewPlanLine; price: Price } {
  const checked = checkParameters(project.form, filled.parameters)
  if (!checked.ok) {
    const fields: Record<string, string> = {}
    for (const issue of checked.issues)
      fields[issue.field === '' ? 'parameters' : `parameters.${issue.field}`] ??= issue.message
    throw refuse(commonErrors.invalid, checked.issues[0]?.message, { fields })
  }
  for (const slot of slotsIn(project.form, checked.values)) {
    const problem = slotProblem(slot, now)
    if (problem) throw refuse(reservationErrors.slotUnavailable, problem)
  }
  const { sampleCount, urgent } = filled
  const price = planPriceOf({
    rule: project.rule,
    form: project.form,
    values: checked.values,
    group,
    sampleCount,
    urgent,
  })
  const line: NewPlanLine = {
    rid: project.rid,
    categoryId: project.categoryId,
    serviceType: serviceTypeOf(project.typeId),
    formVersion: project.formVersion,
    parameters: checked.values,
    sampleCount,
    urgent,
    ...amountsOf(price),
  }
  return { line, price }
}

function amountsOf(price: Price) {
  return price.kind === 'priced'
    ? { priceLines: price.lines, amountFen: price.totalFen }
    : { priceLines: [], amountFen: null }
}

function currentPrice(row: PlanLineRow, project: OrderableProject, group: CustomerGroup): Price {
  // An agreed price does not depend on the catalogue.
  if (row.agreed) return { kind: 'priced', lines: row.priceLines, totalFen: row.amountFen ?? 0 }
  const { parameters: values, sampleCount, urgent } = row
  return planPriceOf({
    rule: project.rule,
    form: project.form,
    values,
    group,
    sampleCount,
    urgent,
  })
}

function wireLine(row: PlanLineRow, project: OrderableProject | undefined, { group, ownGroup }: Payer, now: Date) {
  const price = project && currentPrice(row, project, group)
  return {
    id: row.id,
    rid: row.rid,
    name: project?.name ?? '已下架的项目',
    img: project?.img ?? '',
    type_id: row.categoryId,
    serviceType: row.serviceType,
    count: row.sampleCount,
    urgent: row.urgent,
    formVersion: row.formVersion,
    parameters: row.parameters,
    described: project ? describedOf(row, project) : [],
    priceLines: price?.kind === 'priced' ? price.lines : [],
    amountFen: price?.kind === 'priced' ? price.totalFen : null,
    formerFen: row.amountFen,
    validity: validityNow(row, project, ownGroup, now),
    requirements: project?.content.requirements ?? [],
    suitability: project?.content.suitability ?? [],
    consumed: project?.content.consumed ?? false,
    days: row.agreed ? plainDays(row.agreed.days) : project ? daysText(project.daysFrom, project.daysTo) : '',
    agreed: row.agreed !== null,
    sameAs: row.sameAs,
    updatedAt: shanghaiTime(row.updatedAt),
  }
}

function validityNow(
  row: PlanLineRow,
  project: OrderableProject | undefined,
  group: CustomerGroup,
  now: Date,
): Validity {
  if (row.agreed && new Date(row.agreed.validUntil) <= now) return 'offerExpired'
  return validityOf(row, project && { formVersion: project.formVersion, price: currentPrice(row, project, group) })
}

function describedOf(row: PlanLineRow, project: OrderableProject) {
  return row.agreed?.described ?? describeValues(project.form, row.parameters)
}

function projectOf(row: PlanLineRow, projects: Map<number, OrderableProject>): OrderableProject | undefined {
  return row.agreed ? agreedProject(row, row.agreed) : projects.get(row.rid)
}

function serviceTypeOf(typeId: number): ServiceType {
  return typeId === 2 || typeId === 3 ? typeId : 1
}
