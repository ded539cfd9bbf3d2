import { createHash, randomBytes } from 'node:crypto'
import { readSetting } from '../../core/settings/actions.ts'
import { staffMember } from '../../core/staff/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { mayStillSignIn } from '../../people/customers/actions.ts'
import { tokenHash } from '../../platform/auth/tokens.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, type Services, type Staff } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { bookingsForCalendar } from '../bookings/actions.ts'
import { CALENDAR_HOST, calendarEvent, feedText } from '../bookings/ics-rules.ts'
import { mayStandOn } from '../bookings/pools/pool-rules.ts'
import { instrumentChoices, projectsOfInstrument } from '../instruments/availability-actions.ts'
import { FEED_DAYS_BACK, FEED_PATH, feedKey } from './rules.ts'
import { deleteFeed, feedByHash, type FeedOwner, feedOf, type FeedRow, noteFeedRead, saveFeed } from './store.ts'

const ownerOf = ({ actor }: Ctx<Customer> | Ctx<Staff>): FeedOwner =>
  actor.kind === 'staff' ? { staffId: actor.id } : { customerId: actor.id }

export async function feedState(ctx: Ctx<Customer> | Ctx<Staff>) {
  const row = await feedOf(ctx.db, ownerOf(ctx))
  return {
    createdAt: row ? shanghaiTime(row.createdAt) : null,
    lastReadAt: row?.lastReadAt ? shanghaiTime(row.lastReadAt) : null,
    instrumentId: row?.instrumentId ?? null,
  }
}

export async function ownFeedState(ctx: Ctx<Customer>) {
  const { createdAt, lastReadAt } = await feedState(ctx)
  return { createdAt, lastReadAt }
}

export async function makeFeed(ctx: Ctx<Customer> | Ctx<Staff>, instrumentId: number | null = null) {
  if (ctx.actor.kind === 'customer') refuseInDoubt(ctx as Ctx<Customer>)
  if (instrumentId !== null && !(await instrumentChoices(ctx)).some(({ id }) => id === instrumentId))
    throw refuse(commonErrors.notFound)
  const key = randomBytes(32).toString('base64url')
  await inTx(ctx as Ctx, async (inner) => {
    await saveFeed(inner.db, ownerOf(ctx), { keyHash: tokenHash(key), instrumentId, now: ctx.clock.now() })
    await recordAudit(inner, { action: 'calendarFeed.make', subject: subjectOf(ctx), after: { instrumentId } })
  })
  return { path: `${FEED_PATH}?key=${key}` }
}

export async function stopFeed(ctx: Ctx<Customer> | Ctx<Staff>): Promise<void> {
  await inTx(ctx as Ctx, async (inner) => {
    if ((await deleteFeed(inner.db, ownerOf(ctx))) === 0) return
    await recordAudit(inner, { action: 'calendarFeed.stop', subject: subjectOf(ctx) })
  })
}

const subjectOf = ({ actor }: Ctx<Customer> | Ctx<Staff>) => `${actor.kind}:${actor.id}`

/** Between two notes of the last reading. */
const NOTE_MILLISECONDS = 3_600_000

/**
 * The calendar behind an address, with a mark that changes with its events; undefined for an unknown key, a closed account, and a role that
 * may no longer read bookings. Names of customers are left out, because calendars are kept by other companies.
 */
export async function readFeed(services: Services, key: string): Promise<{ text: string; etag: string } | undefined> {
  if (!feedKey.test(key)) return undefined
  const feed = await feedByHash(services.db, tokenHash(key))
  if (!feed || !(await mayRead(services, feed))) return undefined
  const now = services.clock.now()
  const rows = await bookingsForCalendar(services, await whose(services, feed), addDays(now, -FEED_DAYS_BACK))
  const { address } = await readSetting(services, 'labAddress')
  const shown = feed.instrumentId === null ? rows : rows.filter((row) => mayStandOn(feed.instrumentId ?? 0, row))
  const events = shown.map((row) => calendarEvent(row, { address, forStaff: feed.staffId !== null, now }))
  if (!feed.lastReadAt || now.getTime() - feed.lastReadAt.getTime() > NOTE_MILLISECONDS)
    await noteFeedRead(services.db, feed.id, now)
  const name = feed.staffId === null ? '检测预约' : '实验室预约'
  return {
    text: feedText(events, { name, host: CALENDAR_HOST, now }),
    etag: `"${createHash('sha256').update(JSON.stringify(events)).digest('base64url').slice(0, 27)}"`,
  }
}

async function mayRead(services: Services, { customerId, staffId }: FeedRow): Promise<boolean> {
  if (customerId !== null) return mayStillSignIn(services, customerId)
  const person = await staffMember(services, staffId ?? 0)
  return person !== undefined && mayAct(person, 'reservation.read')
}

async function whose(services: Services, { customerId, instrumentId }: FeedRow) {
  if (customerId !== null) return { customerId }
  return instrumentId === null ? {} : { rids: await projectsOfInstrument(services, instrumentId) }
}
