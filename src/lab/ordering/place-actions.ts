import { findRegion } from '../../core/regions/region-actions.ts'
import type { ParameterForm } from '../../shop/catalogue/forms/form-rules.ts'
import { agreementVersion } from '../../core/agreements/agreement-actions.ts'
import { reserveCredit } from '../../money/credit/actions.ts'
import { offersOrdered } from '../demands/actions.ts'
import { type TakenLine, takeFromPlan } from '../plans/actions.ts'
import { type Payer, payerFor } from '../plans/payer-actions.ts'
import { slotsIn } from '../plans/rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { holdCoupons } from '../../money/coupons/use-actions.ts'
import { reserveSlots } from '../bookings/actions.ts'
import { newSamples, sampleNumber } from '../samples/create-actions.ts'
import { checkSamples, isReturned, type SampleDemand, warningsOf } from '../samples/entry/entry-rules.ts'
import type { orderAdd } from './contract.ts'
import { attachOrderFiles } from '../orders/analysis-data/data-actions.ts'
import { couponsOf } from '../orders/quotes/discount-actions.ts'
import { couponsFor } from './coupon-actions.ts'
import { orderingErrors } from './errors.ts'
import { enterForGroup, stageForGroup } from './group-orders/group-actions.ts'
import { stageLabel, startStage, visitorsIn } from '../orders/rules.ts'
import type { ServiceType } from '../samples/service-rules.ts'
import { createOrder, type NewOrderLine } from '../orders/create-actions.ts'
import { draftDeletion } from './drafts/draft-store.ts'
import { orderSubmitted } from './events.ts'

export type OrderRequest = InputOf<typeof orderAdd>

/**
 * Makes an order from plan lines: removes them from the plan, calculates prices again, creates the samples, books the slots and holds
 * credit. One transaction with few statements, since this is the busiest write of the product.
 */
export async function placeOrder(ctx: Ctx<Customer>, asked: OrderRequest) {
  if (asked.agreementVersion !== (await agreementVersion(ctx, 'service'))) throw refuse(orderingErrors.agreementChanged)
  return inTx(ctx, async (inner) => {
    const customerId = ctx.actor.id
    const payer = await payerFor(inner, asked.groupNo)
    const { payerId, groupId, group } = payer
    const lines = await takeFromPlan(inner, customerId, payer, asked.planIds)
    const request = withPossibleReturns(asked, lines)
    const serviceType = checkRequest(request, lines)
    const { chosen, parts, ...amounts } = await pricedFor(inner, request, payer, lines)
    const { estimateFen, discountFen, netFen } = amounts
    const spend = lines.map(({ rid, amountFen }, i) => ({ rid, amountFen: (amountFen ?? 0) - (parts[i] ?? 0) }))
    const stage = await stageForGroup(inner, groupId, startStage(group, netFen), spend)
    const title = titleOf(lines)
    const owner = { customerId, payerId, serviceType }
    const groupOf = (planId: number) => lines.findIndex(({ id }) => id === planId) + 1
    const order = await createOrder(
      inner,
      {
        ...owner,
        groupId,
        customerGroup: group,
        stage,
        estimateFen,
        urgent: lines.some((line) => line.urgent),
        sampleCount: request.samples.length,
        title,
        contact: request.contact,
        delivery: deliveryOf(request, lines),
        returnAddress: request.returnAddress ? withNamesOfCode(request.returnAddress) : null,
        invoice: request.invoice,
        remark: request.remark,
        agreementVersion: request.agreementVersion,
        discountFen,
        coupons: chosen?.kept ?? [],
      },
      {
        lines: lines.map((line, i) => ({ ...newLine(line, i, request), discountFen: parts[i] ?? 0 })),
        samples: newSamples(serviceType, withWarnings(request, lines), groupOf),
        clearing: draftDeletion(customerId),
        emits: { event: orderSubmitted, facts: { ...owner, stage, estimateFen: netFen, rids: ridsOf(lines) } },
      },
    )
    if (chosen)
      await holdCoupons(inner, { ...chosen, discountFen }, { usedFor: couponsOf(order.id), no: order.orderNo })
    const demandIds = lines.flatMap((line) => line.demandId ?? [])
    await offersOrdered(inner, demandIds, order.orderNo)
    const owned = { ...order, ...owner }
    await reserveSlots(inner, owned, lines.flatMap(slotRequests))
    await attachOrderFiles(inner, owned, lines)
    await enterForGroup(inner, { ...owned, groupId, title, stage }, { lines: spend, amountFen: netFen })
    // Credit comes last, so that the payer's accounts are locked only until the commit that follows.
    if (group === 'institute' && netFen !== null)
      await reserveCredit(asSystem(inner), { customerId: payerId, orderId: order.id, amountFen: netFen })
    const sampleNos = request.samples.map((_, index) => sampleNumber(order.orderNo, index))
    const stageName = stageLabel(stage, serviceType)
    return { orderNo: order.orderNo, stage, stageName, estimateFen, discountFen, sampleNos }
  })
}

