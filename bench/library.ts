import { cpus, loadavg } from 'node:os'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { handlers } from '../src/app/calls.ts'
import { libraryChoices, libraryList } from '../src/lab/library/contract.ts'
import type { Call, SentTo } from '../src/platform/contract/call.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { createServer } from '../src/platform/http/server.ts'
import { access } from '../src/web/access.ts'
import { percentile, processorMs } from './measure.ts'
import { type Buyer, buyers, openServices } from './services.ts'

/**
 * The library of one customer with very many curves, among as many of others, on PostgreSQL: p50 and p99 of a search through the HTTP stack
 * with its rows and drawings, and the processor time of server and database for one, which says more on a shared machine. Fails when a p99 is above the limit, or when no index finds the rows of a search.
 * Run: node bench/library.ts [curves, 100000] [rounds, 60] [limit in ms, 100]
 */
const [curves = 100_000, rounds = 60, limit = 100] = process.argv.slice(2).map(Number)
const PER_ORDER = 20

const cluster = await startCluster({ durable: false })
const db = openPostgres(cluster.url, { poolSize: 4 })
const { services, ctx } = await openServices(db)
const [owner, others] = (await buyers(ctx, 2)) as [Buyer, Buyer]
for (const { id } of [owner, others]) await fill(id)
for (const table of [sql`files`, sql`orders`, sql`library_curves`, sql`library_drawings`, sql`library_tags`])
  await db.run(sql`vacuum (analyze) ${table}`)
