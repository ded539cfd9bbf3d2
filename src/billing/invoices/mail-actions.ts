import { filesAttachedTo } from '../../core/files/actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { asSystem, type Ctx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { formatFen } from '../../platform/money.ts'
import { fileOwner } from './list-actions.ts'
import { invoiceLifecycle, invoiceTypeName } from './rules.ts'
import { applicationById, changes } from './store.ts'

/** Mail servers commonly refuse more; the mail then only says where the files are. */
const MOST_ATTACHED_BYTES = 8 * 1024 * 1024

/** Mails an issued invoice with its files to the address of the application. */
export async function mailInvoice(ctx: Ctx, id: number): Promise<void> {
  const row = await applicationById(ctx.db, id)
  if (!row || (row.stage !== 'issued' && row.stage !== 'sent')) return
  const files = await filesAttachedTo(ctx, fileOwner(id))
  if (files.length === 0) return
  const attached = files.reduce((sum, file) => sum + file.size, 0) <= MOST_ATTACHED_BYTES
  const siteName = await readSetting(ctx, 'siteName')
  const page = ctx.config.PUBLIC_URL ? new URL('/member/invoiceLs', ctx.config.PUBLIC_URL).href : '「开票记录」'
  await sendMail(ctx, {
    to: row.email,
    template: 'invoice.mail',
    subject: `【${siteName}】${invoiceTypeName(row.type)} ${row.invoiceNo}`,
    text: `您好：\n${row.title} 的${invoiceTypeName(row.type)}已开具，号码 ${row.invoiceNo}，金额 ${formatFen(row.amountFen)}，开票日期 ${row.issuedOn}。\n${
      attached ? '发票文件见附件，也可登录后下载：' : '请登录后下载发票文件：'
    }\n${page}\n`,
    attachments: attached
      ? await Promise.all(files.map(async ({ name, storageKey }) => ({ name, bytes: await bytesOf(ctx, storageKey) })))
      : [],
  })
  const now = ctx.clock.now()
  // Another mail of the same invoice may have moved it meanwhile.
  const current = await applicationById(ctx.db, id)
  if (current?.stage === 'issued')
    await transition(asSystem(ctx), invoiceLifecycle, id, 'send', { version: current.version, set: changes.sent(now) })
}

async function bytesOf(ctx: Ctx, key: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of await ctx.files.open(key)) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}
