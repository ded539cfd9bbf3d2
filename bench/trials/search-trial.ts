import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { categoryTree } from '../../src/shop/catalogue/actions.ts'
import { fillProjects } from '../../demo/catalogue/bulk.ts'
import { deviceSearch } from '../../src/shop/catalogue/contract.ts'
import { type PriceBand } from '../../src/shop/catalogue/listing/filter-rules.ts'
import { cardColumns, type Sort } from '../../src/shop/catalogue/listing/listing-store.ts'
import { indexEntry, reviseProject } from '../../src/shop/catalogue/publish-actions.ts'
import { projectsInUse } from '../../src/shop/catalogue/project-store.ts'
import { priceRange, quotePriceFen, tagScope } from '../../src/shop/catalogue/listing/scope-rules.ts'
import { searchProjects, suggestProjects } from '../../src/shop/catalogue/listing/search-actions.ts'
import { queryTokens, type QueryToken } from '../../src/shop/search/search-rules.ts'
import type { Database, Db } from '../../src/platform/db/db.ts'
import { openPglite } from '../../src/platform/db/embedded/pglite.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { joined, type Sql, sql } from '../../src/platform/db/sql.ts'
import { percentile } from '../measure.ts'
import { typedWords } from '../pages/page-kinds.ts'
import { openServices } from '../services.ts'

/**
 * The trial of decision 0045: the search index with its counters (nine tables) against one table with bigrams in a `text[]` with a GIN index and
 * counts by query. Both answer the same queries alternately, so that a ratio compares the same minute.
 * Run: node bench/trials/search-trial.ts [sizes, e.g. 1000,5000,20000] [postgres,pglite]
 */
const sizes = (process.argv[2] ?? '1000,5000,20000').split(',').map(Number)
const engines = (process.argv[3] ?? 'postgres,pglite').split(',')
const GRAM = 2
/** The PostgreSQL process of our connection. */
let backend: number | undefined
/** Counts of lists; the server keeps them until the catalogue changes. */
const kept = new Map<string, number>()

const orders: Record<Sort, Sql> = {
  hot: sql`t.score desc, t.project_id desc`,
  price: sql`t.price_fen, t.project_id`,
  days: sql`t.days, t.project_id`,
}

