import { randomBytes } from 'node:crypto'

/** The connection of health checks, beside the pool. */
const HEALTH_CONNECTIONS = 1

/** The name of this process in pg_stat_activity, with the connections that it may open at most. */
export function processName(poolSize: number): string {
  return `mingxi-${randomBytes(4).toString('hex')}-${poolSize + HEALTH_CONNECTIONS}`
}
