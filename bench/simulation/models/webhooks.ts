import { webhookList } from '../../../src/workspace/webhooks/contract.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays, addHours } from '../../../src/platform/time.ts'
import type { Hook } from '../receiver.ts'
import type { World } from '../world.ts'

/** Something that happened to a record of a customer, and what the customer's programs are told of it. */
interface Told {
  type: string
  no: string
  /** The customers that it concerns: of a settlement who paid it, too. */
  customerIds: number[]
  at: Date
  nr: number
}

/** The decision about webhooks: the words of the eight kinds of messages, as moves of the lifecycles of the product design. */
const moves: Record<string, string[]> = {
  'order received awaiting_sample': ['order.received'],
  'order testing received': ['order.in_test'],
  'order delivered verifying': ['order.delivered', 'report.published'],
  'order done delivered': ['order.completed'],
}

async function happened({ database }: World): Promise<Told[]> {
  const rows = await database.rows<{
    nr: number
    entity: string
    fromStage: string | null
    toStage: string
    at: Date
    no: string
    customerId: number
    payerId: number | null
  }>(sql`
    select h.id as nr, h.entity, h.from_stage, h.to_stage, h.at, coalesce(o.order_no, s.settlement_no, i.application_no) as no,
      coalesce(o.customer_id, s.customer_id, i.customer_id) as customer_id, s.payer_id
    from stage_history h left join orders o on h.entity = 'order' and o.id = h.entity_id
      left join settlements s on h.entity = 'settlement' and s.id = h.entity_id
      left join invoice_applications i on h.entity = 'invoice' and i.id = h.entity_id
    where h.entity in ('order', 'settlement', 'invoice') order by h.id`)
  return rows.flatMap(({ nr, entity, fromStage, toStage, at, no, customerId, payerId }) => {
    const types =
      entity === 'order' && fromStage === null
        ? ['order.submitted']
        : entity === 'settlement' && toStage === 'paid'
          ? ['settlement.paid']
          : entity === 'invoice' && toStage === 'issued'
            ? ['invoice.issued']
            : (moves[`${entity} ${toStage} ${fromStage}`] ?? [])
    const customerIds = payerId === null ? [customerId] : [customerId, payerId]
    return types.map((type) => ({ type, no, customerIds, at, nr }))
  })
}

/**
 * Every event of a customer's own records reaches an address that is active and answers, within two days at most, because an attempt may wait for one after a time
 * of failures. Nothing reaches an address that did not happen, and nothing of another customer.
 */
export async function programsAreTold(world: World): Promise<string | undefined> {
  const { receiver, model, now, options } = world
  const all = await happened(world)
  const keyOf = ({ type, no }: { type: string; no: string }) => `${type} ${no}`
  const times = new Map<string, Told[]>()
  for (const told of all) times.set(keyOf(told), [...(times.get(keyOf(told)) ?? []), told])
  const idsOf = new Map<string, Set<string>>()
  for (const { hook, type, no, messageId } of receiver.arrivals) {
    if (type === 'ping') continue
    const owner = model.orders.get(no)?.ownerId
    const owners = owner === undefined ? (times.get(`${type} ${no}`)?.[0]?.customerIds ?? []) : [owner]
    if (!owners.includes(hook.ownerId))
      return `${hook.path} of ${hook.ownerId} got ${type} ${no} of ${owners.join() || 'nobody'}`
    const place = `${hook.path} ${type} ${no}`
    const ids = (idsOf.get(place) ?? new Set()).add(messageId)
    idsOf.set(place, ids)
    const happenedTimes = times.get(`${type} ${no}`)?.length ?? 0
    if (ids.size > happenedTimes)
      return `${hook.path} got ${ids.size} of ${type} ${no}, it happened ${happenedTimes} times (${messageId})`
  }
  const got = new Set(
    receiver.arrivals.filter(({ answered }) => answered).map((each) => `${each.hook.path} ${keyOf(each)}`),
  )
  for (const hook of receiver.hooks.values()) {
    if (hook.state !== 'active' || !['answers', 'falters'].includes(hook.habit)) continue
    const patience = addDays(now, options.faults > 0 ? -2 : -1.1)
    if (hook.answersSince > patience) continue
    const lost = all.find(
      (told) =>
        told.customerIds.includes(hook.ownerId) &&
        hook.types.some((type) => type === told.type) &&
        told.at > hook.since &&
        told.at < patience &&
        !got.has(`${hook.path} ${keyOf(told)}`),
    )
    if (lost) return `${hook.path} was not told of ${keyOf(lost)} of ${lost.at.toISOString()}`
  }
  return inOrder(world, times)
}

/** Where nothing failed, a program hears of an order in the order in which it moved, and of each thing once. */
function inOrder({ receiver, options }: World, times: ReadonlyMap<string, Told[]>): string | undefined {
  if (options.faults > 0) return undefined
  const latest = new Map<string, number>()
  const seen = new Set<string>()
  for (const { hook, type, no, messageId } of receiver.arrivals) {
    if (hook.everFailed || type === 'ping') continue
    if (seen.has(`${hook.path} ${messageId}`)) return `${hook.path} got ${type} ${no} twice`
    seen.add(`${hook.path} ${messageId}`)
    const of = times.get(`${type} ${no}`) ?? []
    const nr = of.length === 1 ? (of[0]?.nr ?? 0) : 0
    const before = latest.get(`${hook.path} ${no}`) ?? 0
    if (nr !== 0 && nr < before) return `${hook.path} got ${type} of ${no} too late`
    latest.set(`${hook.path} ${no}`, Math.max(before, nr))
  }
  return undefined
}

const LONG_HOURS = 72

/** An address that failed for 72 hours is disabled, and no other is; its owner reads that, and whatever else was acknowledged. */
export async function addressesAreKnown({ receiver, model, app, options }: World): Promise<string | undefined> {
  for (const person of model.people) {
    const own = [...receiver.hooks.values()].filter(
      ({ ownerId, state }) => ownerId === person.id && state !== 'deleted',
    )
    const { list } = await app.call(webhookList, {}, { as: person })
    if (list.length !== own.length)
      return `${person.name} reads ${list.length} addresses, ${own.length} were registered`
    for (const hook of own) {
      const state = list.find(({ id }) => id === hook.id)?.state
      const fault = stateFault(hook, state, options.faults > 0)
      if (fault) return `${hook.path} of ${person.name} is ${state}: ${fault}`
      if (state === 'disabled') hook.state = 'disabled'
    }
  }
  return undefined
}

function stateFault({ state: known, failing }: Hook, state: string | undefined, withFaults: boolean) {
  if (state !== 'disabled' && state !== known) return `${known} was acknowledged`
  const isLong = (more: number) => failing !== undefined && failing.last >= addHours(failing.first, LONG_HOURS + more)
  // A failure that could not be noted counts from the next one on; that may be a day later.
  if (state === 'active' && isLong(withFaults ? 26 : 0.1)) return 'it failed for three days'
  if (state === 'disabled' && known === 'active' && !isLong(-0.2)) return 'it did not fail for three days'
  return undefined
}
