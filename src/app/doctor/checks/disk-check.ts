import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { error, type Finding, type HostCheck, ok, warning } from '../finding.ts'

const MB = 1024 * 1024
const ERROR_MB = 200
const WARNING_MB = 1024
const WARNING_SHARE = 0.05

interface Room {
  freeBytes: number
  totalBytes: number
  freeFiles: number
  totalFiles: number
}

/** Room for bytes and for files where data and temporary files lie. */
export const diskCheck: HostCheck = {
  key: 'disk',
  cheap: true,
  find: async ({ config }) => {
    const found: Finding[] = []
    for (const [name, folder] of foldersOf(config.DATA_DIR)) found.push(...roomFindings(name, await roomIn(folder)))
    return found
  },
}

/** Whether a file can be written and brought to the disk. A disk that is full or read-only shows only so. */
export const diskWriteCheck: HostCheck = {
  key: 'disk.write',
  cheap: false,
  find: async ({ config }) => {
    const found: Finding[] = []
    for (const [name, folder] of foldersOf(config.DATA_DIR)) found.push(await written(name, folder))
    return found
  },
}

function foldersOf(dataFolder: string): [name: string, folder: string][] {
  return [
    ['数据目录的磁盘', dataFolder],
    ['临时目录的磁盘', tmpdir()],
  ]
}

async function roomIn(folder: string): Promise<Room> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree, totalFiles: files }
}

export function roomFindings(name: string, { freeBytes, totalBytes, freeFiles, totalFiles }: Room): Finding[] {
  const freeMb = Math.floor(freeBytes / MB)
  const seen = `剩余 ${freeMb} MB（共 ${Math.floor(totalBytes / MB)} MB）`
  const todo = '清理或扩大磁盘；磁盘写满时下单、上传与备份都会失败'
  const bytes =
    freeMb < ERROR_MB
      ? error(name, seen, todo)
      : freeMb < WARNING_MB || freeBytes < totalBytes * WARNING_SHARE
        ? warning(name, seen, todo)
        : ok(name, seen)
  // Some file systems make room for files as they need it and report none.
  if (totalFiles === 0 || freeFiles >= totalFiles * WARNING_SHARE) return [bytes]
  return [
    bytes,
    warning(
      name,
      `剩余 ${freeFiles} 个文件位（inode，共 ${totalFiles}）`,
      '删除大量小文件，或重建 inode 更多的文件系统',
    ),
  ]
}

async function written(name: string, folder: string): Promise<Finding> {
  let made: string | undefined
  try {
    made = await mkdtemp(join(folder, 'doctor-'))
    const file = await open(join(made, 'probe'), 'wx')
    try {
      await file.writeFile(Buffer.alloc(256 * 1024, 1))
      await file.sync()
    } finally {
      await file.close()
    }
    return ok(name, '可以写入并落盘')
  } catch (fault) {
    const { code = '' } = fault as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return error(name, '空间已满，无法写入', '清理或扩大磁盘')
    const todo = `运行服务的用户须能写入 ${folder}（systemd 中检查 ReadWritePaths、StateDirectory）`
    return error(name, `无法写入（${code}）`, todo)
  } finally {
    if (made) await rm(made, { recursive: true, force: true })
  }
}
