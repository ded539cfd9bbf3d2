import { customerOf } from '../../people/customers/actions.ts'
import { actingFor, groupAccounts } from '../../people/groups/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { afterQuietHours, inWordsOf } from './custom-rules.ts'
import { wordingOf } from './wording-store.ts'
import { noticeErrors } from './errors.ts'
import {
  countUnread,
  type DeliveryRow,
  deliveryById,
  insertDelivery,
  insertMessage,
  markFailed,
  markSent,
  reopenDelivery,
} from './store.ts'
import { smsVariables, titleAlone } from './sms-variables-rules.ts'
import type { Channel, NoticeTemplate, NoticeText } from './notice-rules.ts'
import { occurrenceOf, templates } from './template-rules.ts'
import { linkInNameOf, pageName, type Payload } from './wording-rules.ts'
import { deliverJob } from './events.ts'

type Recipient = Awaited<ReturnType<typeof customerOf>>

/**
 * Notifies the customer of an event: writes the inbox message at once and queues a job for each other channel. Idempotent: calling it again
 * for the same event sends nothing twice.
 */
export async function notify(ctx: Ctx, event: string, payload: Payload): Promise<void> {
  const builtIn = templates[event]
  const customerId = payload.customerId
  if (!builtIn) throw new Error(`no notice template for ${event}`)
  if (builtIn.when && !builtIn.when(payload)) return
  if (typeof customerId !== 'number') throw new Error(`${event} names no customer`)
  await inTx(ctx, async (ctx) => {
    const template = inWordsOf(await wordingOf(ctx.db, event), builtIn)
    const { people, group } = await readersOf(ctx, customerId)
    const said =
      group === undefined ? template : { ...template, write: (facts: Payload) => about(group, template.write(facts)) }
    for (const person of people)
      for (const channel of template.channels) await prepare(ctx, event, said, payload, person, channel)
  })
}

/**
 * Who reads what is said to a customer: the person, or for the account of a group its owner and managers now. A closed account has no phone;
 * later events about its documents are not sent.
 */
async function readersOf(
  ctx: Ctx,
  customerId: number,
): Promise<{ people: Recipient[]; group?: { name: string; groupNo: string } }> {
  const customer = await customerOf(ctx, customerId)
  if (customer.kind === 'person') return { people: customer.phone === '' ? [] : [customer] }
  const people: Recipient[] = []
  for (const id of await actingFor(ctx, customerId)) people.push(await customerOf(ctx, id))
  const groupNo = (await groupAccounts(ctx, [customerId])).get(customerId) ?? ''
  return { people: people.filter(({ phone }) => phone !== ''), group: { name: customer.name, groupNo } }
}

/** 您的 in the text is the group; its name stands before, because the reader has an account of their own too. The link switches to it. */
function about({ name, groupNo }: { name: string; groupNo: string }, text: NoticeText): NoticeText {
  return { ...text, text: `【课题组 ${name}】${text.text}`, link: linkInNameOf(groupNo, text.link) }
}

async function prepare(
  ctx: Ctx,
  event: string,
  template: NoticeTemplate,
  payload: Payload,
  person: Recipient,
  channel: Channel,
): Promise<void> {
  const former = channel === 'inbox' ? undefined : template.formerly?.(payload)[channel]
  const recipient = former ?? recipientOf(person, channel)
  const silenced = channel !== 'inbox' && !template.always && !person.noticeChoices[channel]
  const state = channel === 'inbox' ? 'sent' : recipient === '' || silenced ? 'skipped' : 'waiting'
  const written = template.write(payload)
  const row = {
    occurrence: occurrenceOf(event, payload, ctx.clock.now()),
    customerId: person.id,
    channel,
    template: event,
    recipient,
    state,
    ...written,
    variables: smsVariables(template, written.title, payload),
  } as const
  const fresh = await insertDelivery(ctx.db, row, ctx.clock.now())
  if (!fresh) return
  if (channel === 'inbox') await insertMessage(ctx.db, row, ctx.clock.now())
  else if (state === 'waiting') {
    const mayWait = channel === 'sms' && !template.always
    const at = mayWait ? afterQuietHours(ctx.clock.now(), await readSetting(ctx, 'quietHours')) : ctx.clock.now()
    await enqueue(ctx, deliverJob, { deliveryId: fresh.id }, { at, key: String(fresh.id) })
  }
}

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

function recipientOf(person: Recipient, channel: Channel): string {
  return channel === 'inbox' ? String(person.id) : channel === 'sms' ? person.phone : person.email
}
