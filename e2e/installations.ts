import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { removeLeftovers } from '../scripts/temporary/memory-folder.mjs'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { pinnedEnvironment, pinnedNode } from '../scripts/provision.mjs'

// Migrating and seeding take four times as long as a start on an existing database. So one installation per database is
// seeded before the journeys, and each server starts on a copy of it.

export interface Installation {
  /** Environment variables of its server. */
  settings: Record<string, string>
  remove: () => Promise<void>
}

const FOLDER = 'JOURNEYS_SEEDED_FOLDER'
const CLUSTER = 'JOURNEYS_CLUSTER_URL'
const SEEDED = 'seeded'
const PREFIX = 'mingxi-journeys-'

/** Seeds the installation that is copied for the servers of this database; answers a function that removes it. Workers find it by environment variables. */
export async function seedInstallation(database: string): Promise<() => Promise<void>> {
  removeLeftovers(PREFIX)
  const folder = newFolder()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  if (database !== 'postgres') {
    await seed({ DATA_DIR: folder }, 0)
    process.env[`${FOLDER}_${database}`] = folder
    return async () => removeFolder()
  }
  const cluster = await startCluster({ durable: false })
  process.env[CLUSTER] = cluster.url
  await onCluster(`create database ${SEEDED}`)
  await seed({ DATA_DIR: folder, DATABASE_URL: urlOf(SEEDED) }, 0)
  process.env[`${FOLDER}_${database}`] = folder
  return async () => {
    await cluster.stop()
    removeFolder()
  }
}

/** A copy of the seeded installation for one server. */
export async function copyInstallation(database: string): Promise<Installation> {
  const seeded = process.env[`${FOLDER}_${database}`]
  if (!seeded) throw new Error(`nothing was seeded for the journeys on ${database}`)
  const installation = await emptyInstallation(database, SEEDED)
  cpSync(seeded, installation.settings.DATA_DIR as string, { recursive: true })
  return installation
}

/** A separate installation that was first started the given number of days ago. */
export async function pastInstallation(database: string, days: number): Promise<Installation> {
  const installation = await emptyInstallation(database, 'template1')
  await seed(installation.settings, days)
  return installation
}

/** An installation before its first start, without the demo. */
export async function bareInstallation(database: string): Promise<Installation> {
  const { settings, remove } = await emptyInstallation(database, 'template1')
  return { settings: { ...settings, DEMO: 'off' }, remove }
}

async function emptyInstallation(database: string, template: string): Promise<Installation> {
  const folder = newFolder()
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  if (database !== 'postgres') return { settings: { DATA_DIR: folder }, remove: async () => removeFolder() }
  const name = `journeys_${process.pid}_${(created += 1)}`
  await onCluster(`create database ${name} template ${template}`)
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: urlOf(name) },
    remove: async () => {
      await onCluster(`drop database ${name} with (force)`)
      removeFolder()
    },
  }
}

let created = 0

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
}

async function seed(settings: Record<string, string>, days: number): Promise<void> {
  const script = resolve(import.meta.dirname, 'seed-installation.ts')
  const env = pinnedEnvironment({ DATABASE_URL: '', DEMO: 'on', ...settings })
  await promisify(execFile)(await pinnedNode(), [script, String(days)], { env })
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[CLUSTER] })
  await client.connect()
  try {
    // A template database must be unused while it is copied, so copies are made one after the other.
    await client.query('select pg_advisory_lock(812)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env[CLUSTER] ?? '')
  url.pathname = `/${database}`
  return url.href
}
