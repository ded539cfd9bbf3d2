import { assetInit } from '../../../src/billing/settlements/asset-contract.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays, addHours } from '../../../src/platform/time.ts'
import { userPrivacy } from '../../../src/workspace/privacy/contract.ts'
import type { Person } from '../base.ts'
import type { World } from '../world.ts'
import { standsAgainst } from './founded.ts'

/** Seven days in which the customer may think again. */
const COOL_OFF_DAYS = 7

interface Leaving {
  person: Person
  closesAt: Date
}

/** Who asked to close the account, and whose account is closed. They do nothing else meanwhile, so that something comes to an end in a run. */
export class ClosingBook {
  readonly leaving = new Map<number, Leaving>()
  readonly closed = new Map<number, Person>()

  asked({ model, now }: World, person: Person): void {
    this.leaving.set(person.id, { person, closesAt: addDays(now, COOL_OFF_DAYS) })
    model.people.splice(model.people.indexOf(person), 1)
  }

  /** Whoever asked may be gone before a rule of the same day has read that the account is closed. */
  mayBeGone(customerId: number): boolean {
    return this.leaving.has(customerId) || this.closed.has(customerId)
  }

  comesBack({ model }: World, person: Person): void {
    this.leaving.delete(person.id)
    model.people.push(person)
  }
}

/** An account is closed when its time is over and nothing stands against it, not before; then nobody acts for it and nothing is left in it. */
export async function accountsAreClosed(world: World): Promise<string | undefined> {
  const { model, app } = world
  const { leaving, closed } = model.closing
  for (const { person, closesAt } of [...leaving.values()]) {
    const fault = await leavingFault(world, person, closesAt)
    if (fault) return fault
  }
  for (const [id, person] of closed) {
    const { status } = await app.send(assetInit, {}, { as: person })
    if (status !== 401) return `${person.name} acts after the account was closed: ${status}`
    const left = await standsAgainst(world, id)
    if (left) return `the closed account of ${person.name} has ${left.what}`
    const kept = await world.database.row(sql`
      select 1 from customers where id = ${id} and (phone = ${person.phone} or email <> '' or company <> '' or password_hash <> '')`)
    if (kept) return `the closed account of ${person.name} keeps its contact`
  }
  return undefined
}

async function leavingFault(world: World, person: Person, closesAt: Date): Promise<string | undefined> {
  const { model, app, now, receiver, options } = world
  const row = await world.database.one<{ closedAt: Date | null; closesAt: Date | null }>(
    sql`select closed_at, closes_at from customers where id = ${person.id}`,
  )
  if (row.closedAt) {
    if (row.closedAt < addHours(closesAt, -1)) return `the account of ${person.name} was closed too early`
    model.closing.leaving.delete(person.id)
    model.closing.closed.set(person.id, person)
    for (const hook of receiver.hooks.values()) if (hook.ownerId === person.id) hook.state = 'deleted'
    return undefined
  }
  const { obstacles, closesAt: read } = await app.call(userPrivacy, {}, { as: person })
  if (now < addHours(closesAt, -1))
    return read === null ? `${person.name} reads that the account is not being closed` : undefined
  const late = addDays(closesAt, options.faults > 0 ? 2 : 1)
  if (row.closesAt && now > late) return `the account of ${person.name} was not closed`
  if (row.closesAt) return undefined
  if (obstacles.length === 0 && options.faults === 0) return `nothing stood against closing ${person.name}`
  model.closing.comesBack(world, person)
  return undefined
}
