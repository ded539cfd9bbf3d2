import { readSetting } from '../../core/settings/actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { actingFor, groupAccounts } from '../../people/groups/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueueMany } from '../../platform/jobs/outbox.ts'
import { afterQuietHours, inWordsOf } from './wordings/custom-rules.ts'
import { deliverJob } from './events.ts'
import type { Channel, NoticeTemplate, NoticeText } from './notice-rules.ts'
import { smsVariables } from './wordings/sms-variables-rules.ts'
import { pushJob } from './push/push-events.ts'
import { pushUntil } from './push/push-send-actions.ts'
import { type FreshDelivery, insertDeliveries, type NewDelivery } from './store.ts'
import { occurrenceOf, templates } from './templates/template-rules.ts'
import { wordingOf } from './wordings/wording-store.ts'
import { linkInNameOf, type Payload } from './wordings/wording-rules.ts'

type Recipient = NonNullable<ReturnType<Awaited<ReturnType<typeof customersOf>>['get']>>

interface Readers {
  people: Recipient[]
  group?: { name: string; groupNo: string }
}

/**
 * Notifies the customers of several events of one name: writes their inbox messages at once and queues a job for each other channel, in the
 * same few statements however many there are. Idempotent: calling it again for the same event sends nothing twice.
 */
export async function notifyAll(ctx: Ctx, event: string, payloads: readonly Payload[]): Promise<void> {
  const builtIn = templates[event]
  if (!builtIn) throw new Error(`no notice template for ${event}`)
  const told = payloads.filter((payload) => !builtIn.when || builtIn.when(payload))
  const customerIds = told.map(({ customerId }) => {
    if (typeof customerId !== 'number') throw new Error(`${event} names no customer`)
    return customerId
  })
  if (told.length === 0) return
  await inTx(ctx, async (ctx) => {
    const template = inWordsOf(await wordingOf(ctx.db, event), builtIn)
    const readers = await readersOf(ctx, customerIds)
    const rows = told.flatMap((payload, place) => {
      const { people = [], group } = readers.get(customerIds[place] ?? 0) ?? {}
      const said = group ? { ...template, write: (facts: Payload) => about(group, template.write(facts)) } : template
      return people.flatMap((person) =>
        template.channels.map((channel) => prepared(ctx, event, said, payload, person, channel)),
      )
    })
    await send(ctx, template, rows)
  })
}

export function notify(ctx: Ctx, event: string, payload: Payload): Promise<void> {
  return notifyAll(ctx, event, [payload])
}

/**
 * Who reads what is said to a customer: the person, or for the account of a group its owner and managers now. A closed account has no phone;
 * later events about its documents are not sent.
 */
async function readersOf(ctx: Ctx, customerIds: number[]): Promise<Map<number, Readers>> {
  const customers = await customersOf(ctx, customerIds)
  const readers = new Map<number, Readers>()
  for (const id of new Set(customerIds)) {
    const customer = customers.get(id)
    if (!customer) throw refuse(commonErrors.notFound)
    if (customer.kind === 'person') readers.set(id, { people: customer.phone === '' ? [] : [customer] })
    else {
      const acting = await actingFor(ctx, id)
      const people = await customersOf(ctx, acting)
      const groupNo = (await groupAccounts(ctx, [id])).get(id) ?? ''
      readers.set(id, {
        people: acting.flatMap((each) => people.get(each) ?? []).filter(({ phone }) => phone !== ''),
        group: { name: customer.name, groupNo },
      })
    }
  }
  return readers
}

/** 您的 in the text is the group; its name stands before, because the reader has an account of their own too. The link switches to it. */
function about({ name, groupNo }: { name: string; groupNo: string }, text: NoticeText): NoticeText {
  return { ...text, text: `【课题组 ${name}】${text.text}`, link: linkInNameOf(groupNo, text.link) }
}

function prepared(
  ctx: Ctx,
  event: string,
  template: NoticeTemplate,
  payload: Payload,
  person: Recipient,
  channel: Channel,
): NewDelivery {
  const former = channel === 'inbox' ? undefined : template.formerly?.(payload)[channel]
  const recipient = former ?? recipientOf(person, channel)
  const silenced = channel !== 'inbox' && !template.always && !person.noticeChoices[channel]
  const written = template.write(payload)
  return {
    occurrence: occurrenceOf(event, payload, ctx.clock.now()),
    customerId: person.id,
    channel,
    template: event,
    recipient,
    state: channel === 'inbox' ? 'sent' : recipient === '' || silenced ? 'skipped' : 'waiting',
    ...written,
    variables: smsVariables(template, written.title, payload),
  }
}

/** Writes what was not written before, and queues what leaves the house. */
async function send(
  ctx: Ctx,
  { always = false, channels }: NoticeTemplate,
  rows: readonly NewDelivery[],
): Promise<void> {
  const now = ctx.clock.now()
  const fresh = await insertDeliveries(ctx.db, rows, now)
  const waiting = fresh.filter(({ state }) => state === 'waiting')
  // What stays in the message box is not important enough for a phone that lies on the table.
  const pushes = channels.some((channel) => channel !== 'inbox') ? pushesOf(fresh) : []
  const quiet = !always && (pushes.length > 0 || waiting.some(({ channel }) => channel === 'sms'))
  const smsAt = quiet ? afterQuietHours(now, await readSetting(ctx, 'quietHours')) : now
  const sent = { urgent: always || channels.includes('sms'), anytime: always, attempts: 0, until: pushUntil(smsAt) }
  await enqueueMany(
    ctx,
    pushJob,
    pushes.map((push) => ({ payload: { ...push, ...sent }, at: smsAt })),
  )
  await enqueueMany(
    ctx,
    deliverJob,
    waiting.map(({ id, channel }) => ({
      payload: { deliveryId: id },
      at: channel === 'sms' ? smsAt : now,
      key: String(id),
    })),
  )
}

function pushesOf(fresh: readonly FreshDelivery[]): { deliveryId: number; subscriptionId: number }[] {
  return fresh.flatMap(({ id, browsers }) => browsers.map((subscriptionId) => ({ deliveryId: id, subscriptionId })))
}

export function recipientOf({ id, phone, email }: Pick<Recipient, 'id' | 'phone' | 'email'>, channel: Channel): string {
  return channel === 'inbox' ? String(id) : channel === 'sms' ? phone : email
}
