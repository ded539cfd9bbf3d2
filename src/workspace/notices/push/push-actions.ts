import { deviceName } from '../../../core/sign-ins/device-rules.ts'
import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, personOf } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { areBrowserKeys } from '../../../platform/push/encrypt.ts'
import { mayPushTo } from '../../../platform/push/push.ts'
import { vapidKey } from '../../../platform/push/vapid.ts'
import { addHours, shanghaiTime } from '../../../platform/time.ts'
import type { pushAdd, pushState } from './push-contract.ts'
import { pushErrors } from './push-errors.ts'
import { pushJob } from './push-events.ts'
import { MOST_BROWSERS } from './push-rules.ts'
import { liveOnes } from './push-send-actions.ts'
import {
  deleteOfSession,
  deleteOwn,
  deleteSubscriptions,
  lockSubscriptions,
  pushHealth,
  replaceSubscription,
  subscriptionsOf,
} from './push-store.ts'

export async function ownBrowsers(ctx: Ctx<Customer>): Promise<OutputOf<typeof pushState>> {
  if (!ctx.config.WEB_PUSH) return { publicKey: '', most: MOST_BROWSERS, browsers: [] }
  const rows = await liveOnes(ctx, await subscriptionsOf(ctx.db, personOf(ctx.actor)))
  return {
    publicKey: (await vapidKey(ctx)).publicKey,
    most: MOST_BROWSERS,
    browsers: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      current: row.sessionId === ctx.actor.sessionId,
      createdAt: shanghaiTime(row.createdAt),
      lastSentAt: row.lastSentAt && shanghaiTime(row.lastSentAt),
      failing: row.failingSince !== null,
    })),
  }
}

export function addBrowser(ctx: Ctx<Customer>, input: InputOf<typeof pushAdd>): Promise<OutputOf<typeof pushAdd>> {
  refuseInDoubt(ctx)
  if (!ctx.config.WEB_PUSH) throw refuse(pushErrors.pushOff)
  if (ctx.actor.apiKeyId !== undefined) throw refuse(pushErrors.pushNeedsBrowser)
  if (!mayPushTo(ctx, input.endpoint)) throw refuse(pushErrors.pushService)
  if (!areBrowserKeys(input)) throw refuse(pushErrors.pushKeys)
  const customerId = personOf(ctx.actor)
  return inTx(ctx, async (ctx) => {
    await lockSubscriptions(ctx.db, customerId)
    const userAgent = ctx.request.userAgent.slice(0, 300)
    const row = { ...input, customerId, sessionId: ctx.actor.sessionId, userAgent }
    const { id } = await replaceSubscription(ctx.db, row, ctx.clock.now())
    const rows = await subscriptionsOf(ctx.db, customerId)
    const live = await liveOnes(ctx, rows)
    const kept = new Set(live.slice(0, MOST_BROWSERS).map((each) => each.id))
    await deleteSubscriptions(
      ctx.db,
      rows.flatMap((each) => (kept.has(each.id) ? [] : [each.id])),
    )
    const [oldest] = live.slice(MOST_BROWSERS)
    return { id, replaced: oldest ? deviceName(oldest.userAgent) : '' }
  })
}

export async function removeBrowser(ctx: Ctx<Customer>, id: number): Promise<void> {
  if ((await deleteOwn(ctx.db, id, personOf(ctx.actor))) === 0) throw refuse(commonErrors.notFound)
}

export async function turnOffHere(ctx: Ctx<Customer>): Promise<void> {
  await deleteOfSession(ctx.db, ctx.actor.sessionId, personOf(ctx.actor))
}

/** Browsers by push service, and how many of them nothing reached lately. */
export function pushServices(ctx: Pick<Ctx, 'db'>) {
  return pushHealth(ctx.db)
}

/** One test at a time: while one waits, another one is not added. */
export async function tryHere(ctx: Ctx<Customer>): Promise<void> {
  const rows = await subscriptionsOf(ctx.db, personOf(ctx.actor))
  const here = rows.find(({ sessionId }) => sessionId === ctx.actor.sessionId)
  if (!here) throw refuse(commonErrors.notFound)
  const until = addHours(ctx.clock.now(), 1).toISOString()
  const payload = { subscriptionId: here.id, urgent: true, anytime: true, attempts: 0, until }
  await enqueue(ctx, pushJob, payload, { key: `test ${here.id}` })
}
