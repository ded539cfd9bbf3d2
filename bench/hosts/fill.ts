// Fills the database of bench/hosts.ts. `people DATABASE COUNT` prints the buyers, `plans DATABASE URL EACH FILE` gives each of them lines to order.
import { readFileSync } from 'node:fs'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { verifyBooks } from '../../src/money/ledger/actions.ts'
import { addFirstLine } from '../order-input.ts'
import { type Buyer, buyers, fillPlans, openServices } from '../services.ts'

const [step, url = '', ...rest] = process.argv.slice(2)
const database = openPostgres(url, { poolSize: 2 })
if (step === 'judge') {
  const orders = await database.rows<{ no: string }>(sql`select order_no as no from orders`)
  console.log(JSON.stringify({ orders: orders.map(({ no }) => no), faults: await verifyBooks(database) }))
} else {
  const { ctx } = await openServices(database)
  if (step === 'people') {
    console.log(JSON.stringify(await buyers(ctx, Number(rest[0]))))
  } else {
    const [web = '', each = '', file = ''] = rest
    const people = JSON.parse(readFileSync(file, 'utf8')) as Buyer[]
    await addFirstLine(web, people[0] as Buyer)
    console.log(JSON.stringify([...(await fillPlans(ctx, people, Number(each)))]))
  }
}
await database.close()
