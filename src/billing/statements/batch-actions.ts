import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { filesAttachedTo, keepGenerated, linkToBundle } from '../../core/files/actions.ts'
import { uniquePaths } from '../../core/files/rules.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { payersWithDeliveries } from '../../lab/orders/closing/delivered-actions.ts'
import { customersWithMoves } from '../../money/ledger/statement-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { statementOf } from './actions.ts'
import { statementErrors } from './errors.ts'
import { drawBatchJob } from './events.ts'
import { fileName, statementPdf, statementSheet } from './file-actions.ts'
import { periodOf } from './rules.ts'
import { advanceBatch, batchById, batchesPage, countBatches, insertBatch } from './store.ts'

/** Statements drawn by one run of the job, so that a run ends well before its lease. */
const PER_PART = 5

const ownerOf = (id: number) => `statement-batch:${id}`

/** Starts the statements of all customers whose money moved or whose orders were delivered in a month. */
export async function startBatch(ctx: Ctx<Staff>, month: string): Promise<{ id: number; total: number }> {
  return inTx(ctx, async (inner) => {
    const now = ctx.clock.now()
    const { from, until } = periodOf(month)
    if (from > now) throw refuse(statementErrors.notYet)
    const moved = await customersWithMoves(inner, from, until)
    const delivered = await payersWithDeliveries(inner, from, until)
    const customerIds = [...new Set([...moved, ...delivered])].sort((a, b) => a - b)
    if (customerIds.length === 0) throw refuse(statementErrors.nobody)
    const { id } = await insertBatch(inner.db, { period: month, customerIds, createdBy: ctx.actor.id }, now)
    await enqueue(inner, drawBatchJob, { id, done: 0 })
    return { id, total: customerIds.length }
  })
}

/** Draws one part and queues the next. A part that runs again after a crash leaves no second files. */
export async function drawPart(ctx: Ctx, { id, done }: { id: number; done: number }): Promise<void> {
  const batch = await batchById(ctx.db, id)
  if (!batch || batch.done !== done || batch.finishedAt) return
  const part = batch.customerIds.slice(done, done + PER_PART)
  const drawn: { name: string; mime: string; bytes: Uint8Array }[] = []
  for (const customerId of part) {
    const view = await statementOf(ctx, customerId, batch.period)
    drawn.push({ name: fileName(view, 'pdf'), mime: 'application/pdf', bytes: await statementPdf(ctx, view) })
    drawn.push({ name: fileName(view, 'xlsx'), mime: SHEET, bytes: await statementSheet(view) })
  }
  await inTx(ctx, async (inner) => {
    const next = done + part.length
    const finished = next >= batch.customerIds.length
    if ((await advanceBatch(inner.db, id, done, next, finished ? ctx.clock.now() : null)) === 0) return
    for (const file of drawn)
      await keepGenerated(inner, { ...file, purpose: 'statement', customerId: null, attachedTo: ownerOf(id) })
    if (!finished) await enqueue(inner, drawBatchJob, { id, done: next })
  })
}

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function batches(ctx: Ctx, { page, size }: { page: number; size: number }) {
  const rows = await batchesPage(ctx.db, size, (page - 1) * size)
  const names = await namesOfStaff(
    ctx,
    rows.map((row) => row.createdBy),
  )
  const list = rows.map((row) => ({
    id: row.id,
    period: row.period,
    label: periodOf(row.period).label,
    total: row.customerIds.length,
    done: row.done,
    finished: row.finishedAt !== null,
    createdByName: names.get(row.createdBy) ?? '',
    createdAt: shanghaiTime(row.createdAt),
  }))
  return { list, total: await countBatches(ctx.db), page, size }
}

/** All files of a batch as one ZIP, packed while it is sent. */
export async function batchZip(ctx: Ctx<Staff>, id: number, browserKey: string | undefined) {
  const batch = await batchById(ctx.db, id)
  if (!batch) throw refuse(commonErrors.notFound)
  if (!batch.finishedAt) throw refuse(statementErrors.batchRunning)
  const files = await filesAttachedTo(ctx, ownerOf(id))
  const entries = uniquePaths(files.map((file) => ({ id: file.id, path: file.name })))
  return linkToBundle(ctx, { entries, name: `对账单-${batch.period}.zip` }, browserKey)
}

export async function findCustomers(ctx: Ctx, kw: string) {
  const found = await customersOf(ctx, (await customersLike(ctx, kw)).slice(0, 20))
  return {
    list: [...found.values()].map((customer) => ({
      id: customer.id,
      name: [customerName(customer), customer.company].filter(Boolean).join(' · '),
      phone: maskPhone(customer.phone),
    })),
  }
}
