import { sql } from '../db/sql.ts'
import type { Ctx, Services } from './ctx.ts'

const POLL_MS = 1000

/**
 * Makes a purge in one process reach the others within about a second: purging increases the versions of the tags in the database,
 * and every process polls for increased versions.
 */
export async function startCacheSync(services: Services): Promise<{ stop: () => void }> {
  const seen = new Map((await versions(services)).map((row) => [row.tag, row.version]))
  services.cache.announce = (tags) => {
    raise(services, tags).catch((error) => services.log.error({ err: error }, 'a cache purge could not be announced'))
  }
  const timer = setInterval(async () => {
    try {
      const raised = (await versions(services)).filter((row) => seen.get(row.tag) !== row.version)
      for (const row of raised) seen.set(row.tag, row.version)
      if (raised.length > 0) services.cache.purgeHere(raised.map((row) => row.tag))
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

function versions(services: Services): Promise<{ tag: string; version: number }[]> {
  return services.db.rows(sql`select tag, version from cache_tags`)
}

/** In alphabetical order, so that two transactions never wait for each other. */
async function raise({ db }: Pick<Ctx, 'db'>, tags: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into cache_tags (tag, version) select tag, 1 from unnest(${tags.toSorted()}::text[]) as tag
    on conflict (tag) do update set version = cache_tags.version + 1`)
}
