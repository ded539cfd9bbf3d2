import { customerOf } from '../../people/customers/actions.ts'
import { maskEmail } from '../../people/customers/rules.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { statementOf } from './actions.ts'
import { statementErrors } from './errors.ts'
import { mailStatementJob } from './events.ts'
import { fileName, statementPdf } from './file-actions.ts'
import { insertMail, openMail, setMailed } from './store.ts'

/** Queues the mail of a statement to the customer's own address, once a day. */
export async function askForMail(ctx: Ctx<Customer>, period: string): Promise<{ email: string }> {
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const { email } = await customerOf(inner, ctx.actor.id)
    if (email === '') throw refuse(statementErrors.noEmail)
    const row = await insertMail(inner.db, { customerId: ctx.actor.id, period, day: shanghaiDate(now) }, now)
    if (!row) throw refuse(statementErrors.mailedToday)
    await enqueue(inner, mailStatementJob, { id: row.id })
    return { email: maskEmail(email) }
  })
}

/** A mail that was sent is not sent again when the job runs twice. */
export async function mailStatement(ctx: Ctx, id: number): Promise<void> {
  const row = await openMail(ctx.db, id)
  if (!row) return
  const { email } = await customerOf(ctx, row.customerId)
  if (email === '') return
  const view = await statementOf(ctx, row.customerId, row.period)
  const siteName = await readSetting(ctx, 'siteName')
  await sendMail(ctx, {
    to: email,
    template: 'statement.mail',
    subject: `【${siteName}】${view.label}对账单`,
    text: `您好：\n${view.label}对账单见附件，${view.madeAt} 生成。期末预存余额 ${formatFen(view.closingFen)}，未结算与待付款合计 ${formatFen(view.owed.unsettledFen + view.owed.unpaidFen)}。\n`,
    attachments: [{ name: fileName(view, 'pdf'), bytes: Buffer.from(await statementPdf(ctx, view)) }],
  })
  await setMailed(ctx.db, id, ctx.clock.now())
}
