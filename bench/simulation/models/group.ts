import { assetInit } from '../../../src/billing/settlements/asset-contract.ts'
import { orderDetail } from '../../../src/lab/orders/contract.ts'
import { clusterJoined } from '../../../src/people/groups/contract.ts'
import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { Person } from '../base.ts'
import type { World } from '../world.ts'

export type GroupRole = 'owner' | 'manager' | 'member'

/** The codes of the link to the group; a new one ends the former ones. */
class LinkCodes {
  readonly #known: string[] = []

  learn(code: string): void {
    if (!this.#known.includes(code)) this.#known.push(code)
  }

  get former(): string[] {
    return this.#known.slice(0, -1)
  }

  isLatest(code: string): boolean {
    return this.#known.at(-1) === code
  }
}

/**
 * Who is what in the group, as it was acknowledged to its people. From the product design: one owner; ownership goes over with the new owner's yes, and the
 * former owner stays as a manager; whoever leaves or is removed loses the group but not the own orders, and the money stays with the group.
 */
export class GroupBook {
  readonly roles = new Map<number, GroupRole>()
  /** Everybody who was ever a member; what they spent is kept by person, so a new limit could be exceeded at once. */
  readonly everIn = new Set<number>()
  readonly invited = new Map<string, GroupRole>()
  /** Whose application waits for an answer. */
  readonly applied = new Set<number>()
  readonly codes = new LinkCodes()
  /** When who began or ceased to act in the name of the group. */
  readonly acting: { personId: number; at: Date; acts: boolean }[] = []
  offeredTo: number | undefined
  groupNo = ''
  accountId = 0
  readonly #people: Person[]

  constructor(people: Person[]) {
    this.#people = people
  }

  get owner(): Person | undefined {
    return this.#people.find(({ id }) => this.roles.get(id) === 'owner')
  }

  person(role: GroupRole): Person[] {
    return this.#people.filter(({ id }) => this.roles.get(id) === role)
  }

