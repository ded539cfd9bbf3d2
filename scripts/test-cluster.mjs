// Vitest's global setup of the PostgreSQL run: one cluster for all files, which make databases of their own in it.
import { startCluster } from './postgres-cluster.mjs'

export async function setup() {
  if (process.env.TEST_DATABASE_URL) return undefined
  const cluster = await startCluster({ durable: false })
  process.env.TEST_DATABASE_URL = cluster.url
  return cluster.stop
}
