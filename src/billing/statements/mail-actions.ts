import { customerOf } from '../../people/customers/actions.ts'
import { paysWith } from '../../people/groups/actions.ts'
import { maskEmail } from '../../people/customers/rules.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, personOf } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { statementOf } from './actions.ts'
import { statementErrors } from './errors.ts'
import { mailStatementJob } from './events.ts'
import { fileName, statementPdf } from './file-actions.ts'
import { insertMail, openMail, setMailed } from './store.ts'

/** Queues the mail of a statement to the address of the person who asks, once a day; of a group's account, to who acts for it. */
export async function askForMail(ctx: Ctx<Customer>, period: string): Promise<{ email: string }> {
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const personId = personOf(ctx.actor)
    const { email } = await customerOf(inner, personId)
    if (email === '') throw refuse(statementErrors.noEmail)
    const row = await insertMail(inner.db, { customerId: ctx.actor.id, personId, period, day: shanghaiDate(now) }, now)
    if (!row) throw refuse(statementErrors.mailedToday)
    await enqueue(inner, mailStatementJob, { id: row.id })
    return { email: maskEmail(email) }
  })
}

/** A mail that was sent is not sent again when the job runs twice. Who left the group meanwhile, or has a lower role, gets none. */
export async function mailStatement(ctx: Ctx, id: number): Promise<void> {
  const row = await openMail(ctx.db, id)
  if (!row) return
  const { email } = await customerOf(ctx, row.personId)
  if (email === '' || !(await paysWith(ctx, row.personId, row.customerId))) return
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