/** Checks that depend on the lines: one kind of service, the delivery that fits it, samples that the projects accept. */
function checkRequest(request: OrderRequest, lines: TakenLine[]): ServiceType {
  const serviceType = lines[0]?.serviceType ?? 1
  if (lines.some((line) => line.serviceType !== serviceType)) throw refuse(orderingErrors.mixedServices)
  const deliveries = { 1: 'self_send', 2: 'visit', 3: 'upload' } as const
  if (request.delivery.kind !== deliveries[serviceType]) throw refuse(orderingErrors.deliveryMismatch)
  if (serviceType === 1 && request.samples.some((sample) => sample.returnWanted) && !request.returnAddress)
    throw refuse(orderingErrors.returnAddressRequired)
  const demands = demandsOf(lines)
  const issues = checkSamples(request.samples, demands)
  if (issues.length > 0) {
    const fields: Record<string, string> = {}
    for (const issue of issues)
      fields[issue.row === undefined ? 'samples' : `samples.${issue.row}.${issue.field}`] ??= issue.message
    throw refuse(commonErrors.invalid, issues[0]?.message, { fields })
  }
  if (!request.warningsConfirmed) {
    const warnings = warningsOf(request.samples, demands)
    if (warnings.length > 0) {
      const fields = Object.fromEntries(warnings.map(({ row, field, why }) => [`samples.${row}.${field}`, why]))
      throw refuse(orderingErrors.unsuitableSamples, undefined, { fields })
    }
  }
  return serviceType
}

function demandsOf(lines: TakenLine[]): SampleDemand[] {
  return lines.map((line) => ({
    planId: line.id,
    projectName: line.project.name,
    sampleCount: line.sampleCount,
    serviceType: line.serviceType,
    requirements: line.project.content.requirements,
    suitability: line.project.content.suitability ?? [],
    consumed: line.project.content.consumed,
  }))
}

/** What a test uses up is not sent back, whatever was wished: the order says so from the beginning, instead of promising it. */
function withPossibleReturns(request: OrderRequest, lines: TakenLine[]): OrderRequest {
  const demands = demandsOf(lines)
  const samples = request.samples.map((sample) => ({ ...sample, returnWanted: isReturned(sample, demands) }))
  const isDropped = request.samples.some(({ returnWanted }, i) => returnWanted && !samples[i]?.returnWanted)
  const isNeeded = !isDropped || samples.some(({ returnWanted }) => returnWanted)
  return { ...request, samples, ...(isNeeded ? {} : { returnAddress: undefined }) }
}

/** The samples with the doubts that the customer confirmed, for the staff who approve the order. */
function withWarnings({ samples }: OrderRequest, lines: TakenLine[]) {
  const warnings = warningsOf(samples, demandsOf(lines))
  return samples.map((sample, index) => ({
    ...sample,
    warnings: warnings.filter(({ row }) => row === index).map(({ why }) => why),
  }))
}

/** The names of a region are taken from its code, not from the client. */
function withNamesOfCode(address: NonNullable<OrderRequest['returnAddress']>) {
  if (!address.address_code) return address
  const region = findRegion(address.address_code)
  if (!region) throw refuse(orderingErrors.returnRegionUnknown)
  const { province, city, area } = region
  return { ...address, province, city, area, address_code: region.code }
}

/** The number of visitors from the parameter forms, where they ask for it, otherwise from the wizard. */
function deliveryOf({ delivery }: OrderRequest, lines: TakenLine[]): OrderRequest['delivery'] {
  if (delivery.kind !== 'visit') return delivery
  return { kind: 'visit', people: visitorsIn(lines.map((line) => line.parameters)) ?? delivery.people ?? 1 }
}

/** The estimate and what coupons take off it, as a whole and by line; nothing is taken off while a line waits for its quote. */
async function pricedFor(ctx: Ctx<Customer>, request: OrderRequest, payer: Payer, lines: TakenLine[]) {
  const estimateFen = estimateOf(lines)
  const chosen = await couponsFor(ctx, request, payer, lines)
  const discountFen = estimateFen === null ? 0 : (chosen?.discountFen ?? 0)
  const parts = lines.map((_, i) => (discountFen === 0 ? 0 : (chosen?.parts[i] ?? 0)))
  return { estimateFen, discountFen, netFen: estimateFen === null ? null : estimateFen - discountFen, chosen, parts }
}

/** Null while a line waits for its quote. */
function estimateOf(lines: TakenLine[]): number | null {
  if (lines.some((line) => line.amountFen === null)) return null
  return lines.reduce((total, line) => total + (line.amountFen ?? 0), 0)
}

/** The projects ordered from the catalogue, one for each line. */
function ridsOf(lines: TakenLine[]): number[] {
  return lines.flatMap((line) => (line.agreed ? [] : [line.rid]))
}

function titleOf(lines: TakenLine[]): string {
  return [...new Set(lines.map((line) => line.project.name))].join('、').slice(0, 300)
}

function newLine(line: TakenLine, index: number, { funding }: OrderRequest): Omit<NewOrderLine, 'discountFen'> {
  return {
    rid: line.rid,
    projectName: line.project.name,
    categoryId: line.categoryId,
    formVersion: line.formVersion,
    parameters: line.parameters,
    described: line.described,
    groupNo: index + 1,
    sampleCount: line.sampleCount,
    urgent: line.urgent,
    sameAs: line.sameAs,
    priceLines: line.priceLines,
    amountFen: line.amountFen,
    fundingNo: funding.find(({ planId }) => planId === line.id)?.fundingNo ?? '',
  }
}

function slotRequests(line: TakenLine) {
  const form: ParameterForm = line.project.form
  // Parameter forms with a slot ask under this key whether the visitors come or take part by video.
  const remote = line.parameters.place === 'remote'
  return slotsIn(form, line.parameters).map((slot) => ({ rid: line.rid, projectName: line.project.name, slot, remote }))
}
