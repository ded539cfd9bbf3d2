import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedHandle } from '../db/embedded/embedded.ts'
import { BackupFault } from './format.ts'

/** What PostgreSQL makes anew, or what must not be in a copy (as pg_basebackup leaves it out). */
const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify'])
const WAL_SEGMENT = /^[0-9A-F]{24}$/
const ATTEMPTS = 3

const busy = new WeakSet<object>()

/**
 * Copies the folder of an embedded database that serves, by PostgreSQL's own procedure for a base backup: between pg_backup_start and
 * pg_backup_stop files are copied while they change, and the WAL that was written meanwhile makes the copy consistent when it is
 * opened. Statements go on in between; only the checkpoint at the start makes one of them wait.
 */
export async function copyWhileServing({ engine, folder }: EmbeddedHandle, to: string): Promise<void> {
  if (folder === undefined) throw new Error('a database in memory has no folder')
  if (busy.has(engine)) throw new BackupFault('另一个备份正在进行，请等它结束')
  busy.add(engine)
  try {
    for (let attempt = 1; ; attempt++) {
      if (await copyOnce({ engine, folder }, to)) return
      // A checkpoint removed WAL that the copy needs.
      if (attempt === ATTEMPTS) throw new BackupFault('备份时数据库日志被回收，请稍后重试')
    }
  } finally {
    busy.delete(engine)
  }
}

async function copyOnce(
  { engine, folder }: Required<EmbeddedHandle> & { folder: string },
  to: string,
): Promise<boolean> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  await engine.query(`select pg_backup_start('mingxi', true)`)
  let label = ''
  try {
    await copyTree(folder, to, (name) => LEFT_OUT.has(name) || name === 'global')
    await copyTree(join(folder, 'global'), join(to, 'global'), (name) => name === 'pg_control')
    // Last, as PostgreSQL's documentation asks for: it must not be older than any other file.
    await copyFile(join(folder, 'global', 'pg_control'), join(to, 'global', 'pg_control'))
  } finally {
    const { rows } = await engine.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    label = rows[0]?.labelfile ?? ''
  }
  for (const name of ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify'])
    await mkdir(join(to, name), { recursive: true })
  await writeFile(join(to, 'backup_label'), label)
  return copyWal(folder, to, label)
}

/** False when a segment that the copy needs is not there any more. */
async function copyWal(folder: string, to: string, label: string): Promise<boolean> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
  const names = (await readdir(join(folder, 'pg_wal'))).filter((name) => WAL_SEGMENT.test(name) && name >= first)
  if (!names.includes(first)) return false
  for (const name of names) if (!(await copied(join(folder, 'pg_wal', name), join(to, 'pg_wal', name)))) return false
  return true
}

async function copyTree(from: string, to: string, leftOut: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target, () => false)
    else await copied(source, target)
  }
}

/** A file that was dropped since it was listed is not needed: WAL says that it is gone. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
