import { createHash, randomBytes } from 'node:crypto'
import { listed } from '../../core/lists/listed-actions.ts'
import { deviceName } from '../../core/sign-ins/device-rules.ts'
import { liveSessions } from '../../platform/auth/sessions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { customersLike, customersOf, inviteCodeOf } from '../customers/actions.ts'
import { maskPhone } from '../customers/rules.ts'
import { tieIndex } from './list-contract.ts'
import { invitationErrors } from './errors.ts'
import { tieCleared } from './events.ts'
import { CODE_LENGTH, codeFrom, type TieFlag } from './rules.ts'
import {
  clearFlag,
  countTies,
  dropDevices,
  hasBrowser,
  insertTie,
  keepBrowser,
  ownTie,
  takeDevices,
  tieOfFriend,
  type TieRow,
  tiesByIds,
  tieSource,
  tiesPage,
} from './store.ts'

export type Tie = TieRow

/** Devices are compared for this long. */
const KEPT_DAYS = 180

/**
 * Keeps who brought a new customer, in the transaction of the registration. A tie from a device of the inviter, or from a device with
 * which an invited account was registered before, is kept with that reason and earns nothing until staff clear it.
 */
export async function recordTie(
  ctx: Ctx,
  { friendId, inviterId, code }: { friendId: number; inviterId: number; code: string },
): Promise<void> {
  const now = ctx.clock.now()
  const flag = await flagOf(ctx, friendId, inviterId)
  const { ip, userAgent } = ctx.request
  await insertTie(ctx.db, { friendId, inviterId, code, flag, ip, userAgent: userAgent.slice(0, 300) }, now)
}

/** Remembers that a customer uses this browser, so that an account registered in it with the customer's own code is noticed. */
export async function rememberBrowser(ctx: Ctx, customerId: number): Promise<void> {
  const { browser } = ctx.request
  if (browser !== '') await keepBrowser(ctx.db, customerId, browserHash(browser), ctx.clock.now())
}

/** The customer's invite code, made when it is first asked for. */
export function ownInviteCode(ctx: Ctx, customerId: number): Promise<string> {
  return inviteCodeOf(ctx, customerId, () => codeFrom(randomBytes(CODE_LENGTH)))
}

/** Who brought this customer; undefined when nobody did. */
export function tieOf(ctx: Pick<Ctx, 'db'>, friendId: number): Promise<Tie | undefined> {
  return tieOfFriend(ctx.db, friendId)
}

/** The inviter's own tie; undefined for one of somebody else. */
export function tieOfInviter(ctx: Pick<Ctx, 'db'>, inviterId: number, id: number): Promise<Tie | undefined> {
  return ownTie(ctx.db, inviterId, id)
}

export function countFriends(ctx: Pick<Ctx, 'db'>, inviterId: number): Promise<number> {
  return countTies(ctx.db, inviterId)
}

export async function tiesOf(
  ctx: Pick<Ctx, 'db'>,
  inviterId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Tie[]; total: number }> {
  return {
    rows: await tiesPage(ctx.db, inviterId, size, (page - 1) * size),
    total: await countTies(ctx.db, inviterId),
  }
}

/** Whether a tie may earn: it was never flagged, or staff have cleared it. */
export function earns({ flag, clearedAt }: Pick<Tie, 'flag' | 'clearedAt'>): boolean {
  return flag === '' || clearedAt !== null
}

export async function clearTie(ctx: Ctx<Staff>, { id, reason }: { id: number; reason: string }): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await clearFlag(inner.db, id, ctx.actor.id, reason, ctx.clock.now())
    if (!row) throw refuse(invitationErrors.notFlagged)
    await recordAudit(inner, {
      action: 'invite.clear',
      subject: `invitation:${id}`,
      before: { flag: row.flag },
      after: { cleared: true },
      reason,
    })
    await emit(inner, tieCleared, { friendId: row.friendId, inviterId: row.inviterId })
  })
}

export async function sweepInviteDevices(ctx: Ctx): Promise<void> {
  await dropDevices(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))
}

export const ties = listed({
  index: tieIndex,
  source: (ctx) => tieSource((typed) => customersLike(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await tiesByIds(ctx.db, ids)
    const people = await customersOf(
      ctx,
      rows.flatMap(({ friendId, inviterId }) => [friendId, inviterId]),
    )
    const nameOf = (id: number) => people.get(id)?.name ?? ''
    const phoneOf = (id: number) => maskPhone(people.get(id)?.phone ?? '')
    return rows.map((row) => ({
      id: row.id,
      inviterName: nameOf(row.inviterId),
      inviterPhone: phoneOf(row.inviterId),
      friendName: nameOf(row.friendId),
      friendPhone: phoneOf(row.friendId),
      code: row.code,
      registeredAt: shanghaiTime(row.registeredAt),
      flag: row.flag === '' ? null : row.flag,
      device: row.userAgent === '' ? '' : deviceName(row.userAgent),
      state: row.flag === '' ? ('earns' as const) : row.clearedAt ? ('cleared' as const) : ('flagged' as const),
      clearedAt: row.clearedAt && shanghaiTime(row.clearedAt),
      clearReason: row.clearReason,
    }))
  },
})

async function flagOf(ctx: Ctx, friendId: number, inviterId: number): Promise<TieFlag | ''> {
  const devices = devicesOf(ctx)
  const fresh = await takeDevices(ctx.db, friendId, devices, ctx.clock.now())
  if (await isInvitersDevice(ctx, inviterId)) return 'inviter_device'
  return fresh.length < devices.length ? 'same_device' : ''
}

/** The browser by its key; and, because a key can be deleted, the same kind of browser at the same address on the same day. */
function devicesOf({ request: { browser, ip, userAgent }, clock }: Ctx): string[] {
  return [
    ...(browser === '' ? [] : [browserHash(browser)]),
    ...(ip === '' || userAgent === '' ? [] : [`n:${hashOf(`${ip}|${userAgent}|${shanghaiDate(clock.now())}`)}`]),
  ]
}

async function isInvitersDevice(ctx: Ctx, inviterId: number): Promise<boolean> {
  const { browser, ip, userAgent } = ctx.request
  if (browser !== '' && (await hasBrowser(ctx.db, inviterId, browserHash(browser)))) return true
  if (ip === '' || userAgent === '') return false
  const sessions = await liveSessions(ctx, 'customer', inviterId)
  return sessions.some((session) => session.ip === ip && session.userAgent === userAgent.slice(0, 300))
}

function browserHash(browser: string): string {
  return `b:${hashOf(browser)}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
