import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type HostCheck, ok, warning } from '../finding.ts'

/** Longer than anything that makes such a file takes. */
const HOURS = 6

/** Files that a process left when it was killed. They do no harm but take room, and say that something was killed. */
export const leftoverCheck: HostCheck = {
  key: 'leftovers',
  cheap: true,
  find: async ({ config, clock }) => {
    const names = await readdir(config.DATA_DIR).catch(() => [])
    const creating = names.filter((name) => name.endsWith('.creating')).map((name) => join(config.DATA_DIR, name))
    const spool = join(config.DATA_DIR, 'spool')
    const spooled = (await readdir(spool).catch(() => [])).map((name) => join(spool, name))
    const before = clock.now().getTime() - HOURS * 3_600_000
    const old: string[] = []
    for (const path of [...creating, ...spooled]) {
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs < before) old.push(path)
    }
    if (old.length === 0) return [ok('残留文件', '没有')]
    const shown = old.slice(0, 3).join('、')
    const todo = '说明曾有进程在创建或上传途中被强行结束；确认没有进程在使用后删除，并检查内存与磁盘'
    return [warning('残留文件', `${shown}${old.length > 3 ? ` 等 ${old.length} 个` : ''} 已超过 ${HOURS} 小时`, todo)]
  },
}
