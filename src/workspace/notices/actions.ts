import { customerOf } from '../../people/customers/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { noticeErrors } from './errors.ts'
import { countUnread, type DeliveryRow, deliveryById, markFailed, markSent, reopenDelivery } from './store.ts'
import { recipientOf } from './notify-actions.ts'
import { titleAlone } from './wordings/sms-variables-rules.ts'
import { pageName } from './wordings/wording-rules.ts'
import { deliverJob } from './events.ts'

/** Sends one prepared delivery. Throws when the channel failed, so that the queue tries again. */
export async function deliver(ctx: Ctx, deliveryId: number): Promise<void> {
  const row = await deliveryById(ctx.db, deliveryId)
  if (!row || row.state === 'sent' || row.state === 'skipped') return
  try {
    await sendOn(ctx, row)
  } catch (error) {
    await markFailed(ctx.db, row.id, (error as Error).message)
    throw error
  }
  await markSent(ctx.db, row.id, ctx.clock.now())
}

async function sendOn(ctx: Ctx, row: DeliveryRow): Promise<void> {
  if (row.channel === 'sms')
    await sendSms(ctx, {
      to: row.recipient,
      template: row.template,
      text: `【明析科测】${row.text}`,
      // A delivery that was prepared before an upgrade has none.
      variables: { ...row.variables, title: row.title },
      shared: titleAlone({ ...row.variables, title: row.title }),
    })
  else
    await sendMail(ctx, {
      to: row.recipient,
      template: row.template,
      subject: `【明析科测】${row.title}`,
      text: `${row.text}\n${wayTo(ctx, row.link)}`,
    })
}

/** Without PUBLIC_URL a link would not work, so the page is named. */
function wayTo(ctx: Ctx, link: string): string {
  if (ctx.config.PUBLIC_URL) return new URL(link, ctx.config.PUBLIC_URL).href
  const name = pageName(link)
  return `请登录明析科测${name ? `，在「${name}」查看` : '查看'}。`
}

/** Staff send a notice again, to the customer's current contact. */
export async function resend(ctx: Ctx, deliveryId: number): Promise<'waiting'> {
  const row = await deliveryById(ctx.db, deliveryId)
  if (!row) throw refuse(commonErrors.notFound)
  if (row.channel === 'inbox') throw refuse(noticeErrors.notResendable)
  const recipient = recipientOf(await customerOf(ctx, row.customerId), row.channel)
  if (recipient === '') throw refuse(noticeErrors.noRecipient)
  await inTx(ctx, async (ctx) => {
    await reopenDelivery(ctx.db, row.id, recipient)
    await enqueue(ctx, deliverJob, { deliveryId: row.id }, { key: String(row.id) })
  })
  return 'waiting'
}

export function unreadCount(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<number> {
  return countUnread(ctx.db, customerId)
}