  /** The memberships as they are stored: at the beginning, and after a request of which nobody knows whether it was done. */
  async read(db: Database, now: Date): Promise<void> {
    const group = await db.row<{ groupNo: string; accountId: number }>(
      sql`select group_no, account_id from groups where stage = 'verified' order by id limit 1`,
    )
    if (this.groupNo === '') Object.assign(this, group)
    const rows = await db.rows<{ customerId: number; role: GroupRole; stage: string }>(sql`
      select m.customer_id, m.role, m.stage from group_members m join groups g on g.id = m.group_id
      where g.group_no = ${this.groupNo} and m.stage in ('joined', 'applied') order by m.id`)
    const offer = await db.row<{ toId: number }>(sql`select to_id from group_transfers where stage = 'offered'`)
    this.offeredTo = offer?.toId
    const joined = rows.filter(({ stage }) => stage === 'joined')
    for (const { id } of this.#people) this.set(id, joined.find(({ customerId }) => customerId === id)?.role, now)
    this.applied.clear()
    for (const { customerId, stage } of rows) if (stage === 'applied') this.applied.add(customerId)
  }

  set(personId: number, role: GroupRole | undefined, at: Date): void {
    const person = this.#people.find(({ id }) => id === personId)
    const acts = role === 'owner' || role === 'manager'
    // Also what was so when the run began: an order is judged by who acted for the group when it was paid.
    const before = this.acting.findLast((each) => each.personId === personId)?.acts ?? false
    if (person && before !== acts) this.acting.push({ personId, at, acts })
    if (role) this.roles.set(personId, role)
    else this.roles.delete(personId)
    if (role) this.everIn.add(personId)
    if (!role && this.offeredTo === personId) this.offeredTo = undefined
    if (person) Object.assign(person, { decides: acts, groupNo: role ? this.groupNo : '' })
  }

  /** The member to whom the group was offered said yes. */
  changeHands(to: number, at: Date): void {
    const from = this.owner
    if (from) this.set(from.id, 'manager', at)
    this.set(to, 'owner', at)
    this.offeredTo = undefined
  }
}

/** Who agreed to pay for an order, or paid, and may read it because its customer shares the results with the payer. */
export async function payersThatRead(db: Database, orderNo: string): Promise<number[]> {
  const rows = await db.rows<{ payerId: number }>(sql`
    select s.payer_id from settlements s join settlement_rows r on r.settlement_id = s.id join orders o on o.id = r.order_id
    where o.order_no = ${orderNo} and s.share_results and s.stage in ('unpaid', 'confirming', 'paid') and s.payer_id <> s.customer_id`)
  return rows.map(({ payerId }) => payerId)
}

const inName = ({ groupNo }: GroupBook) => ({ account: groupNo })

/** Each person reads the membership that was acknowledged, and there is one owner. */
export async function rolesAreKnown({ model, app }: World): Promise<string | undefined> {
  const { group } = model
  if (group.person('owner').length !== 1) return `the group has ${group.person('owner').length} owners`
  for (const person of model.people) {
    const { list } = await app.call(clusterJoined, { part: 'joined' }, { as: person })
    const own = list.find(({ groupNo }) => groupNo === group.groupNo)
    if (own?.role !== group.roles.get(person.id))
      return `${person.name} reads ${own?.role ?? 'nothing'}, acknowledged was ${group.roles.get(person.id) ?? 'nothing'}`
    const asked = await app.call(clusterJoined, { part: 'applied' }, { as: person })
    const waits = asked.list.some(({ groupNo }) => groupNo === group.groupNo)
    if (waits !== group.applied.has(person.id)) return `${person.name} reads that an application waits: ${waits}`
    if ((own?.offered ?? false) !== (group.offeredTo === person.id)) return `${person.name} reads a wrong offer`
  }
  return undefined
}

/**
 * Owner and managers, and nobody else, read and spend the money of the group, with the second factor that it may demand; an order of it is read
 * by them and by the member who placed it.
 */
export async function groupIsTheirs({ model, app, database, now }: World): Promise<string | undefined> {
  const { group, factors } = model
  const account = await database.one<{ accountId: number; fen: number }>(sql`
    select g.account_id, coalesce((select sum(e.amount_fen) from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.owner = 'customer:' || g.account_id and a.kind = 'prestore'), 0)::bigint as fen
    from groups g where g.group_no = ${group.groupNo}`)
  if (account.accountId !== group.accountId) return `the account of the group became ${account.accountId}`
  const orders = [...model.orders.values()].filter(({ accountId }) => accountId === group.accountId)
  const order = orders[Math.floor(now.getTime() / 86_400_000) % Math.max(orders.length, 1)]
  const shared = order ? await payersThatRead(database, order.orderNo) : []
  for (const person of model.people) {
    const named = { as: person, headers: inName(group) }
    const asset = await app.send(assetInit, {}, named)
    const role = group.roles.get(person.id)
    const acts = (role === 'owner' || role === 'manager') && !factors.lacks(person.id)
    if ((asset.status === 200) !== acts) return `${person.name} reads the money of the group: ${asset.status}`
    const read = asset.body.data as { balanceFen: number } | null
    if (acts && read?.balanceFen !== account.fen)
      return `${person.name} reads ${read?.balanceFen} of the group, entries say ${account.fen}`
    if (!order) continue
    const forGroup = await app.send(orderDetail, { orderNo: order.orderNo }, named)
    if ((forGroup.status === 200) !== acts)
      return `${person.name} reads ${order.orderNo} for the group: ${forGroup.status}`
    const own = await app.send(orderDetail, { orderNo: order.orderNo }, { as: person })
    if ((own.status === 200) !== (order.ownerId === person.id || shared.includes(person.id)))
      return `${person.name} reads ${order.orderNo} as a person: ${own.status}`
  }
  return undefined
}
