import { isIP } from 'node:net'
import { z } from 'zod'
import { withFiles } from './config-files.ts'

const flag = z.enum(['0', '1', 'true', 'false', 'on', 'off']).transform((text) => ['1', 'true', 'on'].includes(text))

/**
 * `life`: the demo with fourteen months of orders. `on`: the demo as on its first day, without orders. `catalogue`: only the projects and texts
 * of the demo, as a starting point, without its accounts.
 */
const demoMode = z
  .enum(['0', '1', 'true', 'false', 'on', 'off', 'catalogue', 'life'])
  .transform((text) =>
    text === 'catalogue' || text === 'life' ? text : ['1', 'true', 'on'].includes(text) ? 'on' : 'off',
  )

const MOST_HOPS = 10
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Which proxies may set `X-Forwarded-For`: a number of hops, or networks. Trusting every sender is not possible, because visitors could then
 * choose the address that rate limits count.
 */
const trustedProxies = z.string().transform((text, issues): false | number | string[] => {
  if (['0', 'off', 'false'].includes(text)) return false
  const hops = /^\d+$/.test(text) ? Number(text) : 0
  if (hops >= 1 && hops <= MOST_HOPS) return hops
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  const message = `must be the number of proxies (1 to ${MOST_HOPS}) or their addresses, like 127.0.0.1 or 10.0.0.0/8,loopback; on and true would believe every visitor and are no longer taken`
  issues.addIssue({ code: 'custom', message })
  return z.NEVER
})

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

const templateCodes = z.string().transform((text, issues) => {
  const parsed = z.record(z.string(), z.string().regex(/^SMS_\w+$/)).safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  issues.addIssue({ code: 'custom', message: 'must be a JSON object of template codes, like {"code":"SMS_1"}' })
  return z.NEVER
})

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const keyValues = z
  .string()
  .regex(
    /^[\w.-]+=[^,=]+(,[\w.-]+=[^,=]+)*$/,
    'must be pairs like deployment.environment.name=production,service.namespace=lab',
  )
  .transform((text) =>
    Object.fromEntries(text.split(',').map((pair) => pair.split('=').map(decodeURIComponent) as [string, string])),
  )
const listed = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))

