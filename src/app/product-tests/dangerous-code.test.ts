import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handlers } from '../calls.ts'

// What docs/security/asvs.md says is nowhere in the product, or in named files only, is searched for in the sources.

const ROOT = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const paths = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !/\.test\.tsx?$|\/testing\/|-double(-[a-z]+)?\.ts$|\/doubles\//.test(path),
)
/** Without comments, which may name anything. */
const sources = paths.map((path) => ({ path, code: text(path).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '') }))

function filesWith(pattern: RegExp): string[] {
  return sources.flatMap(({ path, code }) => (pattern.test(code) ? [path] : [])).sort()
}

describe('the product', () => {
  it('is searched whole', () => {
    expect(paths.length).toBeGreaterThan(1500)
    expect(filesWith(/createHmac\('sha1'/)).toContain('src/platform/auth/totp.ts')
  })

  it('runs no text as code and starts no shell', () => {
    expect(filesWith(/\beval\(|new Function\(|from 'node:vm'/)).toEqual([])
    expect(filesWith(/shell: true|\bexecSync\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/)).toEqual([])
    // The commit of a checkout is asked of git, with fixed arguments; the others are forks of our own files.
    expect(filesWith(/from 'node:child_process'/)).toEqual([
      'src/app/backup/make-backup.ts',
      'src/core/curves/read-actions.ts',
      'src/platform/child-options.ts',
      'src/platform/child-work.ts',
      'src/platform/pdf/render.ts',
      'src/platform/version.ts',
    ])
  })

  it('puts markup into a page in the named files only', () => {
    expect(filesWith(/dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/)).toEqual([
      'src/shop/media/figure.tsx',
      'src/shop/media/rich-text.tsx',
      'src/ui/feedback/states.tsx',
    ])
  })

  it('lets no page run or apply what is not its own, except under development', () => {
    expect(filesWith(/'unsafe-(?:inline|eval)'/)).toEqual(['src/web/page-policy.ts'])
  })

  it('computes with the algorithms of the list, in the files of the list', () => {
    const [, list = ''] = /^## Cryptography\n([^]*?)(?=^## )/m.exec(text('docs/security/rules.md')) ?? []
    const listed = [...list.matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path)
    const special =
      /create(?:De)?[Cc]ipheriv|createSign\(|createVerify\(|createECDH|hkdfSync|argon2|'(?:md5|sha1)'|pbkdf2/
    expect(filesWith(special).filter((path) => !listed.includes(path))).toEqual([])
    expect(listed.filter((path) => !paths.includes(path))).toEqual([])
    expect(filesWith(/'md5'/)).toEqual(['src/platform/courier/sf-digest.ts'])
    expect(filesWith(/aes-\d+-ecb|'des-|'rc4/i)).toEqual([])
  })

  it('reads no day or hour in the time zone of the machine, because the laboratory works in Asia/Shanghai [Q-395]', () => {
    expect(filesWith(/\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear)\(/)).toEqual([])
    // Who reads the log in a terminal reads the clock of that machine.
    expect(filesWith(/toLocale(?:Date|Time)String\(/)).toEqual(['src/platform/log/terminal-lines.ts'])
  })

  it('takes no secret from Math.random', () => {
    expect(filesWith(/Math\.random/)).toEqual([
      'src/platform/client/typed-copy.ts',
      'src/platform/db/migrations/migrate.ts',
      'src/platform/db/postgres/postgres.ts',
      'src/platform/observe/start-tracing.ts',
    ])
  })

  it('uses none of the technologies that the table calls not applicable', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    const names = Object.entries(packages).flatMap(([path, { dev }]) => (dev ? [] : [path]))
    const absent =
      /node_modules\/(ldapjs|xpath|graphql|ws|memcached|jsonwebtoken|jose|passport|openid-client|saml|simple-peer|soap)$/
    expect(names.filter((path) => absent.test(path))).toEqual([])
    expect(filesWith(/new WebSocket\(|RTCPeerConnection|DOMParser|document\.evaluate|util\.format\(|jsonp/i)).toEqual(
      [],
    )
    expect(filesWith(/window\.addEventListener\('message'/)).toEqual([])
    expect(filesWith(/\blatex\b.*spawn|grant_type=password|client_secret=/i)).toEqual([])
  })

  it('sends no CORS header', () => {
    // It looks at what the store answers.
    expect(filesWith(/access-control-allow-origin/i)).toEqual(['src/app/doctor/checks/direct-check.ts'])
  })

  it('follows no redirect of another service', () => {
    const clients = [
      ...[
        'src/platform/sms/aliyun-sms.ts',
        'src/platform/wechat/wechat-client.ts',
        'src/platform/courier/sf-client.ts',
      ],
      ...['src/platform/invoicing/nuonuo-client.ts', 'src/platform/pay/wechat-pay/wechat-pay-client.ts'],
      ...['src/platform/pay/alipay/alipay-client.ts', 'src/platform/files/s3-request.ts'],
    ]
    for (const path of clients) expect([path, /redirect: '(error|manual)'/.test(text(path))]).toEqual([path, true])
    const asking = filesWith(/(?<![\w.#])fetch\(|[ (?]fetch\b(?! \()|client\.fetch\(/).filter((path) =>
      path.startsWith('src/platform/'),
    )
    const browser = /^src\/platform\/(client|faults)\//
    // They choose between a double and the fetch of the client.
    const choosing = /-service\.ts$/
    expect(asking.filter((path) => !clients.includes(path) && !browser.test(path) && !choosing.test(path))).toEqual([])
  })

  it('declares no call by GET that writes', () => {
    const gets = handlers.filter(({ call }) => call.method === 'GET')
    expect(gets.length).toBeGreaterThan(5)
    expect(gets.filter(({ call }) => call.idempotent || call.area !== 'open').map(({ call }) => call.name)).toEqual([])
  })

  it('hides every password that is typed, and lets it be pasted and filled in', () => {
    const fields = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/<TextInput\b[^>]*?(?:current|new)-password"[^]*?\/>/g)].map(([field]) => ({ path, field })),
    )
    expect(fields.length).toBeGreaterThan(10)
    for (const { path, field } of fields)
      expect([path, field]).toEqual([path, expect.stringContaining('type="password"')])
    expect(fields.filter(({ field }) => /onPaste|autoComplete="off"/.test(field))).toEqual([])
    const typed = sources.flatMap(({ code }) => code.match(/type="password"/g) ?? [])
    expect(typed).toHaveLength(fields.length)
  })
})

describe('what is installed with it', () => {
  it('speaks TLS 1.2 and 1.3 only, and trusts no unknown certificate', () => {
    expect(text('deploy/nginx.conf').match(/^\s*ssl_protocols .*/gm)).toEqual(['  ssl_protocols TLSv1.2 TLSv1.3;'])
    // The doctor reads certificates to say what is wrong with them, and sends nothing.
    expect(filesWith(/rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual(['src/app/doctor/reach.ts'])
  })

  it('ships no password of a service', () => {
    const files = [...globSync('deploy/**/*.{yaml,conf,service,sh}', { cwd: ROOT }), '.env.example'].filter(
      (path) => !path.endsWith('secret.example.yaml'),
    )
    const given = files.flatMap((path) => text(path).match(/^(?!\s*#).*postgres:\/\/\w+:(?!\$|<|\{)\w+@.*/gm) ?? [])
    expect(given).toEqual([])
  })

  it('hides the figures of the process', () => {
    expect(text('deploy/nginx.conf')).toMatch(/location = \/metrics \{\s*return 404;/)
    expect(text('deploy/Caddyfile')).toMatch(/handle \/metrics \{\s*respond 404/)
  })

  it('come from one registry, each with its hash', () => {
    const lock = JSON.parse(text('package-lock.json')) as { packages: Record<string, Package> }
    const installed = Object.entries(lock.packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    )
    expect(installed.length).toBeGreaterThan(100)
    const strange = installed.filter(
      ([, { dev, resolved = REGISTRY, integrity, inBundle }]) =>
        !resolved.startsWith(REGISTRY) || (!dev && !inBundle && !integrity?.startsWith('sha512-')),
    )
    expect(strange.map(([path]) => path)).toEqual([])
  })
})

/** Of packages without an address in the lock file too: npm knows no other registry. */
const REGISTRY = 'https://registry.npmjs.org/'

interface Package {
  dev?: boolean
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
}