const server = await createServer(services, access, handlers)
console.log(`${curves} curves of one customer, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)

const slow: string[] = []
await measure('newest', libraryList, {})
await measure('page 100', libraryList, { page: 100 })
await measure('by sample', libraryList, { sort: 'sample' })
await measure('contains Fe, O', libraryList, { composition: 'Fe O' })
await measure('contains a rare element', libraryList, { composition: 'Re' })
await measure('exactly Fe, O', libraryList, { composition: 'Fe O', mode: 'exactly' })
await measure('exactly a rare element', libraryList, { composition: 'O Re', mode: 'exactly' })
await measure('formula', libraryList, { composition: 'La1-xSrxMnO3', mode: 'formula' })
await measure('without O', libraryList, { without: 'O' })
await measure('share of Sr', libraryList, { shareOf: 'Sr', shareFrom: 5, shareTo: 10 })
await measure('one method', libraryList, { method: 'XPS' })
await measure('one project', libraryList, { project: '拉曼光谱' })
await measure('method and elements', libraryList, { method: 'XRD', composition: 'Ti O' })
await measure('text: own number', libraryList, { kw: 'S-512-7' })
await measure('text: a common word', libraryList, { kw: '氧化物' })
await measure('text: order number', libraryList, { kw: 'MX26010000050' })
await measure('text: nothing found', libraryList, { kw: '没有这个词' })
await measure('tag', libraryList, { tag: '论文' })
await measure('dates', libraryList, { from: '2025-06-01', to: '2025-06-30' })
await measure('rare element by sample', libraryList, { composition: 'Re', sort: 'sample' })
await measure('choices', libraryChoices, {})
await plans()

await server.close()
await db.close()
await cluster.stop()
if (slow.length > 0) {
  console.log(`above ${limit} ms or without an index: ${slow.join(', ')}`)
  process.exitCode = 1
}

/** Curves of one customer, twenty in an order, over three years, with compositions of which some are rare. */
async function fill(customerId: number): Promise<void> {
  await db.tx(
    async (tx) => {
      await tx.run(sql`
      insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, urgent, sample_count, title, contact, delivery,
        invoice, agreement_version, agreed_at, created_at)
      select 'MX2601' || lpad((n + ${customerId} * 100000)::text, 9, '0'), ${customerId}, ${customerId}, 'institute', 1, 'done', false, ${PER_ORDER}, 'X 射线衍射',
        '{}', '{}', '{"type": 0}', '1', now(), now() from generate_series(1, ${Math.ceil(curves / PER_ORDER)}::int) n`)
      await tx.run(sql`
      insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, customer_id, attached_to, created_at)
      select 'bench/' || o.id || '/' || n, o.order_no || n || '.xy', 1000, md5(o.id || '/' || n), 'text/plain', 'result', 'staff', ${customerId}, 'order:' || o.id, now()
      from orders o, generate_series(1, ${PER_ORDER}::int) n where o.customer_id = ${customerId}`)
      await tx.run(sql`
      insert into library_curves (file_id, series, customer_id, payer_id, order_id, order_no, file_name, sample_no, sample_name, own_no, composition, elements,
        shares, formula, project, method, label, x_label, y_label, reversed, x_from, x_to, points, measured_at, created_at)
      select f.id, 0, ${customerId}, ${customerId}, o.id, o.order_no, f.name, o.order_no || '01', '氧化物粉末 ' || f.id % 3137, 'S-' || f.id % 977 || '-' || f.id % 11,
        k.formula, k.elements, k.shares, k.key, m.project, m.method, '', m.axis, '强度', false, 10, 80, 4000,
        now() - make_interval(hours => (f.id * 7919 % 26280)::int), now()
      from files f join orders o on f.attached_to = 'order:' || o.id
        join (values (0, '拉曼光谱', '拉曼光谱', '拉曼位移 (cm⁻¹)'), (1, 'X 射线光电子能谱', 'XPS', '结合能 (eV)'), (2, 'X 射线衍射', 'XRD', '2θ (°)')) m (n, project, method, axis) on m.n = f.id % 3
        join (values (0, 'Fe2O3', array['Fe', 'O'], '{"Fe": [40, 40], "O": [60, 60]}'::jsonb, 'Fe2O3'), (1, 'TiO2', array['O', 'Ti'], '{"Ti": [33.3, 33.3], "O": [66.7, 66.7]}', 'O2Ti'),
          (2, 'La1-xSrxMnO3', array['La', 'Mn', 'O', 'Sr'], '{"Sr": [0, 20], "O": [60, 60], "La": [0, 20], "Mn": [20, 20]}', 'La1-xMnO3Srx'), (3, 'Fe-18Cr-8Ni', array['Cr', 'Fe', 'Ni'], null, ''),
          (4, '某聚合物', '{}'::text[], null, ''), (5, 'LiNi0.8Co0.1Mn0.1O2', array['Co', 'Li', 'Mn', 'Ni', 'O'], null, 'Co0.1LiMn0.1Ni0.8O2'), (6, 'SiC', array['C', 'Si'], '{"C": [50, 50], "Si": [50, 50]}', 'CSi'),
          (7, 'ReO3', array['O', 'Re'], '{"Re": [25, 25], "O": [75, 75]}', 'O3Re')) k (n, formula, elements, shares, key) on k.n = case when f.id % 2003 = 0 then 7 else f.id % 7 end
      where f.customer_id = ${customerId}`)
      await tx.run(sql`
      insert into library_drawings (curve_id, line) select id, (select string_agg(n * 2 || ',' || (n * 37 + c.id) % 60, ' ' order by n) from generate_series(0, 99) n)
      from library_curves c where customer_id = ${customerId}`)
      await tx.run(sql`
      insert into library_tags (account_id, tag, curve_id) select ${customerId}, '论文', id from library_curves where customer_id = ${customerId} and id % 500 = 0`)
    },
    { unlimited: true },
  )
}

async function measure<C extends Call>(name: string, call: C, input: SentTo<C>): Promise<void> {
  const times: number[] = []
  const database = new URL(cluster.url).pathname.slice(1)
  const before = processorMs(process.pid, database)
  let total = ''
  for (let round = 0; round < rounds + 5; round++) {
    const start = performance.now()
    const answer = await server.inject({
      method: 'POST',
      url: call.path,
      headers: { token: owner.token },
      payload: input as object,
    })
    times.push(performance.now() - start)
    const body = JSON.parse(answer.body) as { code: number; data: { total?: number } }
    if (answer.statusCode !== 200 || body.code !== 1) throw new Error(`${name}: ${answer.body.slice(0, 300)}`)
    total = String(body.data.total ?? '')
  }
  // The first calls fill caches of PostgreSQL.
  const warm = times.slice(5)
  const [p50, p99] = [percentile(warm, 0.5), percentile(warm, 0.99)]
  const cost = (processorMs(process.pid, database) - before) / times.length
  if (p99 > limit) slow.push(name)
  console.log(
    `${name.padEnd(28)} p50/p99 ms ${p50.toFixed(1).padStart(7)}${p99.toFixed(1).padStart(7)}   processor ms ${cost.toFixed(1).padStart(6)}   ${total} found`,
  )
}

/** What PostgreSQL does for the main searches: each must find its rows by an index of the library. */
async function plans(): Promise<void> {
  const own = sql`c.gone_at is null and c.customer_id = ${owner.id}`
  const searches = {
    library_curves_customer: sql`select c.id from library_curves c where ${own} order by c.measured_at desc, c.id desc limit 20`,
    library_curves_customer_sample: sql`select c.id from library_curves c where ${own} order by c.sample_name, c.id limit 20`,
    library_curves_customer_method: sql`select c.id from library_curves c where ${own} and c.method = 'XPS' order by c.measured_at desc, c.id desc limit 20`,
    library_curves_customer_elements: sql`select c.id from library_curves c where ${own} and c.elements = array['Fe', 'O'] order by c.measured_at desc, c.id desc limit 20`,
    library_curves_elements: sql`select c.id from library_curves c where ${own} and c.elements @> array['Re'] order by c.measured_at desc, c.id desc limit 20`,
    library_curves_words: sql`select c.id from library_curves c where ${own} and grams(c.words) @> wanted_grams(folded('S-512-7')) order by c.measured_at desc, c.id desc limit 20`,
  }
  for (const [index, search] of Object.entries(searches)) {
    const rows = await db.rows<Record<string, string>>(sql`explain ${search}`)
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    const used = plan.includes(index)
    if (!used) slow.push(index)
    console.log(`${index.padEnd(32)} ${used ? 'used' : `NOT used:\n${plan}`}`)
  }
}
