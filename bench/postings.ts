import { startCluster } from '../scripts/postgres-cluster.mjs'
import { assembleServices, migrationsFolder } from '../src/app/services.ts'
import { readConfig } from '../src/config.ts'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post, verifyBooks } from '../src/money/ledger/actions.ts'
import {
  type AccountKind,
  type AccountRef,
  customerAccount,
  laboratoryAccount,
  leg,
} from '../src/money/ledger/rules.ts'
import { systemClock } from '../src/platform/clock.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { diskStore } from '../src/platform/files/disk-store.ts'
import { systemCtx } from '../src/platform/http/ctx.ts'
import { ratio, show, spread } from './measure.ts'

/**
 * Postings per second on PostgreSQL by several sessions at once: every customer pays into the same account of the laboratory, and every
 * customer moves money between two accounts of their own, alternately in one run. The first should be about as fast as the second.
 * Run: node bench/postings.ts [postings per round] [rounds] [sessions]
 */
const [postings = 4000, rounds = 7, sessions = 8] = process.argv.slice(2).map(Number)

const cluster = await startCluster({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'mingxi-bench-'))
const database = openPostgres(cluster.url, { poolSize: sessions })
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  const config = readConfig({ DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const ctx = systemCtx(assembleServices(config, database, diskStore(join(folder, 'files')), systemClock))
  const customers = sessions * 50
  let number = 0

  const perSecond = async (from: (customerId: number) => AccountRef, to: AccountKind) => {
    const last = number + postings
    const started = performance.now()
    const session = async () => {
      while (number < last) {
        const businessId = ++number
        const customerId = 1 + (businessId % customers)
        const legs = [leg(from(customerId), -100), leg(customerAccount(customerId, to), 100)]
        await post(ctx, { kind: 'bench', businessId, operation: 'move', memo: '', legs })
      }
    }
    await Promise.all(Array.from({ length: sessions }, session))
    return postings / ((performance.now() - started) / 1000)
  }
  const shared = () => perSecond(() => laboratoryAccount('bank'), 'prestore')
  // Two accounts of one customer; the limit is the one that has no floor.
  const separate = () => perSecond((id) => customerAccount(id, 'credit_limit'), 'credit_available')
  await shared()
  await separate()
  const all: { shared: number[]; separate: number[] } = { shared: [], separate: [] }
  for (let round = 0; round < rounds; round++) {
    all.shared.push(await shared())
    all.separate.push(await separate())
  }
  const faults = await verifyBooks(database)
  console.log(`one account of the laboratory  ${show(spread(all.shared))} postings/s`)
  console.log(`separate accounts              ${show(spread(all.separate))} postings/s`)
  console.log(
    `ratio                          ${show(ratio(all.shared, all.separate), 2)}, faults in the books: ${faults.length}`,
  )
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
