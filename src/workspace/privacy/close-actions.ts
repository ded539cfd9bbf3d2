import { customerOf } from '../../people/customers/actions.ts'
import { closingOf, lockClosing, setClosing } from '../../people/customers/closing-actions.ts'
import { consentsOf } from '../../people/customers/consent-actions.ts'
import { spendCode } from '../../people/sign-in/codes/code-actions.ts'
import { demoPhones, PRIVACY_PURPOSE } from '../../people/customers/rules.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type HeldData, obstaclesIn } from '../../platform/held-data.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { privacyErrors } from './errors.ts'
import { closedMessage, COOL_OFF_DAYS, documentNames, nextExportAt } from './rules.ts'
import { latestExport } from './store.ts'
import { accountClosing, closeJob, closingStopped } from './events.ts'

export async function privacyOf(ctx: Ctx<Customer>, held: readonly HeldData[]) {
  const id = ctx.actor.id
  const consents = await consentsOf(ctx, id)
  const now = ctx.clock.now()
  const copy = await latestExport(ctx.db, id, now)
  const nextAt = copy && nextExportAt(copy.createdAt)
  const { closesAt } = await closingOf(ctx, id)
  const obstacles = await obstaclesIn(held, ctx.db, id)
  return {
    consents: consents.map(({ document, version, agreedAt }) => ({
      name: documentNames[document] ?? document,
      version,
      agreedAt: shanghaiTime(agreedAt),
    })),
    export: copy
      ? {
          fileId: copy.fileId,
          createdAt: shanghaiTime(copy.createdAt),
          expiresAt: shanghaiTime(copy.expiresAt),
          renewableAt: nextAt && nextAt > now ? shanghaiTime(nextAt) : null,
        }
      : null,
    closesAt: closesAt && shanghaiTime(closesAt),
    obstacles: obstacles.map(({ text }) => text),
    toSettle: obstacles,
  }
}

/** Requests the closing of the account. Obstacles are checked first, so that no code is used up for a request that cannot succeed. */
export async function askToClose(ctx: Ctx<Customer>, held: readonly HeldData[], code: string): Promise<Date> {
  refuseInDoubt(ctx)
  const me = await customerOf(ctx, ctx.actor.id)
  if (ctx.config.demo && demoPhones.includes(me.phone)) throw refuse(privacyErrors.demoAccount)
  const obstacles = await obstaclesIn(held, ctx.db, me.id)
  if (obstacles.length > 0)
    throw refuse(privacyErrors.closingBlocked, `暂时不能注销：${obstacles.map(({ text }) => text).join('；')}`)
  await spendCode(ctx, me.phone, PRIVACY_PURPOSE, code)
  const at = addDays(ctx.clock.now(), COOL_OFF_DAYS)
  await inTx(ctx, async (ctx) => {
    const { closesAt } = await lockClosing(ctx, me.id)
    if (closesAt) throw refuse(privacyErrors.alreadyClosing)
    await setClosing(ctx, me.id, at)
    await recordAudit(ctx, { action: 'privacy.askToClose', subject: `customer:${me.id}` })
    await emit(ctx, accountClosing, { customerId: me.id, at: at.toISOString() })
    await enqueue(ctx, closeJob, { customerId: me.id, at: at.toISOString() }, { at })
  })
  return at
}

export function takeBackClosing(ctx: Ctx<Customer>): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const { closesAt } = await lockClosing(ctx, ctx.actor.id)
    if (!closesAt) throw refuse(privacyErrors.notClosing)
    await setClosing(ctx, ctx.actor.id, null)
    await recordAudit(ctx, { action: 'privacy.takeBackClosing', subject: `customer:${ctx.actor.id}` })
  })
}

/** Closes the account, if the closing is still the one that the job was queued for. New obstacles stop it, and the customer gets a message. */
export async function carryOutClosing(
  ctx: Ctx,
  held: readonly HeldData[],
  { customerId, at }: { customerId: number; at: string },
): Promise<void> {
  const former = await inTx(ctx, async (ctx) => {
    const { phone, closesAt } = await lockClosing(ctx, customerId)
    if (closesAt?.toISOString() !== at) return undefined
    const { email } = await customerOf(ctx, customerId)
    if ((await obstaclesIn(held, ctx.db, customerId)).length > 0) {
      await setClosing(ctx, customerId, null)
      await emit(ctx, closingStopped, { customerId, at })
      return undefined
    }
    const account = { customerId, phone, now: ctx.clock.now() }
    for (const { clear } of held.toReversed()) await clear?.(ctx.db, account)
    await recordAudit(ctx, { action: 'privacy.close', subject: `customer:${customerId}` })
    return { phone, email }
  })
  if (former) await sayClosed(ctx, former)
}

/** Sent once and not tried again: after the closing neither phone nor e-mail address is stored anywhere, the queue included. */
async function sayClosed(ctx: Ctx, { phone, email }: { phone: string; email: string }): Promise<void> {
  const { template, title, text } = closedMessage
  const ways = [sendSms(ctx, { to: phone, template, text: `【明析科测】${text}`, variables: { title } })]
  if (email !== '') ways.push(sendMail(ctx, { to: email, template, subject: `【明析科测】${title}`, text }))
  for (const way of await Promise.allSettled(ways))
    if (way.status === 'rejected') ctx.log.warn({ template }, 'the message about a closed account could not be sent')
}
