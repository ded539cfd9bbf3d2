import { readSetting } from '../../../core/settings/actions.ts'
import { liveSessionIds } from '../../../platform/auth/sessions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { type PushMessage, sendPush } from '../../../platform/push/push.ts'
import { addDays, addHours } from '../../../platform/time.ts'
import { deliveryById } from '../store.ts'
import { afterQuietHours } from '../wordings/custom-rules.ts'
import { pushJob } from './push-events.ts'
import { FORGOTTEN_AFTER_DAYS, nextPush, PUSH_HOURS } from './push-rules.ts'
import {
  deleteSubscriptions,
  noteFailure,
  notePushed,
  subscriptionById,
  type SubscriptionRow,
  subscriptionsAfter,
} from './push-store.ts'

type Queued = ReturnType<typeof pushJob.parse>

/** Sends a notice to a browser. A failed attempt queues the next one, since a push service that is down is no fault of this server. */
export async function pushNotice(ctx: Ctx, queued: Queued): Promise<void> {
  const { subscriptionId, deliveryId, urgent } = queued
  const now = ctx.clock.now()
  const until = new Date(queued.until)
  const browser = await subscriptionById(ctx.db, subscriptionId)
  if (!browser || !ctx.config.WEB_PUSH || now >= until) return
  if ((await liveOnes(ctx, [browser])).length === 0) return forget(ctx, browser)
  const message = deliveryId === undefined ? TEST : await messageOf(ctx, deliveryId, browser.customerId)
  if (!message) return
  // Another attempt may fall into the night.
  const allowed = queued.anytime ? now : afterQuietHours(now, await readSetting(ctx, 'quietHours'))
  if (allowed > now) return enqueue(ctx, pushJob, queued, { at: allowed })
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1000)
  const outcome = await sendPush(ctx, browser, message, { seconds, urgent })
  if (outcome.kind === 'sent') return notePushed(ctx.db, browser.id, now)
  if (outcome.kind === 'gone') return forget(ctx, browser)
  const since = await noteFailure(ctx.db, browser.id, outcome.error, now)
  if (since && addDays(since, FORGOTTEN_AFTER_DAYS) <= now) return forget(ctx, browser)
  const at = nextPush(queued.attempts + 1, now)
  if (at && at < until) await enqueue(ctx, pushJob, { ...queued, attempts: queued.attempts + 1 }, { at })
}

const TEST: PushMessage = {
  title: '手机推送已开启',
  text: '样品收到、数据交付等通知会这样显示。',
  path: '/member/information',
  tag: 'test',
}

async function messageOf(ctx: Ctx, deliveryId: number, customerId: number): Promise<PushMessage | undefined> {
  const row = await deliveryById(ctx.db, deliveryId)
  if (row?.customerId !== customerId) return undefined
  return { title: row.title, text: row.text, path: row.link, tag: `notice-${row.id}` }
}

export function pushUntil(from: Date): string {
  return addHours(from, PUSH_HOURS).toISOString()
}

const SWEPT_AT_ONCE = 500

/** Forgets the browsers whose session has ended. */
export async function sweepBrowsers(ctx: Ctx): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await subscriptionsAfter(ctx.db, after, SWEPT_AT_ONCE)
    if (rows.length === 0) return
    const live = new Set((await liveOnes(ctx, rows)).map(({ id }) => id))
    await deleteSubscriptions(
      ctx.db,
      rows.flatMap(({ id }) => (live.has(id) ? [] : [id])),
    )
    after = rows.at(-1)?.id ?? after
  }
}

/** Those whose session has not ended. */
export async function liveOnes<Row extends Pick<SubscriptionRow, 'sessionId'>>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return []
  const live = await liveSessionIds(
    ctx,
    rows.map(({ sessionId }) => sessionId),
  )
  return rows.filter(({ sessionId }) => live.has(sessionId))
}

async function forget(ctx: Ctx, { id }: SubscriptionRow): Promise<void> {
  await deleteSubscriptions(ctx.db, [id])
}