for (const engine of engines) {
  const cluster = engine === 'postgres' ? await startCluster({ durable: false }) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-bench-'))
  const db = cluster ? openPostgres(cluster.url, { poolSize: 1 }) : await openPglite(join(folder, 'database'))
  const { ctx } = await openServices(db)
  backend = cluster && (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid
  let filled = (await db.one<{ n: number }>(sql`select count(*) as n from projects`)).n
  for (const size of sizes) {
    await fillProjects(db, size - filled, new Date())
    filled = size
    await fillTrial(db)
    console.log(`\n${engine}, ${size} projects (${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)})`)
    await compareReads(db)
    kept.clear()
    await comparePublishing(db, ctx)
    await compareBytes(db)
  }
  await db.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fillTrial(db: Database): Promise<void> {
  await db.script(`
    drop table if exists trial;
    create table trial (project_id bigint primary key, score bigint not null, price_fen bigint not null, days smallint not null,
      lists text[] collate "C" not null, terms text[] collate "C" not null, text text collate "C" not null);
    insert into trial
    select d.project_id, d.score, coalesce(p.price_from_fen, ${quotePriceFen}), p.days_to,
      array(select s from unnest(d.scopes) s where s ~ '^[ng]' and s !~ '[+]'),
      array(select g from unnest(d.grams) g where length(g) <= ${GRAM} order by 1), d.text
    from search_documents d join projects p on p.id = d.project_id;
    create index trial_terms on trial using gin (terms) with (fastupdate = off);
    create index trial_lists on trial using gin (lists) with (fastupdate = off);
    create index trial_hot on trial (score desc, project_id desc);
    create index trial_price on trial (price_fen, project_id) include (days);
    create index trial_days on trial (days, project_id) include (price_fen);`)
  await db.run(sql`vacuum (analyze) trial`)
}

type Input = ReturnType<typeof deviceSearch.input.parse>

function termsOf(tokens: QueryToken[]): string[] {
  return [
    ...new Set(
      tokens.flatMap(({ text, kind }) => {
        const characters = [...text]
        if (kind === 'word' || characters.length <= GRAM) return [characters.slice(0, GRAM).join('')]
        return characters.slice(1).map((_, n) => characters.slice(n, n + GRAM).join(''))
      }),
    ),
  ]
}

function patternsOf(tokens: QueryToken[]): string[] {
  return tokens.map(({ text, kind }) => (kind === 'word' ? `% ${text}%` : `%${text}%`))
}

function conditionsOf(input: Input, way: 'walk' | 'pick'): Sql {
  const tokens = queryTokens(input.kw)
  const id = input.childId ?? input.typeId
  const lists = [...(id === undefined ? [] : [`n${id}`]), ...(input.tag === '' ? [] : [tagScope(input.tag)])]
  const price = input.price === '' ? undefined : priceRange(input.price as PriceBand)
  return joined(
    [
      sql`true`,
      ...patternsOf(tokens).map((pattern) => sql`t.text like ${pattern}`),
      ...(tokens.length > 0 && way === 'pick' ? [sql`t.terms @> ${termsOf(tokens)}::text[]`] : []),
      ...(lists.length > 0 ? [sql`t.lists @> ${lists}::text[]`] : []),
      ...(price ? [sql`t.price_fen between ${price.from}::bigint and ${price.to}::bigint`] : []),
      ...(input.days === '' ? [] : [sql`t.days <= ${Number(input.days)}::smallint`]),
    ],
    ' and ',
  )
}

async function totalOf(db: Db, input: Input): Promise<number> {
  const { page: _, sort: __, ...key } = input
  const known = kept.get(JSON.stringify(key))
  if (known !== undefined) return known
  const { total } = await coldTotal(db, input)
  kept.set(JSON.stringify(key), total)
  return total
}

function coldTotal(db: Db, input: Input) {
  return db.one<{ total: number }>(sql`select count(*) as total from trial t where ${conditionsOf(input, 'pick')}`)
}

async function trialSearch(db: Db, input: Input, columns = cardColumns) {
  const tokens = queryTokens(input.kw)
  const picked = conditionsOf(input, 'pick')
  const isCapped = tokens.length > 0
  const total = isCapped
    ? (
        await db.one<{ total: number }>(
          sql`select count(*) as total from (select from trial t where ${picked} limit 301) c`,
        )
      ).total
    : await totalOf(db, input)
  const offset = (input.page - 1) * input.size
  if (offset >= total) return { total, cards: [] }
  const order = orders[input.sort]
  const walk = conditionsOf(input, 'walk')
  const columnsOfHit = sql`t.project_id, t.score, t.price_fen, t.days`
  const page = sql`order by ${order} limit ${input.size} offset ${offset}`
  // The projects with most orders come first, as today; the planner chooses how to read lists.
  const found =
    isCapped && total > 300
      ? sql`select ${columnsOfHit} from (
          select ${columnsOfHit} from (select * from trial t order by t.score desc, t.project_id desc limit 5000) t where ${walk}
          limit ${input.sort === 'hot' ? offset + input.size : 301}) t ${page}`
      : sql`select ${columnsOfHit} from trial t where ${picked} ${page}`
  const cards = await db.rows(
    sql`select ${columns} from (${found}) t join projects p on p.id = t.project_id order by ${order}`,
  )
  return { total, cards }
}

function trialTree(db: Db) {
  return db.rows(sql`
    select c.id, c.name, c.img, c.figure, c.sketch, c.description, c.position, c.featured, coalesce(n.count, 0) as count
    from categories c left join (
      select node, sum(n.n) as count from (select type_id, category_id, child_id, count(*) as n from projects where published group by 1, 2, 3) n,
        unnest(array[type_id, category_id, child_id]) as u (node) group by node) n on n.node = c.id
    where c.published order by c.position, c.id`)
}

async function compareReads(db: Database): Promise<void> {
  const asked = await inputs(db)
  for (const [name, list] of Object.entries(asked)) {
    const today = (input: Input) =>
      name === 'suggest' ? suggestProjects({ db }, input.kw) : searchProjects({ db }, input)
    const trial = (input: Input) =>
      name === 'suggest'
        ? trialSearch(db, { ...input, size: 20 }, sql`p.id, p.name, p.aliases`)
        : trialSearch(db, input)
    await inTurn(name, list, today, trial)
  }
  const lists = Object.entries(asked).flatMap(([name, list]) => (/list|far/.test(name) ? list : []))
  await inTurn(
    'first count',
    lists,
    (input) => searchProjects({ db }, input),
    (input) => coldTotal(db, input),
  )
  await inTurn(
    'tree',
    Array.from({ length: 100 }),
    () => categoryTree({ db }),
    () => trialTree(db),
  )
}

/** Nanoseconds of processor time, because wall-clock time changes on a shared machine. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  const of = backend === undefined ? 0 : Number(readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ')[0])
  return (user + system) * 1000 + of
}

/** Asks each query three times on each side and keeps the smallest processor time, so that garbage collection does not count. */
async function inTurn<T>(
  name: string,
  list: T[],
  today: (input: T) => Promise<unknown>,
  trial: (input: T) => Promise<unknown>,
): Promise<void> {
  const best: [number[], number[]] = [[], []]
  for (let round = 0; round < 4; round++)
    for (const [n, input] of list.entries())
      for (const [side, ask] of [today, trial].entries()) {
        const before = spent()
        await ask(input)
        const time = (spent() - before) / 1e6
        if (round > 0) (best[side] as number[])[n] = Math.min(best[side]?.[n] ?? Infinity, time)
      }
  const [p50, p99] = [0.5, 0.99].map((part) => best.map((each) => percentile(each, part))) as [number[], number[]]
  const pair = ([a = 0, b = 0]: number[]) => `${a.toFixed(2)} → ${b.toFixed(2)} ms (× ${(b / a).toFixed(2)})`
  const slowest = Math.max(...(best[1] as number[]))
  const asked = list[(best[1] as number[]).indexOf(slowest)] as Partial<Input> | undefined
  const filters = Object.entries(asked ?? {}).filter(([key, value]) => value !== '' && key !== 'size')
  console.log(
    `${name.padEnd(16)} p50 ${pair(p50).padEnd(30)} p99 ${pair(p99).padEnd(32)} slowest ${slowest.toFixed(1)} ${filters.map((each) => each.join('=')).join(' ')}`,
  )
}

async function inputs(db: Database): Promise<Record<string, Input[]>> {
  const typed = await typedWords(db)
  const ask = (input: object) => deviceSearch.input.parse({ size: 12, ...input })
  const sorts = ['hot', 'price', 'days'] as const
  const nodes = [1, 2, 3, 11, 12, 14, 31]
  const bands = ['', '100', '300', '1000', 'more', 'quote']
  const within = ['', '3', '5', '10']
  const tags = ['', '高分辨', '', '无损']
  const of = <T>(list: readonly T[], n: number) => list[n % list.length] as T
  const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const isHan = (word: string) => /^\p{Script=Han}+$/u.test(word)
  const isLatin = (word: string) => /^[a-z]+$/.test(word)
  return {
    suggest: typed.map((kw) => ask({ kw })),
    'search pinyin': [
      'ys',
      'yanshe',
      'sm',
      'saomiao',
      'fenmo',
      'fm',
      'shimoxi',
      'smx',
      's',
      'f',
      'c',
      'jinshu',
      ...typed.filter(isLatin),
    ].map((kw) => ask({ kw })),
    'search Chinese': typed.filter(isHan).map((kw) => ask({ kw })),
    'search method': ['xrd', 'XRD', 'sem', 'tem', 'xps', 'raman', 'ftir', 'tg', 'dsc', 'TG-DSC', 'icp'].map((kw) =>
      ask({ kw }),
    ),
    'search mixed': typed.filter((kw) => !isHan(kw) && !isLatin(kw)).map((kw) => ask({ kw })),
    'search sorted': typed.map((kw, n) => ask({ kw, typeId: 1 + (n % 3), sort: of(sorts, n) })),
    'list node': times(210, (n) => ask({ typeId: of(nodes, n), sort: of(sorts, n) })),
    'list all': times(90, (n) => ask({ sort: of(sorts, n), page: 1 + (n % 20) })),
    'list price': times(90, (n) => ask({ price: of(bands, 1 + (n % 5)), sort: of(sorts, n) })),
    'list days': times(90, (n) => ask({ days: of(within, 1 + (n % 3)), sort: of(sorts, n) })),
    'list tag': times(90, (n) => ask({ tag: of(['高分辨', '无损'], n), sort: of(sorts, n) })),
    'list any filters': times(300, (n) =>
      ask({
        typeId: of([undefined, ...nodes], n),
        price: of(bands, n * 7),
        days: of(within, n * 5),
        tag: of(tags, n * 3),
        sort: of(sorts, n),
      }),
    ),
    'far pages': times(90, (n) =>
      ask({ typeId: of([undefined, 1, 2, 31], n), price: of(bands, n), sort: of(sorts, n), page: 50 }),
    ),
  }
}

/** Removes a project from the index and adds it again, as publishing does; form and price are written on both sides. */
async function comparePublishing(db: Database, ctx: Awaited<ReturnType<typeof openServices>>['ctx']): Promise<void> {
  const ids = (
    await db.rows<{ id: number }>(sql`select id from projects where published order by md5(id::text) limit 60`)
  ).map(({ id }) => id)
  await inTurn(
    'publish',
    ids,
    (id) => reviseProject(ctx, id, {}),
    async (id) => {
      const [row] = await projectsInUse(db, [id])
      if (!row) return
      const entry = indexEntry(row)
      const lists = entry.scopes.filter((scope) => /^[ng]/.test(scope) && !scope.includes('+'))
      const terms = entry.grams.filter((gram) => [...gram].length <= GRAM)
      await db.tx(async (tx) => {
        await tx.row(sql`select id from projects where id = ${id} for update`)
        await tx.run(sql`update projects set version = version + 1 where id = ${id}`)
        await tx.run(sql`
          insert into trial (project_id, score, price_fen, days, lists, terms, text)
          values (${id}, ${entry.score + Math.round(Math.random() * 5)}, ${entry.priceFen}, ${entry.days}, ${lists}::text[], ${terms}::text[], ${entry.text})
          on conflict (project_id) do update set score = excluded.score, price_fen = excluded.price_fen, days = excluded.days,
            lists = excluded.lists, terms = excluded.terms, text = excluded.text`)
      })
    },
  )
}

async function compareBytes(db: Database): Promise<void> {
  const tables = ['search_documents', 'search_postings', 'search_grams', 'listings', 'listing_scopes', 'listing_counts']
  const { today, trial } = await db.one<{ today: number; trial: number }>(sql`
    select sum(pg_total_relation_size(t::regclass))::bigint as today, pg_total_relation_size('trial') as trial from unnest(${tables}::text[]) t`)
  console.log(`size             ${(today / 1e6).toFixed(1)} → ${(trial / 1e6).toFixed(1)} MB`)
}