const hostAndPort = z
  .string()
  .regex(/^([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}$/, 'must be host:port, like 127.0.0.1:3310')
  .transform((text) => {
    const at = text.lastIndexOf(':')
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
  })

/** Settings of which either all or none are set; `also` names settings that mean nothing without them. */
const TOGETHER = [
  { names: ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
  { names: ['ALIYUN_ACCESS_KEY_ID', 'ALIYUN_ACCESS_KEY_SECRET', 'ALIYUN_SMS_SIGN', 'ALIYUN_SMS_TEMPLATES'] },
  { names: ['WECHAT_APPID', 'WECHAT_SECRET', 'WECHAT_PUSH_TOKEN'] },
  { names: ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY'] },
  {
    names: ['WECHATPAY_MCHID', 'WECHATPAY_APPID', 'WECHATPAY_SERIAL', 'WECHATPAY_PRIVATE_KEY', 'WECHATPAY_API_V3_KEY'],
    also: ['WECHATPAY_PUBLIC_KEY_ID', 'WECHATPAY_PUBLIC_KEY', 'WECHATPAY_PLATFORM_CERTIFICATE'],
  },
  { names: ['NUONUO_APP_KEY', 'NUONUO_APP_SECRET'] },
  { names: ['SF_PARTNER_ID', 'SF_CHECK_WORD'] },
  { names: ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] },
] as const

const environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    /** Scripts and styles of this and former releases, `DATA_DIR/assets` by default; one folder for all processes of a host. */
    ASSETS_DIR: z.string().min(1).optional(),
    /** Embedded database: wait for the disk at every commit. By default on, except for demo data. */
    DURABLE: flag.optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** `host:port` of the servers of which one is the primary, separated by commas, instead of the host in DATABASE_URL. */
    DATABASE_HOSTS: listed.pipe(
      z
        .array(z.string().regex(/^([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}$/, 'must be host:port, separated by commas'))
        .max(9),
    ),
    /** Addresses of standbys that answer public reads, separated by commas. */
    DATABASE_REPLICA_URL: listed.pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })).max(9)),
    /** How connections are pooled between this process and PostgreSQL, for instance by PgBouncer. */
    DATABASE_POOLER: z.enum(['none', 'session', 'transaction', 'transaction-prepared']).default('none'),
    // Building an index without stopping writers needs a second connection (docs/operations/upgrading.md).
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
    /**
     * Keys for secrets in the database, 32 bytes as base64 each, separated by commas: the first encrypts, all of them decrypt. `none` as
     * the first writes clear text.
     */
    SECRETS_KEY: listed.pipe(
      z
        .array(
          z.string().refine(isSecretKey, 'must be 32 bytes as base64 (openssl rand -base64 32), separated by commas'),
        )
        .max(9)
        .refine((texts) => !texts.slice(1).includes('none'), 'may begin with none, not have it later'),
    ),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The console at a host of its own, apart from the site. */
    CONSOLE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** HSTS also for every host below the one of PUBLIC_URL: only when all of them speak https. */
    HSTS_SUBDOMAINS: flag.default(false),
    SERVICES: z
      .string()
      .default('web,worker')
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(['web', 'worker'])).min(1)),
    DEMO: demoMode.optional(),
    /** Number of answers and pages cached in memory; 0 disables the cache. */
    CACHE_ENTRIES: z.coerce.number().int().min(0).max(1_000_000).default(5000),
    /** Size of that cache. */
    CACHE_MEGABYTES: z.coerce.number().int().min(1).max(100_000).default(96),
    /** Timeout of one attempt to read a curve; shorter than the lease of a job. */
    SERIES_SECONDS: z.coerce.number().min(0.01).max(40).default(30),
    /** Time between the stop signal and closing the listener, in which a load balancer can notice. */
    DRAIN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
    /** A separate port for health checks and metrics, in addition to the web server's; a process with only the worker has no other port. */
    HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    /** Webhooks and pushes may go to `http` addresses of this computer; for development and tests. */
    WEBHOOK_LOOPBACK: flag.default(false),
    /** Customers may turn on pushes for a browser, which its vendor's push service delivers. */
    WEB_PUSH: flag.default(true),
    /** Hosts of push services besides those of the known browsers, separated by commas; `*.` stands for any name below. */
    PUSH_HOSTS: listed.pipe(
      z.array(z.string().regex(/^(\*\.)?[\w-]+(\.[\w-]+)+$/, 'must be host names, separated by commas')).max(20),
    ),
    /** Number of jobs that a worker runs in parallel. */
    JOBS_AT_ONCE: z.coerce.number().int().min(1).max(100).default(8),
    /** From how many milliseconds a statement of the database is noted as slow. */
    SLOW_STATEMENT_MS: z.coerce.number().min(0).max(60_000).default(200),
    /** The collector of traces, by OTLP/HTTP; without it nothing is traced. The names are those of the OpenTelemetry specification. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_SERVICE_NAME: z.string().default('mingxi'),
    OTEL_RESOURCE_ATTRIBUTES: keyValues.default({}),
    OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
    /** The share of traces that is kept, with a sampler of the kind `traceidratio`. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    /** The page of a trace, with `{trace}` in place of its id; error reports link to it. */
    TRACE_URL: z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.includes('{trace}'), 'must have {trace} in place of the id of a trace')
      .optional(),
    /** A folder for a backup of everything each night; without it none is made. */
    BACKUP_DIR: z.string().optional(),
    /** Number of backups in BACKUP_DIR; the oldest is removed after a new one is complete. */
    BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
    /** Days for which the bytes of a removed file are kept, for a database that is restored to an earlier moment. */
    REMOVED_FILES_DAYS: z.coerce.number().int().min(0).max(365).default(7),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    TRUST_PROXY: trustedProxies.default(false),
    /** Calls of one address in a minute that this process answers; 0 bounds none. */
    ADDRESS_CALLS_PER_MINUTE: z.coerce.number().int().min(0).max(10_000_000).default(6000),
    S3_ENDPOINT: z.url().optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('auto'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Browsers send and fetch large files at the store itself, by signed addresses. */
    S3_DIRECT: flag.default(false),
    /** Where browsers reach the store, when it is another address than S3_ENDPOINT. */
    S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** ClamAV's daemon, `host:port`; without it files are not scanned. */
    CLAMD_ADDRESS: hostAndPort.optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().default('明析科测 <no-reply@localhost>'),
    /** E-mail addresses that get alarms in addition to the administrators, separated by commas. */
    ALARM_MAIL: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((address) => address.trim() || []))
      .pipe(z.array(z.email('must be e-mail addresses, separated by commas')).max(20)),
    /** SMS by Aliyun; without these settings messages go to the local outbox. */
    ALIYUN_ACCESS_KEY_ID: z.string().optional(),
    ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
    ALIYUN_SMS_SIGN: z.string().optional(),
    /** Template codes by purpose, as JSON: `{"code":"SMS_1","phone":"SMS_2","notice":"SMS_3"}`; see docs/OPERATIONS.md. */
    ALIYUN_SMS_TEMPLATES: templateCodes.optional(),
    ALIYUN_SMS_ENDPOINT: z.url().default('https://dysmsapi.aliyuncs.com'),
    /** A verified WeChat service account; without it sign-in by QR code is off. */
    WECHAT_APPID: z.string().optional(),
    WECHAT_SECRET: z.string().optional(),
    /** The token that signs the messages from WeChat to /api/notify/wechat. */
    WECHAT_PUSH_TOKEN: z.string().optional(),
    /** The key of safe mode for those messages, as configured at WeChat: 43 characters. */
    WECHAT_AES_KEY: z
      .string()
      .regex(/^[A-Za-z0-9]{43}$/)
      .optional(),
    WECHAT_API_URL: z.url().default('https://api.weixin.qq.com'),
    /** Issues invoices through Nuonuo; without these settings finance issues them by hand. */
    NUONUO_APP_KEY: z.string().optional(),
    NUONUO_APP_SECRET: z.string().optional(),
    NUONUO_API_URL: z.url({ protocol: /^https$/ }).default('https://sdk.nuonuo.com/open/v1/services'),
    NUONUO_TOKEN_URL: z.url({ protocol: /^https$/ }).default('https://open.nuonuo.com/accessToken'),
    /** Routes of parcels of SF Express (丰桥); without these settings waybills are only typed. */
    SF_PARTNER_ID: z.string().optional(),
    SF_CHECK_WORD: z.string().optional(),
    SF_API_URL: z.url({ protocol: /^https$/ }).default('https://bspgw.sf-express.com/std/service'),
    /** WeChat Pay; without these settings the channel is not offered. Keys are PEM text or the path of a file. */
    WECHATPAY_MCHID: z
      .string()
      .regex(/^\d{8,12}$/)
      .optional(),
    WECHATPAY_APPID: z.string().optional(),
    /** Serial number of the merchant's API certificate. */
    WECHATPAY_SERIAL: z
      .string()
      .regex(/^[0-9A-Fa-f]{16,40}$/)
      .optional(),
    WECHATPAY_PRIVATE_KEY: z.string().optional(),
    WECHATPAY_API_V3_KEY: z
      .string()
      .refine((key) => Buffer.byteLength(key) === 32, 'must have 32 bytes')
      .optional(),
    WECHATPAY_PUBLIC_KEY_ID: z
      .string()
      .regex(/^PUB_KEY_ID_\w+$/)
      .optional(),
    WECHATPAY_PUBLIC_KEY: z.string().optional(),
    /** One or more platform certificates, for merchants that WeChat has not given a public key, or while it changes over. */
    WECHATPAY_PLATFORM_CERTIFICATE: z.string().optional(),
    WECHATPAY_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.mch.weixin.qq.com'),
    /** Alipay; without these settings the channel is not offered. */
    ALIPAY_APP_ID: z
      .string()
      .regex(/^\d{16}$/)
      .optional(),
    /** The merchant's account number (PID). */
    ALIPAY_SELLER_ID: z
      .string()
      .regex(/^2088\d{12}$/)
      .optional(),
    ALIPAY_PRIVATE_KEY: z.string().optional(),
    /** Alipay's key, not the application's. */
    ALIPAY_PUBLIC_KEY: z.string().optional(),
    ALIPAY_GATEWAY: z.url({ protocol: /^https?$/ }).default('https://openapi.alipay.com/gateway.do'),
    MINGXI_DEV: flag.default(false),
  })
  .superRefine((env, issues) => {
    const fault = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    if (!env.DATABASE_URL)
      for (const name of ['DATABASE_HOSTS', 'DATABASE_REPLICA_URL'] as const)
        if (env[name].length > 0) fault(name, 'needs DATABASE_URL')
    for (const message of consoleFaults(env)) fault('CONSOLE_URL', message)
    for (const { names, ...more } of TOGETHER) {
      const also = 'also' in more ? more.also : []
      const missing = names.filter((name) => env[name] === undefined)
      if (missing[0] === undefined || [...names, ...also].every((name) => env[name] === undefined)) continue
      fault(missing[0], `${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together`)
    }
    for (const name of ['S3_DIRECT', 'S3_PUBLIC_ENDPOINT'] as const)
      if (env[name] && !env.S3_BUCKET) fault(name, 'needs S3_BUCKET and the keys of the store')
    if (env.WECHATPAY_MCHID && !env.WECHATPAY_PUBLIC_KEY && !env.WECHATPAY_PLATFORM_CERTIFICATE)
      fault(
        'WECHATPAY_PUBLIC_KEY',
        'WeChat Pay needs its public key with the id of it, or WECHATPAY_PLATFORM_CERTIFICATE',
      )
    if ((env.WECHATPAY_MCHID || env.ALIPAY_APP_ID) && !env.PUBLIC_URL)
      fault('PUBLIC_URL', 'must be set with a payment channel, which reports payments to it')
  })

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Environment = z.output<typeof environment>

