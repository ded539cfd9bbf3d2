import { customerOf } from '../../people/customers/actions.ts'
import { sendOwnCode, spendCode } from '../../people/sign-in/codes/code-actions.ts'
import { PRIVACY_PURPOSE } from '../../people/customers/rules.ts'
import { provePassword } from '../../people/sign-in/sign-in-actions.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { policyHash } from '../../platform/http/policy-hash.ts'
import { detachFiles, keepGenerated, takeBack } from '../../core/files/actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type HeldData, heldBy } from '../../platform/held-data.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiTime } from '../../platform/time.ts'
import { privacyErrors } from './errors.ts'
import { EXPORT_DAYS, nextExportAt } from './rules.ts'
import { deleteExport, exportById, insertExport, latestExport, setExportFile } from './store.ts'
import { zipFile } from './zip-file.ts'
import { copyReady, dropExportJob, makeExportJob } from './events.ts'

export async function sendPrivacyCode(ctx: Ctx<Customer>): Promise<void> {
  const me = await customerOf(ctx, ctx.actor.id)
  await sendOwnCode(ctx, me.phone)
}

/** A session alone is not enough to download all data: a code to the phone is required, or the password when no message arrives. */
export async function askForExport(ctx: Ctx<Customer>, proof: { code?: string; password?: string }): Promise<void> {
  refuseInDoubt(ctx)
  const me = await customerOf(ctx, ctx.actor.id)
  const now = ctx.clock.now()
  const latest = await latestExport(ctx.db, me.id, now)
  if (latest && nextExportAt(latest.createdAt) > now) throw refuse(privacyErrors.exportTooSoon)
  if (proof.password !== undefined) await provePassword(ctx, proof.password)
  else await spendCode(ctx, me.phone, PRIVACY_PURPOSE, proof.code ?? '')
  await inTx(ctx, async (ctx) => {
    const { id } = await insertExport(ctx.db, me.id, now, addDays(now, EXPORT_DAYS))
    await recordAudit(ctx, { action: 'privacy.export', subject: `customer:${me.id}` })
    await enqueue(ctx, makeExportJob, { id })
    await enqueue(ctx, dropExportJob, { id }, { at: addDays(now, EXPORT_DAYS) })
  })
}

/** Idempotent: when it runs again after a crash, the file exists already and nothing happens. */
export async function makeExport(ctx: Ctx, held: readonly HeldData[], id: number): Promise<void> {
  const row = await exportById(ctx.db, id)
  if (!row || row.fileId !== null) return
  const tables = []
  for (const each of held.flatMap(({ tables }) => tables))
    tables.push({ table: each.table, title: each.title, rows: await heldBy(each, ctx.db, row.customerId) })
  const now = ctx.clock.now()
  const bytes = zipFile([
    ...tables.map(({ table, rows }) => ({ name: `data/${table}.json`, text: JSON.stringify(rows, null, 2) })),
    { name: '个人信息.html', text: readable(tables, shanghaiTime(now)) },
  ])
  await inTx(ctx, async (ctx) => {
    const file = await keepGenerated(ctx, {
      name: `个人信息副本-${shanghaiTime(now).slice(0, 10)}.zip`,
      mime: 'application/zip',
      bytes,
      purpose: 'personal',
      customerId: row.customerId,
      attachedTo: `export:${id}`,
    })
    await setExportFile(ctx.db, id, file.id, now)
    const until = shanghaiTime(row.expiresAt).slice(0, 16)
    await emit(ctx, copyReady, { customerId: row.customerId, exportId: id, until })
  })
}

/** The customer can no longer open the copy; the sweeper removes its file. */
export function endExport(ctx: Ctx, id: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    const row = await exportById(ctx.db, id)
    if (!row) return
    const files = row.fileId === null ? [] : [row.fileId]
    await detachFiles(ctx, files)
    await takeBack(ctx, files)
    await deleteExport(ctx.db, id)
  })
}

interface Listed {
  title: string
  rows: Record<string, unknown>[]
}

const READABLE_STYLE =
  'body{font:14px/1.6 sans-serif;max-width:60rem;margin:2rem auto}table{border-collapse:collapse;width:100%;margin:0 0 1rem}th,td{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top;word-break:break-all}th{width:12rem}'

/** Opened as a local file: no scripts, no external resources, every value escaped. */
function readable(tables: Listed[], at: string): string {
  const sections = tables.map(
    ({ title, rows }) =>
      `<h2>${escaped(title)}（${rows.length}）</h2>${rows.map((row) => `<table>${cells(row)}</table>`).join('') || '<p>没有</p>'}`,
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src ${policyHash(READABLE_STYLE)}">
<title>明析科测保存的个人信息</title><style>${READABLE_STYLE}</style>
<h1>明析科测保存的个人信息</h1><p>生成时间：${escaped(at)}。机器可读的同样内容在 data 文件夹中，每类一个 JSON 文件。</p>${sections.join('')}</html>`
}

function cells(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([key, value]) =>
        `<tr><th>${escaped(key)}</th><td>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</td></tr>`,
    )
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
