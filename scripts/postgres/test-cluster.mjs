// Vitest's global setup of the PostgreSQL run: one cluster for all test files, each of which creates its own database.
import { startCluster } from './postgres-cluster.mjs'

export async function setup() {
  if (process.env.TEST_DATABASE_URL) return undefined
  const cluster = await startCluster({ durable: false })
  process.env.TEST_DATABASE_URL = cluster.url
  return cluster.stop
}
