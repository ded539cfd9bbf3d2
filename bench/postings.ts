import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { assembleServices, migrationsFolder } from '../src/app/start/services.ts'
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
import { migrate, readMigrations } from '../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { diskStore } from '../src/platform/files/disk-store.ts'
import { systemCtx } from '../src/platform/http/ctx.ts'
import { ratio, show, spread } from './measure.ts'

/**
 * Postings per second on PostgreSQL by 1, 8 and 32 sessions at once, alternately in one run: every customer pays into the same account of
 * the laboratory; every customer pays into one of seven accounts of the laboratory (what sub-accounts would give); every customer moves
 * money between two accounts of their own (nothing is shared). These three should be about as fast (decision 0101). The fourth is one customer
 * whose every posting waits for the one before, because the account guards its balance.
 * Run: node bench/postings.ts [postings per round] [rounds] [sessions, with commas]
 */
const [postings = 2000, rounds = 7] = process.argv.slice(2, 4).map(Number)
const sessionCounts = (process.argv[4] ?? '1,8,32').split(',').map(Number)
const several = ['bank', 'wechatpay', 'alipay', 'channel_fee', 'income', 'rebate_cost', 'rounding'] as const

const cluster = await startCluster({ durable: true })
const folder = await mkdtemp(join(tmpdir(), 'mingxi-bench-'))
const database = openPostgres(cluster.url, { poolSize: Math.max(...sessionCounts) })
try {
  await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
  const config = readConfig({ DATABASE_URL: cluster.url, DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const ctx = systemCtx(assembleServices(config, database, diskStore(join(folder, 'files')), systemClock))
  const customers = Math.max(...sessionCounts) * 50
  let number = 0

  const perSecond = async (
    sessions: number,
    from: (customerId: number) => AccountRef,
    to: AccountKind,
    among = customers,
  ) => {
    const last = number + postings
    const started = performance.now()
    const session = async () => {
      while (number < last) {
        const businessId = ++number
        const customerId = 1 + (businessId % among)
        const legs = [leg(from(customerId), -100), leg(customerAccount(customerId, to), 100)]
        await post(ctx, { kind: 'bench', businessId, operation: 'move', memo: '', legs })
      }
    }
    await Promise.all(Array.from({ length: sessions }, session))
    return postings / ((performance.now() - started) / 1000)
  }
  const ways = {
    one: (sessions: number) => perSecond(sessions, () => laboratoryAccount('bank'), 'prestore'),
    several: (sessions: number) =>
      perSecond(sessions, (id) => laboratoryAccount(several[id % several.length] ?? 'bank'), 'prestore'),
    // Two accounts of one customer; the limit is the one that has no floor.
    own: (sessions: number) => perSecond(sessions, (id) => customerAccount(id, 'credit_limit'), 'credit_available'),
    guarded: (sessions: number) => perSecond(sessions, () => laboratoryAccount('bank'), 'prestore', 1),
  }
  for (const sessions of sessionCounts) {
    const all: Record<keyof typeof ways, number[]> = { one: [], several: [], own: [], guarded: [] }
    const names = Object.keys(ways) as (keyof typeof ways)[]
    for (const name of names) await ways[name](sessions)
    for (let round = 0; round < rounds; round++) for (const name of names) all[name].push(await ways[name](sessions))
    const shown = names.map((name) => `${name} ${show(spread(all[name]))}`).join(', ')
    console.log(`${sessions} sessions, postings/s: ${shown}`)
    console.log(
      `  one / several ${show(ratio(all.one, all.several), 2)}, one / own ${show(ratio(all.one, all.own), 2)}`,
    )
  }
  console.log(`faults in the books: ${(await verifyBooks(database)).length}`)
} finally {
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
