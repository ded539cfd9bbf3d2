import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newestMissing } from '../../../core/files/compare-actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { error, type Finding, type InstallationCheck, ok } from '../finding.ts'
import { faultOf } from '../reach.ts'

const STORE = '文件存储'
const PROBE = Buffer.from('mingxi doctor')

/** Writes a small file, reads it back and removes it. */
export const storeCheck: InstallationCheck = {
  key: 'store',
  cheap: false,
  find: async ({ ctx, config }) => {
    const place = config.S3_BUCKET ? `S3 存储桶 ${config.S3_BUCKET}` : '数据目录'
    let key: string | undefined
    try {
      ;({ key } = await ctx.files.put(Readable.from([PROBE]), PROBE.length))
      const back = await buffer(await ctx.files.open(key))
      await ctx.files.remove(key)
      const probed = back.equals(PROBE)
        ? ok(STORE, `${place}可以写入、读取和删除`)
        : error(STORE, `${place}读回的内容不同`, '检查存储服务或其前面的代理是否改动内容')
      return [probed, ...(await otherStore(ctx, place))]
    } catch (fault) {
      return [storeFault(place, fault)]
    }
  },
}

const NEWEST = 20

/** A store that works may still be another one than that of the processes that take the uploads. */
async function otherStore(ctx: Ctx, place: string): Promise<Finding[]> {
  const { looked, missing } = await newestMissing(ctx, NEWEST)
  if (missing.length === 0) return []
  const todo =
    '几个进程须共用文件：设置相同的 S3_…（docs/operations/running.md），否则只由一个进程服务；恢复备份时没有恢复文件的，从备份恢复。全部核对：npm run mingxi -- doctor --files'
  return [
    error(
      '最近的文件',
      `最近 ${looked} 个文件中有 ${missing.length} 个不在${place}：${missing.slice(0, 3).join('、')}`,
      todo,
    ),
  ]
}

const KEYS = '核对 S3_ACCESS_KEY_ID 与 S3_SECRET_ACCESS_KEY'
const CODES: Record<string, [seen: string, todo: string]> = {
  SignatureDoesNotMatch: ['密钥不正确（SignatureDoesNotMatch）', `${KEYS}；也检查 S3_REGION`],
  InvalidAccessKeyId: ['访问密钥不存在（InvalidAccessKeyId）', KEYS],
  AccessDenied: [
    '密钥没有权限（AccessDenied）',
    '允许该密钥在此存储桶中 PutObject、GetObject、DeleteObject 和 ListBucket；直传还需要 AbortMultipartUpload、ListMultipartUploadParts 和 ListBucketMultipartUploads',
  ],
  NoSuchBucket: ['存储桶不存在（NoSuchBucket）', '核对 S3_BUCKET、S3_REGION 与 S3_ENDPOINT'],
  RequestTimeTooSkewed: ['本机时间与存储服务相差过大（RequestTimeTooSkewed）', '用 NTP 校准时间'],
}

export function storeFault(place: string, fault: unknown, name = STORE): Finding {
  const message = fault instanceof Error ? fault.message : String(fault)
  const [, status = '', code = ''] = /^S3 answered (\d+) (\S*)/.exec(message) ?? []
  const [seen, todo] = CODES[code] ?? []
  if (seen && todo) return error(name, `${place}：${seen}`, todo)
  if (status) return error(name, `${place}回答 ${status} ${code}`.trim(), `${KEYS}、S3_BUCKET 与 S3_ENDPOINT`)
  const { code: errno, path } = fault as NodeJS.ErrnoException
  if (path && ['EACCES', 'EPERM', 'EROFS'].includes(errno ?? ''))
    return error(
      name,
      `${place}不能写入：${path}`,
      '让运行服务的用户拥有这个文件夹，例如 chown -R mingxi:mingxi；也检查磁盘是否以只读方式挂载',
    )
  return error(name, `${place}无法使用：${faultOf(fault)}`, '检查 S3_ENDPOINT、网络与数据目录的写入权限')
}
