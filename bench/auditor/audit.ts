import type { Operation } from './history.ts'

/** What the database says at the end, read by plain statements. */
export interface Facts {
  orders: { orderNo: string; client: number; stage: string; version: number }[]
  /** Movements of the clients' balances, oldest first; `orderNo` is that of a payment, null for the first funds. */
  movements: { client: number; orderNo: string | null; amountFen: number; balanceFen: number }[]
  /** Every stage that an order was ever in. */
  stages: { orderNo: string; version: number; stage: string }[]
  /** Sums that must be zero: of each transfer, and of each account against its entries. */
  imbalances: number
}

/**
 * Judges a run from the clients' log and the database alone (Jepsen's manner: https://jepsen.io/consistency). Answers findings in words; none when
 * nothing acknowledged was lost, nothing was done twice, and every read showed what was written and not yet overwritten.
 */
export function audit(history: readonly Operation[], facts: Facts): string[] {
  return [
    ...lostOrders(history, facts),
    ...doubleOrders(history, facts),
    ...lostPayments(history, facts),
    ...doublePayments(history, facts),
    ...wrongBalances(history, facts),
    ...wrongLooks(history, facts),
    ...(facts.imbalances === 0 ? [] : [`${facts.imbalances} transfers or accounts do not tie`]),
  ]
}

const ok = ({ outcome }: Operation) => outcome === 'ok'

function lostOrders(history: readonly Operation[], { orders }: Facts): string[] {
  const owners = new Map(orders.map(({ orderNo, client }) => [orderNo, client]))
  return history.filter(ok).flatMap(({ act, client }) => {
    if (act.kind !== 'order' || act.orderNo === undefined) return []
    if (owners.get(act.orderNo) === client) return []
    return [`order ${act.orderNo} was acknowledged to client ${client} and is not there`]
  })
}

/** A key makes one order. Orders without an acknowledgement may be there, at most one for each key without an answer. */
function doubleOrders(history: readonly Operation[], { orders }: Facts): string[] {
  const findings: string[] = []
  const writes = history.filter(({ act }) => act.kind === 'order')
  const answers = new Map<string, Set<string>>()
  for (const { key = '', act, outcome } of writes) {
    const known = answers.get(key) ?? new Set()
    answers.set(key, known)
    if (outcome === 'ok' && act.kind === 'order') known.add(act.orderNo ?? '')
  }
  for (const [key, numbers] of answers)
    if (numbers.size > 1) findings.push(`key ${key} made the orders ${[...numbers].join(', ')}`)
  const acknowledged = new Set([...answers.values()].flatMap((numbers) => [...numbers]))
  for (const client of new Set(writes.map((write) => write.client))) {
    const keys = new Set(writes.filter((write) => write.client === client).map(({ key = '' }) => key))
    const unanswered = [...keys].filter((key) => answers.get(key)?.size === 0).length
    const unknown = orders.filter((order) => order.client === client && !acknowledged.has(order.orderNo)).length
    if (unknown > unanswered)
      findings.push(
        `client ${client} has ${unknown} orders beyond the acknowledged ones and ${unanswered} keys without an answer`,
      )
  }
  return findings
}

function lostPayments(history: readonly Operation[], { movements }: Facts): string[] {
  const paid = new Set(movements.map(({ client, orderNo }) => `${client} ${orderNo}`))
  return history
    .filter(ok)
    .flatMap(({ act, client }) =>
      act.kind === 'pay' && !paid.has(`${client} ${act.orderNo}`)
        ? [`the payment of order ${act.orderNo} was acknowledged to client ${client} and did not move the balance`]
        : [],
    )
}

function doublePayments(history: readonly Operation[], { movements }: Facts): string[] {
  const sent = new Set(history.flatMap(({ act }) => (act.kind === 'pay' ? [act.orderNo] : [])))
  const seen = new Set<string>()
  return movements.flatMap(({ orderNo, client }) => {
    if (orderNo === null) return []
    if (!sent.has(orderNo)) return [`client ${client} never sent the payment of order ${orderNo}`]
    if (seen.has(orderNo)) return [`order ${orderNo} was paid twice`]
    seen.add(orderNo)
    return []
  })
}

/**
 * A balance that was read is one that the account had. It contains every payment that was acknowledged before the read began, and none that was
 * first sent after the read ended; a later read never shows an older balance.
 */
function wrongBalances(history: readonly Operation[], { movements }: Facts): string[] {
  const findings: string[] = []
  for (const client of new Set(history.map((operation) => operation.client))) {
    const own = movements.filter((movement) => movement.client === client)
    const places = new Map(own.map(({ balanceFen }, place) => [balanceFen, place]))
    const placeOf = new Map(own.map(({ orderNo }, place) => [orderNo, place]))
    const pays = history.filter((operation) => operation.client === client && operation.act.kind === 'pay')
    const reads = history.filter(
      (each) => each.client === client && each.act.kind === 'balance' && each.outcome === 'ok',
    )
    let newest: { ended: number; place: number }[] = []
    for (const { act, began, ended } of reads.toSorted((a, b) => a.began - b.began)) {
      if (act.kind !== 'balance') continue
      const place = places.get(act.fen ?? Number.NaN)
      if (place === undefined) {
        findings.push(`client ${client} read the balance ${act.fen}, which the account never had`)
        continue
      }
      const known = [
        ...pays.filter((pay) => ok(pay) && pay.ended < began).map((pay) => placeOf.get(orderOf(pay)) ?? -1),
        ...newest.filter((read) => read.ended < began).map((read) => read.place),
      ]
      if (place < Math.max(-1, ...known)) findings.push(`client ${client} read an old balance (${act.fen})`)
      const first = own.slice(0, place + 1).findLast(({ orderNo }) => orderNo !== null)?.orderNo
      if (first && !pays.some((pay) => orderOf(pay) === first && pay.began < ended))
        findings.push(`client ${client} read the payment of ${first} before it was sent`)
      newest = [...newest.slice(-LAST_READS), { ended, place }]
    }
  }
  return findings
}

function orderOf({ act }: Operation): string {
  return 'orderNo' in act ? (act.orderNo ?? '') : ''
}

/** The reads of one device follow each other, so that the last few are the ones to compare with. */
const LAST_READS = 20

/** A payment moves its order on from its first version. */
const PAID_VERSION = 2

/** A stage that was read is one that the order was in, under that version, and a later look never shows an older one. */
function wrongLooks(history: readonly Operation[], { stages }: Facts): string[] {
  const findings: string[] = []
  const written = new Set(stages.map(({ orderNo, version, stage }) => `${orderNo} ${version} ${stage}`))
  const versions = new Map<string, { ended: number; version: number }[]>()
  for (const operation of history.toSorted((a, b) => a.began - b.began)) {
    const { act, began, ended, client } = operation
    if (!ok(operation) || (act.kind !== 'look' && act.kind !== 'pay')) continue
    const before = versions.get(act.orderNo) ?? []
    const version = act.kind === 'pay' ? PAID_VERSION : (act.version ?? 0)
    if (act.kind === 'look') {
      if (!written.has(`${act.orderNo} ${version} ${act.stage}`))
        findings.push(
          `client ${client} read ${act.stage} (version ${version}) of order ${act.orderNo}, which was never written`,
        )
      const newest = Math.max(0, ...before.filter((each) => each.ended < began).map((each) => each.version))
      if (version < newest)
        findings.push(`client ${client} read version ${version} of order ${act.orderNo} after version ${newest}`)
    }
    versions.set(act.orderNo, [...before.slice(-LAST_READS), { ended, version }])
  }
  return findings
}
