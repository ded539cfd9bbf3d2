import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../demo/life/random.ts'
import { runBooks } from '../../src/app/commands/books.ts'
import { placeOrder } from '../../src/lab/ordering/place-actions.ts'
import { addToPlan } from '../../src/lab/plans/actions.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Ctx, Customer } from '../../src/platform/http/ctx.ts'
import { PowerLoss } from '../../src/platform/testing/power-loss.ts'
import { orderBody } from '../order-input.ts'
import { type Buyer, buyers, fillPlans, openServices } from '../services.ts'

/**
 * Places orders on the embedded database, then opens it as the disk may have been after a power failure at random moments: counts acknowledged
 * orders that are missing, and checks the books.
 * Run: node bench/crashes/power-loss.ts [failures] [orders] [on|off] [seed]
 */
const [failures = 20, orders = 200] = process.argv.slice(2, 4).map(Number)
const durable = process.argv[4] !== 'off'
const random = seededRandom(Number(process.argv[5] ?? Date.now()))
const home = mkdtempSync(join(tmpdir(), 'mingxi-power-loss-'))
const folder = join(home, 'database')

const prepared = await openPglite(folder, { durable })
const services = await openServices(prepared)
const [buyer] = (await buyers(services.ctx, 1)) as [Buyer]
const actor: Customer = { kind: 'customer', id: buyer.id, sessionId: 1 }
await addFirstLine({ ...services.ctx, actor })
const lines = (await fillPlans(services.ctx, [buyer], orders)).get(buyer.id) ?? []
await prepared.close()

const record = new PowerLoss(folder, join(home, 'before'))
const database = await openPglite(folder, { durable })
const opened = record.moment
const ctx: Ctx = { ...services.ctx, db: database }
const acknowledged: { orderNo: string; moment: number }[] = []
const startedAt = performance.now()
for (const line of lines.slice(0, orders)) {
  const { orderNo } = (await placeOrder({ ...ctx, actor }, orderBody(line) as never)) as { orderNo: string }
  acknowledged.push({ orderNo, moment: record.moment })
  if (random.chance(0.02)) await database.script('checkpoint')
}
record.stop()
console.log(
  `${orders} orders, ${record.moment - opened} changes of files, ${Math.round(performance.now() - startedAt)} ms`,
)
const end = record.moment
await database.close()

let lost = 0
let damaged = 0
for (let failure = 0; failure < failures; failure += 1) {
  const moment = random.whole(opened, end)
  const wanted = acknowledged.filter((each) => each.moment <= moment).map(({ orderNo }) => orderNo)
  const disk = join(home, 'disk')
  record.diskAt(moment, disk, random.next)
  const missing = await missingOn(disk, wanted).catch((error: Error) => error)
  if (missing instanceof Error) damaged += 1
  else lost += missing
  console.log(
    `at change ${moment}: ${wanted.length} acknowledged, ${missing instanceof Error ? missing.message : `${missing} lost`}`,
  )
  rmSync(disk, { recursive: true })
}
console.log(
  `${failures} power failures, DURABLE=${durable ? 'on' : 'off'}: ${lost} acknowledged orders lost, ${damaged} databases damaged`,
)
rmSync(home, { recursive: true })
process.exit(durable && lost + damaged > 0 ? 1 : 0)

/** @throws when the database does not open or its books do not tie */
async function missingOn(disk: string, orderNos: readonly string[]): Promise<number> {
  const opened = await openPglite(disk)
  try {
    const found = await opened.rows<{ no: string }>(sql`select order_no as no from orders`)
    const known = new Set(found.map(({ no }) => no))
    let faults = ''
    if ((await runBooks({ ...ctx, db: opened }, false, (text) => (faults += /^(✗| {4})/.test(text) ? text : ''))) !== 0)
      throw new Error(`books: ${faults}`)
    return orderNos.filter((no) => !known.has(no)).length
  } finally {
    await opened.close()
  }
}

async function addFirstLine(buying: Ctx<Customer>): Promise<void> {
  const { rid, form } = await buying.db.one<{
    rid: number
    form: { fields: { key: string; initial?: unknown }[] }
  }>(sql`
    select p.id as rid, f.form from projects p join form_versions f on f.project_id = p.id and f.stage = 'in_use' where p.slug = 'xrd'`)
  const initial = form.fields.filter((field) => field.initial !== undefined)
  const parameters = Object.fromEntries(initial.map((field) => [field.key, field.initial]))
  await addToPlan(buying, { rid, parameters, sampleCount: 1, urgent: false })
}
