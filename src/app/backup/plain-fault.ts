import { ConfigError } from '../../config.ts'
import { BackupFault } from '../../platform/backup/format.ts'
import { FolderInUse } from '../../platform/db/embedded/folder-lock.ts'

/** One Chinese sentence for a fault that an operator can correct; undefined for all others. */
export function plainText(error: unknown): string | undefined {
  if (error instanceof BackupFault || error instanceof ConfigError || error instanceof FolderInUse) return error.message
  const { code, message = '', path } = error as NodeJS.ErrnoException
  // 53100 is PostgreSQL's; the embedded database may only say it in words.
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/i.test(message))
    return '磁盘空间已满，没有留下半个结果；请腾出空间后重新运行'
  if (/^S3 answered (401|403)/.test(message))
    return `对象存储拒绝了访问（${message}）：请检查 S3_ACCESS_KEY_ID 与 S3_SECRET_ACCESS_KEY`
  if (message.startsWith('S3 answered')) return `对象存储出错（${message}），请检查 S3_BUCKET、S3_ENDPOINT 与 S3_REGION`
  if (code === 'ENOENT') return `找不到 ${path ?? '文件'}`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `没有权限写入或读取 ${path ?? ''}`
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P01')
    return `与数据库或对象存储的连接中断：${message}`
  return undefined
}
