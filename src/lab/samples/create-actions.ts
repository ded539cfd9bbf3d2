import type { Sql } from '../../platform/db/sql.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import type { OrderedSample } from './entry/entry-rules.ts'
import type { ServiceType } from './service-rules.ts'
import { type NewSample, samplesInsertion } from './store.ts'

export type { NewSample }

/** The stage in which every sample begins. */
export const FIRST_STAGE = 'pending'

/** The order's number followed by the position in the order, two digits. */
export function sampleNumber(orderNo: string, index: number): string {
  return `${orderNo}${placeOf(index)}`
}

function placeOf(index: number): string {
  return String(index + 1).padStart(2, '0')
}

/** The samples of an order as the customer entered them. `groupOf` answers the number of the order's line that was this one in the plan. */
export function newSamples(
  serviceType: ServiceType,
  entries: readonly (OrderedSample & { warnings: string[] })[],
  groupOf: (planId: number) => number,
): NewSample[] {
  return entries.map(({ planId, ...entry }, index) => ({
    ...(serviceType === 3 ? { ...entry, ...ofData } : entry),
    groupNo: groupOf(planId),
    place: placeOf(index),
  }))
}

/** Data has no composition, hazards or storage. */
const ofData = {
  composition: '',
  amount: '',
  hazards: [],
  storage: 'room',
  returnWanted: false,
} satisfies Partial<OrderedSample>

/** The insert of the samples as a part of the statement that inserts their order, with the names that `samplesInsertion` asks for. */
export function enterSamples(
  ctx: Pick<Ctx, 'clock'>,
  order: { customerId: number; payerId: number; serviceType: ServiceType },
  samples: readonly NewSample[],
): Sql {
  return samplesInsertion(order, samples, FIRST_STAGE, ctx.clock.now())
}
