import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export class FolderInUse extends Error {}

/**
 * Allows one process per DATA_DIR, because two processes on one embedded database lose acknowledged writes without any error.
 * The lock file contains the owner's pid and start time, so that the lock of a killed process does not block the next one.
 */
export function lockFolder(folder: string): () => void {
  // It will hold data of customers, which nobody else on the machine may read.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'mingxi.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, `${process.pid} ${startOf(process.pid) ?? ''}`)
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, start] = readOwner(path)
      if (pid !== undefined && isAlive(pid, start))
        throw new FolderInUse(`数据目录 ${folder} 正被进程 ${pid} 使用，一个目录只能运行一个服务`)
      rmSync(path, { force: true })
    }
  }
  throw new FolderInUse(`数据目录 ${folder} 无法加锁`)
}

function readOwner(path: string): [number | undefined, string | undefined] {
  try {
    const [pid, start] = readFileSync(path, 'utf8').split(' ')
    return [Number(pid) || undefined, start || undefined]
  } catch {
    return [undefined, undefined]
  }
}

function isAlive(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // The pid may belong to another process by now, so the start times must be equal where the system provides them.
  const current = startOf(pid)
  return start === undefined || current === undefined || current === start
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie keeps its pid until its parent reaps it, but holds no files any more.
    return fields[0] === 'Z' ? 'zombie' : fields[19]
  } catch {
    return undefined
  }
}
