import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const MIGRATIONS = {
  '9900_orders.sql':
    'alter table orders add column bench_note text; alter table orders add column bench_n int not null default 0;',
  '9901_orders.sql':
    '-- concurrently: orders are placed meanwhile\ncreate index concurrently orders_bench on orders (bench_note);',
  '9902_addresses.sql':
    "alter table addresses add constraint addresses_bench check (name <> '') not valid; alter table customers add column bench_at timestamptz default now();",
  '9903_addresses.sql': 'alter table addresses validate constraint addresses_bench;',
}

const BACKFILLS = `import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { type Backfill, defineBackfill } from '../platform/jobs/backfill-actions.ts'

export const backfills: readonly Backfill[] = [
  defineBackfill({
    name: 'bench.note',
    label: '压测',
    position: z.int(),
    pauseMs: 50,
    count: async ({ db }) => (await db.one<{ n: number }>(sql\`select count(*) as n from orders\`)).n,
    batch: async ({ db }, from = 0) => {
      const rows = await db.rows<{ id: number }>(sql\`
        update orders set bench_note = order_no where id in (select id from orders where id > \${from} order by id limit 100) returning id\`)
      return { rows: rows.length, next: rows.length < 100 ? undefined : Math.max(...rows.map(({ id }) => id)) }
    },
  }),
]
`

/** Gives the packed new release migrations of tables that are in use, and a backfill, as a real release has them. */
export function addExpansion(tree: string): void {
  for (const [name, text] of Object.entries(MIGRATIONS)) writeFileSync(join(tree, 'migrations', name), `${text}\n`)
  writeFileSync(join(tree, 'src/app/backfills.ts'), BACKFILLS)
}

/** Release 0.2.0 did not share its scripts and styles itself, so the manual says to copy them. Later ones share theirs, and files that are there stay. */
export function shareFormerAssets(tree: string, dataFolder: string): void {
  mkdirSync(join(dataFolder, 'assets'), { recursive: true })
  // With a filter each file is asked for; without one, Node ends with EEXIST although `force` is off.
  cpSync(join(tree, 'build/client/assets'), join(dataFolder, 'assets'), {
    recursive: true,
    filter: (_, to) => !existsSync(to) || statSync(to).isDirectory(),
  })
}

/** Waits for the backfill, which a worker begins within three minutes; at most four. */
export async function backfillDone(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let tries = 0; ; tries++) {
      const { rows } = await client.query("select state, done, total from backfills where name = 'bench.note'")
      const text = rows[0] ? `${rows[0].state} ${rows[0].done} of ${rows[0].total}` : 'has not begun'
      if (text.startsWith('done') || tries > 480) return text
      await sleep(500)
    }
  } finally {
    await client.end()
  }
}
