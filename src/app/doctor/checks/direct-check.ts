import { createHash } from 'node:crypto'
import type { Config } from '../../../config.ts'
import type { DirectStore } from '../../../platform/files/direct-access.ts'
import { newKey } from '../../../platform/files/metered.ts'
import { error, type Finding, type InstallationCheck, ok } from '../finding.ts'
import { faultOf } from '../reach.ts'
import { storeFault } from './store-check.ts'

const NAME = '直传'
const LIMIT_MS = 10_000
const PROBE = Buffer.from('mingxi doctor')
const OTHER = Buffer.from('mingxi docter')

/** Does what a browser does with S3_DIRECT: asks whether the page may send, sends a part, and tries to send other bytes than the signed ones. */
export const directCheck: InstallationCheck = {
  key: 'direct',
  cheap: false,
  find: async ({ ctx, config }) => {
    const { direct } = ctx.files
    if (!config.S3_DIRECT || !direct) return []
    const origins = new Set([config.siteUrl, config.consoleUrl].map((url) => new URL(url).origin))
    const found = [...origins].map((origin) => triedFrom(origin, direct, config, ctx.clock.now()))
    return (await Promise.all(found)).flat()
  },
}

async function triedFrom(origin: string, direct: DirectStore, config: Config, now: Date): Promise<Finding[]> {
  const key = newKey()
  let uploadId: string | undefined
  try {
    uploadId = await direct.begin(key)
    return await tried(direct, key, uploadId, origin, now)
  } catch (fault) {
    return [storeFault(`S3 存储桶 ${config.S3_BUCKET}`, fault, NAME)]
  } finally {
    if (uploadId !== undefined) await direct.abort(key, uploadId).catch(() => {})
  }
}

async function tried(
  direct: DirectStore,
  key: string,
  uploadId: string,
  origin: string,
  now: Date,
): Promise<Finding[]> {
  if (origin.startsWith('https:') && direct.origin.startsWith('http:'))
    return [
      error(
        NAME,
        `网站使用 HTTPS，存储 ${direct.origin} 没有`,
        '为存储启用 HTTPS，并设置 S3_PUBLIC_ENDPOINT；否则浏览器会拦截',
      ),
    ]
  const sha256 = createHash('sha256').update(PROBE).digest('hex')
  const { url, headers } = await direct.partAddress(key, uploadId, { part: 1, size: PROBE.length, sha256 }, now)
  const send = (method: string, more: Record<string, string>, body?: Buffer) =>
    fetch(url, {
      method,
      headers: { origin, ...more },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
  let allowed: Response
  try {
    allowed = await send('OPTIONS', {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': Object.keys(headers).join(','),
    })
  } catch (fault) {
    const where = `核对 S3_PUBLIC_ENDPOINT（未设置时为 S3_ENDPOINT）；浏览器用这个地址访问存储`
    return [error(NAME, `${direct.origin} 无法访问：${faultOf(fault)}`, where)]
  }
  const faults = corsFaults(allowed, origin, Object.keys(headers))
  if (faults) return [error(NAME, `存储桶的 CORS 不允许 ${origin} 直传：${faults}`, CORS)]
  if ((await send('PUT', headers, OTHER)).ok)
    return [error(NAME, '存储收下了与签名不同的内容', '此存储不核对分片的 SHA-256，请设置 S3_DIRECT=off')]
  const sent = await send('PUT', headers, PROBE)
  if (!sent.ok)
    return [storeFault(direct.origin, new Error(`S3 answered ${sent.status} ${codeOf(await sent.text())}`), NAME)]
  const [part] = (await direct.parts(key, uploadId)) ?? []
  return part?.sha256 === sha256
    ? [ok(NAME, `${origin} 的页面可以直接向 ${direct.origin} 上传`)]
    : [error(NAME, '存储没有保留分片的 SHA-256', '升级存储服务，或设置 S3_DIRECT=off')]
}

const CORS = '按 docs/operations/files.md 中的 JSON 设置存储桶的 CORS'

/** What the answer to a preflight lacks; undefined when the page may send. */
function corsFaults({ headers }: Response, origin: string, wanted: string[]): string | undefined {
  const listed = (name: string) => (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
  const origins = headers.get('access-control-allow-origin')
  if (origins !== '*' && origins !== origin) return '没有允许这个来源'
  if (!listed('access-control-allow-methods').some((each) => each === 'put' || each === '*')) return '没有允许 PUT'
  const allowed = listed('access-control-allow-headers')
  const missing = wanted.filter((name) => !allowed.includes(name) && !allowed.includes('*'))
  return missing.length > 0 ? `没有允许请求头 ${missing.join('、')}` : undefined
}

function codeOf(xml: string): string {
  return /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? ''
}