export interface Config extends Environment {
  /** Whether demo accounts with a published password exist; by default on with the embedded database and off with DATABASE_URL. */
  demo: boolean
  /** Whether an empty database is filled with fourteen months of orders. */
  demoLife: boolean
  /** Whether an empty database is filled with the demo's projects, texts and contact details. */
  demoCatalogue: boolean
  /** Whether the embedded database waits for the disk at every commit. */
  durable: boolean
  /** The address for printed codes and links in messages, without a slash at its end: PUBLIC_URL, or this machine when that is not set. */
  siteUrl: string
  /** The address below which the console is, without a slash at its end: CONSOLE_URL, or the site's. */
  consoleUrl: string
}

export class ConfigError extends Error {}

/** The settings may be right: the database may come later, and another start can succeed. */
export class DatabaseAbsent extends ConfigError {}

export function configError(faults: string[]): ConfigError {
  return new ConfigError(`配置有误：\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

/** Reads the environment, and files that it names; throws one ConfigError that lists all faults. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const files = withFiles(env, Object.keys(environment.shape))
  const given = Object.fromEntries(Object.entries(files.env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given, { error: settingMessage })
  const faults = parsed.error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? []
  if (!parsed.success || files.faults.length > 0) throw configError([...files.faults, ...faults])
  const demo = parsed.data.DEMO ?? (parsed.data.DATABASE_URL === undefined ? 'life' : 'off')
  return {
    ...parsed.data,
    demo: demo === 'on' || demo === 'life',
    demoLife: demo === 'life',
    demoCatalogue: demo !== 'off',
    durable: parsed.data.DURABLE ?? (demo === 'off' || demo === 'catalogue'),
    siteUrl: siteUrl(parsed.data),
    consoleUrl: parsed.data.CONSOLE_URL ? new URL(parsed.data.CONSOLE_URL).origin : siteUrl(parsed.data),
  }
}

/** What a setting must be, where its schema does not say it. Without it the words of a form would be used. */
function settingMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `只能是 ${issue.values.join('、')}`
  if (issue.code === 'invalid_type') return issue.expected === 'string' ? undefined : '应为数字'
  if (issue.code === 'too_small') return `至少为 ${issue.minimum}`
  if (issue.code === 'too_big') return `最多为 ${issue.maximum}`
  if (issue.code !== 'invalid_format' || issue.format !== 'url') return undefined
  return '应为以协议开头的网址，写法见 docs/OPERATIONS.md 与 .env.example'
}

function siteUrl({ PUBLIC_URL, HOST, PORT }: Environment): string {
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/+$/, '')
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

function consoleFaults({ CONSOLE_URL, PUBLIC_URL }: Pick<Environment, 'CONSOLE_URL' | 'PUBLIC_URL'>): string[] {
  if (CONSOLE_URL === undefined) return []
  if (PUBLIC_URL === undefined) return ['needs PUBLIC_URL, the address of the site']
  const [own, site] = [new URL(CONSOLE_URL), new URL(PUBLIC_URL)]
  return [
    ...(own.hostname === site.hostname ? ['must have another host than PUBLIC_URL'] : []),
    ...(own.protocol === site.protocol ? [] : ['must begin with the same protocol as PUBLIC_URL']),
    ...(own.pathname === '/' ? [] : ['must have no path, like https://console.lab.example']),
  ]
}

function isSecretKey(text: string): boolean {
  return text === 'none' || (/^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
