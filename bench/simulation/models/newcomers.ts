import { sql } from '../../../src/platform/db/sql.ts'
import type { Person } from '../base.ts'
import type { World } from '../world.ts'

/** Phones of people who register in a run. */
export const NEWCOMERS = '135000000'

export interface Newcomer {
  person: Person
  password: string
  inviterId: number | undefined
  /** From a device of the inviter, or with which somebody invited has registered on that day; it earns nothing. */
  isSameDevice: boolean
  device: Device
}

export interface Device {
  ip: string
  userAgent: string
}

/** Who has registered, as it was acknowledged to them or, after a lost answer, proved by signing in. */
export class NewcomerBook {
  readonly known = new Map<string, Newcomer>()
  /** Phones that asked for an account and do not know whether they have one. */
  readonly unsure = new Set<string>()
  /** Devices with which somebody invited registered, with the day. */
  readonly devices = new Set<string>()
}

interface Found {
  phone: string
  id: number
  inviterId: number | null
  flag: string | null
  welcomes: number
}

/** Whoever registered has one account, with who invited them, and the coupon for newcomers at most once. */
export async function newcomersAreRight({ model, database }: World): Promise<string | undefined> {
  const { known, unsure } = model.newcomers
  const rows = await database.rows<Found>(sql`
    select c.phone, c.id, t.inviter_id, t.flag,
      (select count(*) from coupons k where k.customer_id = c.id and k.source = 'register') as welcomes
    from customers c left join invitations t on t.friend_id = c.id where c.phone like ${`${NEWCOMERS}%`} order by c.id`)
  const phones = rows.map(({ phone }) => phone)
  const twice = phones.find((phone, place) => phones.indexOf(phone) !== place)
  if (twice) return `${twice} has two accounts`
  for (const { phone, id, inviterId, flag, welcomes } of rows) {
    const newcomer = known.get(phone)
    if (!newcomer) {
      if (!unsure.has(phone)) return `${phone} has an account that nobody asked for`
      continue
    }
    if (newcomer.person.id !== id) return `${phone} is ${id} and signed in as ${newcomer.person.id}`
    if ((inviterId ?? undefined) !== newcomer.inviterId)
      return `${phone} was invited by ${inviterId} instead of ${newcomer.inviterId}`
    if (inviterId !== null && (flag !== '') !== newcomer.isSameDevice)
      return `the device of ${phone} is ${flag || 'new'}, and it is ${newcomer.isSameDevice ? 'the same' : 'new'}`
    if (welcomes > 1) return `${phone} was welcomed ${welcomes} times`
  }
  const lost = [...known.values()].find(
    ({ person }) => !model.closing.mayBeGone(person.id) && !phones.includes(person.phone),
  )
  return lost && `the account of ${lost.person.phone} is gone`
}

/** Ties that earn points, or nothing because of their device. */
export function tiesOfNewcomers({ model }: World) {
  return [...model.newcomers.known.values()].flatMap(({ person, inviterId, isSameDevice }) =>
    inviterId === undefined ? [] : [{ inviterId, friendId: person.id, earnsRebates: false, isSameDevice }],
  )
}
