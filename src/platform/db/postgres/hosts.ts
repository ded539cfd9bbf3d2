import pg from 'pg'

/** Asked of every host: whether it is a standby, and the timeline, which grows with each promotion. */
const ROLE_QUERY = `select case when pg_is_in_recovery() then null
  else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`
const ASK_LIMIT_MS = 2000
const LOOK_EVERY_MS = 1000

/** A host that answers but must not be written to. */
class NotPrimary extends Error {
  code = '57P03'
}

/** Where new connections go: one host, or several of which one is the primary. */
export interface Hosts {
  clientClass: () => typeof pg.Client
  ready: () => Promise<void>
  /** After a failure: true when another try may find a primary. */
  findAgain: () => Promise<boolean>
  /** Rejects for a connection that reached a standby or a former primary. */
  mustBePrimary: (client: pg.ClientBase) => Promise<void>
  onMove: (work: () => void) => void
  close: () => void
}

export function oneHost(url: string): Hosts {
  return {
    clientClass: () => clientTo(() => url),
    ready: async () => {},
    findAgain: async () => false,
    mustBePrimary: async () => {},
    onMove: () => {},
    close: () => {},
  }
}

/**
 * The primary among several hosts. Each is asked every second; the primary with the highest timeline wins, and a lower one than was
 * ever seen is refused, so that a former primary that comes back is not written to.
 */
export function severalHosts(url: string, names: readonly string[]): Hosts {
  const urls = names.map((name) => withHost(url, name))
  let current = urls[0] as string
  let highest = 0
  let found = false
  let looking: Promise<void> | undefined
  let moved: (() => void)[] = []
  const look = async () => {
    const timelines = await Promise.all(urls.map((each) => timelineOf(each)))
    const best = Math.max(...timelines)
    found = best > 0 && best >= highest
    if (!found) return
    highest = best
    const primary = urls[timelines.indexOf(best)] as string
    if (primary === current) return
    current = primary
    for (const work of moved) work()
  }
  const lookOnce = () => (looking ??= look().finally(() => (looking = undefined)))
  const timer = setInterval(lookOnce, LOOK_EVERY_MS).unref()
  return {
    clientClass: () => clientTo(() => current),
    ready: async () => {
      if (!found) await lookOnce()
      if (!found) throw new NotPrimary('none of the database hosts is a primary')
    },
    findAgain: async () => {
      await lookOnce()
      return found
    },
    mustBePrimary: async (client) => {
      const { rows } = await client.query(ROLE_QUERY)
      const timeline = rows[0]?.timeline ?? 0
      if (timeline < Math.max(highest, 1)) throw new NotPrimary('the database host is not the primary')
      highest = timeline
    },
    onMove: (work) => moved.push(work),
    close: () => {
      clearInterval(timer)
      moved = []
    },
  }
}

function clientTo(url: () => string): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: url() })
    }
  } as typeof pg.Client
}

function withHost(url: string, name: string): string {
  const changed = new URL(url)
  changed.host = name
  return changed.href
}

/** 0: a standby, or no answer. */
async function timelineOf(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_LIMIT_MS,
    query_timeout: ASK_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(ROLE_QUERY)
    return rows[0]?.timeline ?? 0
  } catch {
    return 0
  } finally {
    // Without waiting: a host that is cut off never confirms.
    client.end().catch(() => {})
  }
}
