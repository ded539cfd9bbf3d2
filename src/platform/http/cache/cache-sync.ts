import type { Db } from '../../db/db.ts'
import { sql } from '../../db/sql.ts'
import type { Ctx, Services } from '../ctx.ts'

const POLL_MS = 1000

/**
 * Makes a purge in one process reach the others within about a second: purging raises the versions of the tags in the database,
 * and every process looks for raised versions. `db` is a connection of its own, so that a busy pool does not delay the look.
 */
export async function startCacheSync(services: Services, db: Db = services.db): Promise<{ stop: () => void }> {
  const seen = new Map<string, number>()
  /** The state of the cache after its last purge, and where the log stood then. */
  let known: { generation: number; at: number } | undefined
  let since = '0'
  let first = true
  const look = async () => {
    const { generation } = services.cache
    const { until, at, raised } = await raisedSince(db, since)
    since = until
    const tags = raised.filter(({ tag, version }) => seen.get(tag) !== version).map(({ tag }) => tag)
    for (const { tag, version } of raised) seen.set(tag, version)
    // What this process purged meanwhile may have been committed after this look, so only the next one knows where the log stood then.
    const overtaken = services.cache.generation !== generation
    if (tags.length > 0 && !first) services.cache.purgeHere(tags)
    if (!overtaken && known?.generation !== services.cache.generation)
      known = { generation: services.cache.generation, at }
    first = false
  }
  await look()
  // What a standby answers may be cached when it has replayed all that was purged.
  if (services.replicas)
    services.replicas.mustReach = () => (known?.generation === services.cache.generation ? known.at : undefined)
  services.cache.announce = (tags) => {
    raise(services, tags).catch((error) => services.log.error({ err: error }, 'a cache purge could not be announced'))
  }
  const timer = setInterval(async () => {
    try {
      await look()
    } catch (error) {
      services.log.warn({ err: error }, 'cache versions could not be read')
    }
  }, POLL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/**
 * Purges with the commit of the caller's transaction. The versions change in the same commit as the rows, so other processes
 * drop their old answers even when this process dies after the commit.
 */
export async function purgeWithCommit(ctx: Pick<Ctx, 'db' | 'cache'>, tags: readonly string[]): Promise<void> {
  await raise(ctx, tags)
  ctx.db.afterCommit(() => ctx.cache.purgeHere(tags))
}

interface Look {
  /** Every transaction before this one had ended, so the next look needs only rows from there on. */
  until: string
  /** Where the log stood: a standby that has replayed this far has what this look saw. */
  at: number
  raised: { tag: string; version: number }[]
}

/** Reads only rows that changed since, however many tags there are. */
export async function raisedSince(db: Db, since: string): Promise<Look> {
  const rows = await db.rows<{ until: string; at: number; tag: string | null; version: number }>(sql`
    select look.until, look.at, tag, version
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as until, (pg_current_wal_insert_lsn() - '0/0')::bigint as at) as look
    left join cache_tags on changed_in >= ${since}::text::xid8`)
  const { until = since, at = 0 } = rows[0] ?? {}
  return { until, at, raised: rows.flatMap(({ tag, version }) => (tag === null ? [] : { tag, version })) }
}

/** In alphabetical order, so that two transactions never wait for each other. */
async function raise({ db }: Pick<Ctx, 'db'>, tags: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into cache_tags (tag, version) select tag, 1 from unnest(${tags.toSorted()}::text[]) as tag
    on conflict (tag) do update set version = cache_tags.version + 1`)
}
