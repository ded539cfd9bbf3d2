import { customerOf } from '../../people/customers/actions.ts'
import { spendCode } from '../../people/sign-in/code-actions.ts'
import { demoPhones, PRIVACY_PURPOSE } from '../../people/customers/rules.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { balancesOf } from '../../money/ledger/actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { privacyErrors } from './errors.ts'
import { anonymise } from './held-data-store.ts'
import { closedMessage, closingObstacles, COOL_OFF_DAYS, documentNames } from './rules.ts'
import { closingOf, consentsOf, latestExport, lockClosing, openBusiness, setClosing } from './store.ts'
import { accountClosing, closeJob, closingStopped } from './events.ts'

export async function privacyOf(ctx: Ctx<Customer>) {
  const id = ctx.actor.id
  const consents = await consentsOf(ctx.db, id)
  const copy = await latestExport(ctx.db, id, ctx.clock.now())
  const { closesAt } = await closingOf(ctx.db, id)
  return {
    consents: consents.map(({ document, version, agreedAt }) => ({
      name: documentNames[document] ?? document,
      version,
      agreedAt: shanghaiTime(agreedAt),
    })),
    export: copy
      ? { fileId: copy.fileId, createdAt: shanghaiTime(copy.createdAt), expiresAt: shanghaiTime(copy.expiresAt) }
      : null,
    closesAt: closesAt && shanghaiTime(closesAt),
    obstacles: await obstaclesOf(ctx, id),
  }
}

/** Asks for the end of the account. What is open is named first, so that no code is spent on a request that cannot go through. */
export async function askToClose(ctx: Ctx<Customer>, code: string): Promise<Date> {
  refuseInDoubt(ctx)
  const me = await customerOf(ctx, ctx.actor.id)
  if (ctx.config.demo && demoPhones.includes(me.phone)) throw refuse(privacyErrors.demoAccount)
  await refuseObstacles(ctx, me.id)
  await spendCode(ctx, me.phone, PRIVACY_PURPOSE, code)
  const at = addDays(ctx.clock.now(), COOL_OFF_DAYS)
  await inTx(ctx, async (ctx) => {
    const { closesAt } = await lockClosing(ctx.db, me.id)
    if (closesAt) throw refuse(privacyErrors.alreadyClosing)
    await setClosing(ctx.db, me.id, at)
    await recordAudit(ctx, { action: 'privacy.askToClose', subject: `customer:${me.id}` })
    await emit(ctx, accountClosing, { customerId: me.id, at: at.toISOString() })
    await enqueue(ctx, closeJob, { customerId: me.id, at: at.toISOString() }, { at })
  })
  return at
}

export function takeBackClosing(ctx: Ctx<Customer>): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const { closesAt } = await lockClosing(ctx.db, ctx.actor.id)
    if (!closesAt) throw refuse(privacyErrors.notClosing)
    await setClosing(ctx.db, ctx.actor.id, null)
    await recordAudit(ctx, { action: 'privacy.takeBackClosing', subject: `customer:${ctx.actor.id}` })
  })
}

/**
 * Carries a closing out, if it is still the one the job was made for. Business begun during the cool-off stops it, and
 * the person is told.
 */
export async function carryOutClosing(ctx: Ctx, customerId: number, at: string): Promise<void> {
  const former = await inTx(ctx, async (ctx) => {
    const { phone, closesAt } = await lockClosing(ctx.db, customerId)
    if (closesAt?.toISOString() !== at) return undefined
    const { email } = await customerOf(ctx, customerId)
    if ((await obstaclesOf(ctx, customerId)).length > 0) {
      await setClosing(ctx.db, customerId, null)
      await emit(ctx, closingStopped, { customerId, at })
      return undefined
    }
    await anonymise(ctx.db, customerId, phone, ctx.clock.now())
    await recordAudit(ctx, { action: 'privacy.close', subject: `customer:${customerId}` })
    return { phone, email }
  })
  if (former) await sayClosed(ctx, former)
}

/** Told once and not tried again: after the closing neither phone nor address is kept anywhere, a queue included. */
async function sayClosed(ctx: Ctx, { phone, email }: { phone: string; email: string }): Promise<void> {
  const { template, title, text } = closedMessage
  const ways = [sendSms(ctx, { to: phone, template, text: `【明析科测】${text}`, variables: { title } })]
  if (email !== '') ways.push(sendMail(ctx, { to: email, template, subject: `【明析科测】${title}`, text }))
  for (const way of await Promise.allSettled(ways))
    if (way.status === 'rejected') ctx.log.warn({ template }, 'the message about a closed account could not be sent')
}

async function refuseObstacles(ctx: Ctx, customerId: number): Promise<void> {
  const obstacles = await obstaclesOf(ctx, customerId)
  if (obstacles.length > 0) throw refuse(privacyErrors.closingBlocked, `暂时不能注销：${obstacles.join('；')}`)
}

async function obstaclesOf(ctx: Ctx, customerId: number): Promise<string[]> {
  return closingObstacles(await openBusiness(ctx.db, customerId), await balancesOf(ctx, customerId))
}
