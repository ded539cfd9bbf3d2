import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createNet, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { systemClock, testClock } from '../../platform/clock.ts'
import { clamdDouble } from '../../platform/scan/clamd-double.ts'
import { smtpReceiver } from '../../platform/testing/smtp-receiver.ts'
import { expiredCertificate, testCertificate, testKey } from '../testing/test-certificates.ts'
import { smsPurposes } from '../sms-purposes.ts'
import { certificateCheck, platformCertificateCheck } from './checks/certificate-check.ts'
import { outsideClockCheck } from './checks/clock-check.ts'
import { databaseFindings } from './checks/database-check.ts'
import { diskCheck, diskWriteCheck, roomFindings } from './checks/disk-check.ts'
import type { Host, HostCheck } from './finding.ts'
import { leftoverCheck } from './checks/leftover-check.ts'
import { mailCheck } from './checks/mail-check.ts'
import { smsCheck } from './checks/message-check.ts'
import { permissionCheck, settingFiles } from './checks/permission-check.ts'
import { providerCheck } from './checks/provider-check.ts'
import { runtimeFindings } from './checks/runtime-check.ts'
import { scannerCheck } from './checks/scanner-check.ts'
import { settingFaults, settingsCheck } from './checks/settings-check.ts'

const servers: Server[] = []
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mingxi-doctor-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function hostOf(env: Record<string, string>, more: Partial<Host> = {}): Host {
  const config = readConfig({ DATA_DIR: folder, DEMO: 'on', ...env })
  return { config, env, clock: systemClock, ...more }
}

/** What a check finds, as one line each. */
async function found(check: HostCheck, env: Record<string, string>, more: Partial<Host> = {}): Promise<string[]> {
  return (await check.find(hostOf(env, more))).map(({ level, name, seen }) => `${level} ${name}：${seen}`)
}

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createNet()
  const port = await listening(server)
  await new Promise((resolve) => servers.splice(servers.indexOf(server), 1)[0]?.close(resolve))
  return port
}

const alipay = (gateway: string) => ({
  ...{ ALIPAY_APP_ID: '2021000000000000', ALIPAY_SELLER_ID: '2088000000000000', ALIPAY_PRIVATE_KEY: 'x' },
  ...{ ALIPAY_PUBLIC_KEY: 'x', PUBLIC_URL: 'http://127.0.0.1:1', ALIPAY_GATEWAY: gateway },
})

describe('settings', () => {
  it('that are wrong are named, each with what to do', () => {
    const faults = settingFaults({ PORT: 'x', TRUST_PROXY: 'on' })
    expect(faults.map(({ level, seen }) => [level, seen.split(':')[0]])).toEqual([
      ['error', 'PORT'],
      ['error', 'TRUST_PROXY'],
    ])
    expect(settingFaults({})).toEqual([])
  })

  it('that are misspelled or unknown in a known group are named, other variables are not', async () => {
    expect(await found(settingsCheck, { PUBLIC_URI: 'x', WECHATPAY_KEY: 'x', HOSTNAME: 'x', LANG: 'C' })).toEqual([
      'warning 设置：PUBLIC_URI 不是设置，与 PUBLIC_URL 相近',
      'warning 设置：不认识 WECHATPAY_KEY',
    ])
    expect(await found(settingsCheck, { PUBLIC_URL: 'http://x.test' })).toEqual([expect.stringMatching(/^ok /)])
  })
})

describe('the clock', () => {
  it('is compared with a provider: 40 seconds are a warning, six minutes an error', async () => {
    const port = await listening(createHttp((_request, response) => response.end()))
    const env = alipay(`http://127.0.0.1:${port}/gateway.do`)
    const off = async (seconds: number) => {
      const clock = { now: () => new Date(Date.now() + seconds * 1000) }
      return found(outsideClockCheck, env, { clock })
    }
    expect(await off(0)).toEqual(['ok 时钟：与支付宝一致'])
    expect(await off(40)).toEqual([expect.stringMatching(/^warning 时钟：本机比支付宝快 (39|40|41) 秒$/)])
    expect(await off(-360)).toEqual([expect.stringMatching(/^error 时钟：本机比支付宝慢 3(59|60|61) 秒$/)])
  })
})

describe('certificates', () => {
  const served = async (cert: string) => `https://127.0.0.1:${await listening(createHttps({ key: testKey, cert }))}`

  it('that have expired, end soon or are not trusted are told apart', async () => {
    const check = (url: string, more: Partial<Host> = {}) => found(certificateCheck, { PUBLIC_URL: url }, more)
    expect(await check(await served(expiredCertificate))).toEqual(['error PUBLIC_URL 的证书：已于 2021-01-01 过期'])
    const good = await served(testCertificate)
    expect(await check(good)).toEqual(['error PUBLIC_URL 的证书：证书是自签名的'])
    expect(await check(good, { trusted: testCertificate })).toEqual([expect.stringMatching(/^ok .*还有 \d+ 天到期/)])
    const clock = testClock(new Date('2125-12-25T00:00:00Z'))
    expect(await check(good, { trusted: testCertificate, clock })).toEqual(['warning PUBLIC_URL 的证书：还有 7 天到期'])
    expect(await check(`https://127.0.0.1:${await closedPort()}`)).toEqual([
      'error PUBLIC_URL 的证书：无法读取：连接被拒绝',
    ])
    const both = { PUBLIC_URL: good, CONSOLE_URL: (await served(expiredCertificate)).replace('127.0.0.1', 'localhost') }
    expect(await found(certificateCheck, both, { trusted: testCertificate })).toEqual([
      expect.stringMatching(/^ok PUBLIC_URL 的证书：还有 \d+ 天到期/),
      'error CONSOLE_URL 的证书：已于 2021-01-01 过期',
    ])
  })

  it('of the platform of WeChat Pay are read from the setting or its file', async () => {
    const path = join(folder, 'platform.pem')
    writeFileSync(path, testCertificate + expiredCertificate)
    const host = hostOf({})
    host.config.WECHATPAY_PLATFORM_CERTIFICATE = path
    const levels = (await platformCertificateCheck.find(host)).map(({ level }) => level)
    expect(levels).toEqual(['ok', 'error'])
  })
})

describe('the disk', () => {
  it('has room', async () => {
    expect(await found(diskWriteCheck, {})).toEqual([
      'ok 数据目录的磁盘：可以写入并落盘',
      'ok 临时目录的磁盘：可以写入并落盘',
    ])
    expect(readdirSync(folder).filter((name) => name.startsWith('doctor-'))).toEqual([])
  })

  it('is judged by free bytes and by free places for files', () => {
    const level = (room: object) =>
      roomFindings('盘', { freeBytes: 1e11, totalBytes: 4e11, freeFiles: 900, totalFiles: 1000, ...room }).map(
        (each) => each.level,
      )
    expect(level({})).toEqual(['ok'])
    expect(level({ freeBytes: 5e8 })).toEqual(['warning'])
    expect(level({ freeBytes: 1e8 })).toEqual(['error'])
    expect(level({ freeFiles: 10 })).toEqual(['ok', 'warning'])
    expect(level({ freeFiles: 0, totalFiles: 0 })).toEqual(['ok'])
  })

  const mounts = process.getuid?.() === 0 && canMount()
  it.runIf(mounts)('that is full is found by writing to it', async () => {
    const small = join(folder, 'small')
    mkdirSync(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', small])
    try {
      expect((await found(diskWriteCheck, { DATA_DIR: small }))[0]).toBe('error 数据目录的磁盘：空间已满，无法写入')
      expect((await found(diskCheck, { DATA_DIR: small }))[0]).toMatch(/^error 数据目录的磁盘：剩余 0 MB/)
    } finally {
      execFileSync('umount', [small])
    }
  })
})

describe('permissions', () => {
  it('that let other users read data or keys are named', async () => {
    const data = join(folder, 'data')
    const key = join(folder, 'key.pem')
    mkdirSync(data, { mode: 0o700 })
    writeFileSync(key, testKey, { mode: 0o600 })
    const env = { ...alipay('http://127.0.0.1:1'), DATA_DIR: data, ALIPAY_PRIVATE_KEY: key }
    const checked = async () => (await found(permissionCheck, env)).filter((line) => !line.includes('设置文件'))
    expect(await checked()).toEqual(['ok 数据目录的权限：700', `ok 密钥文件（ALIPAY_PRIVATE_KEY）：${key} 600`])
    chmodSync(data, 0o755)
    chmodSync(key, 0o644)
    expect(await checked()).toEqual([
      'warning 数据目录的权限：其他用户可以进入（权限 755），其中有客户资料',
      `error 密钥文件（ALIPAY_PRIVATE_KEY）：其他用户可以读取 ${key}（权限 644）`,
    ])
    expect(await found(permissionCheck, { DATA_DIR: join(folder, 'gone') })).toContainEqual(
      expect.stringMatching(/^error 数据目录的权限：.*不存在/),
    )
  })
})

it('[Q-250] the settings whose readers are looked at are those of the units', () => {
  const units = join(import.meta.dirname, '../../../deploy/systemd')
  const unit = readFileSync(join(units, 'mingxi.service'), 'utf8')
  expect(settingFiles).toContain(/^EnvironmentFile=(.+)$/m.exec(unit)?.[1])
})

describe('services outside', () => {
  it('that cannot be reached or fail are named with the reason', async () => {
    const failing = await listening(createHttp((_request, response) => response.writeHead(503).end()))
    const refusing = await listening(createHttp((_request, response) => response.writeHead(404).end()))
    expect(await found(providerCheck, alipay(`http://127.0.0.1:${refusing}/gateway.do`))).toEqual([
      expect.stringMatching(/^ok 支付宝：可以连接/),
    ])
    expect(await found(providerCheck, alipay(`http://127.0.0.1:${failing}/gateway.do`))).toEqual([
      expect.stringMatching(/^error 支付宝：.* 回答 503/),
    ])
    expect(await found(providerCheck, alipay(`http://127.0.0.1:${await closedPort()}/`))).toEqual([
      expect.stringMatching(/^error 支付宝：无法连接 .*：连接被拒绝/),
    ])
    const tls = await listening(createHttps({ key: testKey, cert: expiredCertificate }))
    expect(await found(providerCheck, alipay(`https://127.0.0.1:${tls}/`), { trusted: expiredCertificate })).toEqual([
      expect.stringMatching(/证书已过期/),
    ])
  })

  it('of mail: a wrong password and a server that is away', async () => {
    const server = await smtpReceiver({
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'u' }) : done(Object.assign(new Error('no'), { responseCode: 535 })),
    })
    const url = (password: string) =>
      server.url.replace('smtp://', `smtp://u:${password}@`) + '?tls.rejectUnauthorized=false'
    expect(await found(mailCheck, { SMTP_URL: url('right') })).toEqual([
      expect.stringMatching(/^ok 邮件服务：可以登录/),
    ])
    expect(await found(mailCheck, { SMTP_URL: url('wrong') })).toEqual([
      expect.stringMatching(/^error 邮件服务：.*拒绝了账号或密码（535）/),
    ])
    expect(await found(mailCheck, { SMTP_URL: `smtp://127.0.0.1:${await closedPort()}` })).toEqual([
      expect.stringMatching(/^error 邮件服务：无法连接/),
    ])
    await server.close()
  })

  it('of the virus scanner', async () => {
    const port = await listening(clamdDouble().server)
    expect(await found(scannerCheck, { CLAMD_ADDRESS: `127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(/^ok 病毒扫描/),
    ])
    expect(await found(scannerCheck, { CLAMD_ADDRESS: `127.0.0.1:${await closedPort()}` })).toEqual([
      expect.stringMatching(/^error 病毒扫描：.*没有应答：连接被拒绝/),
    ])
  })

  it('that are not configured outside of a demo are a warning, and missing templates an error', async () => {
    expect((await found(smsCheck, { DEMO: 'off' })).length).toBeGreaterThan(3)
    const aliyun = { ALIYUN_ACCESS_KEY_ID: 'a', ALIYUN_ACCESS_KEY_SECRET: 'b', ALIYUN_SMS_SIGN: 'c' }
    const missing = await found(smsCheck, { ...aliyun, ALIYUN_SMS_TEMPLATES: '{"code":"SMS_1"}' })
    expect(missing.filter((line) => line.startsWith('error 短信模板')).length).toBe(
      smsPurposes.filter(({ name }) => !name.startsWith('code.')).length,
    )
    const all = '{"code":"SMS_1","phone":"SMS_2","notice":"SMS_3"}'
    expect(await found(smsCheck, { ...aliyun, ALIYUN_SMS_TEMPLATES: all })).toEqual(['ok 短信模板：每种短信都有模板'])
  })
})

it('memory that is too small for the cache, and another Node, are named', () => {
  const levels = (facts: object) =>
    runtimeFindings({ node: '24.1.0', pinned: '24.1.0', cacheMb: 96, memoryMb: 4096, heapMb: undefined, ...facts }).map(
      ({ level }) => level,
    )
  expect(levels({})).toEqual(['ok', 'ok'])
  expect(levels({ node: '22.0.0' })).toEqual(['warning', 'ok'])
  expect(levels({ memoryMb: 1000 })).toEqual(['ok', 'warning'])
  expect(levels({ memoryMb: 256 })).toEqual(['ok', 'error'])
  expect(levels({ cacheMb: 2000, memoryMb: 8192, heapMb: 1024 })).toEqual(['ok', 'error'])
})

it('files that a killed process left are named once they are old', async () => {
  const data = join(folder, 'left')
  mkdirSync(join(data, 'spool'), { recursive: true })
  for (const name of ['database.creating', 'spool/ab-cd']) writeFileSync(join(data, name), '')
  expect(await found(leftoverCheck, { DATA_DIR: data })).toEqual(['ok 残留文件：没有'])
  const old = new Date(Date.now() - 7 * 3_600_000)
  for (const name of ['database.creating', 'spool/ab-cd']) utimesSync(join(data, name), old, old)
  expect(await found(leftoverCheck, { DATA_DIR: data })).toEqual([
    expect.stringMatching(/^warning 残留文件：.*database\.creating、.*ab-cd 已超过 6 小时/),
  ])
})

it('settings of PostgreSQL that lose data, refuse connections or slow down are named', () => {
  const good = {
    ...{
      versionNumber: 170_002,
      encoding: 'UTF8',
      collation: 'C.UTF-8',
      superuser: false,
      standby: false,
    },
    ...{ invalidIndexes: [] as string[], bloated: [] as string[], unreadable: [] as string[] },
    budget: { processes: 2, wanted: 26, others: 3, allowed: 97 },
    settings: {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      archive_mode: 'on',
    },
  }
  const lines = (more: object, pooler: 'none' | 'session' = 'none') =>
    databaseFindings({ ...good, ...more }, pooler).map(({ level, seen }) => `${level} ${seen}`)
  const withSetting = (more: object) => lines({ settings: { ...good.settings, ...more } })
  expect(lines({})).toEqual(['ok PostgreSQL 17，设置正确'])
  expect(lines({ versionNumber: 140_010 })).toEqual(['error PostgreSQL 14 太旧'])
  expect(lines({ encoding: 'SQL_ASCII' })).toEqual(['error 编码是 SQL_ASCII，不是 UTF8'])
  expect(lines({ collation: 'English_United States.1252' })).toEqual([expect.stringMatching(/^warning 排序规则/)])
  expect(lines({ superuser: true })).toEqual(['warning 以超级用户连接'])
  expect(lines({ unreadable: ['orders', 'samples'] })).toEqual(['error 连接的用户不能读取的表：orders、samples'])
  expect(lines({ standby: true })).toEqual([expect.stringMatching(/^error .*备库/)])
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(withSetting({ [name]: 'off' })).toEqual([`error ${name} 已关闭，断电会丢失或损坏数据`])
  expect(withSetting({ archive_mode: 'off' })).toEqual([expect.stringMatching(/^warning 没有归档 WAL/)])
  expect(withSetting({ statement_timeout: '0' })).toEqual([
    expect.stringMatching(/^warning 没有时限：statement_timeout/),
  ])
  const crowded = { budget: { processes: 8, wanted: 104, others: 3, allowed: 97 } }
  expect(lines(crowded)).toEqual([expect.stringMatching(/^error 连接不够：8 个进程最多需要 104 个/)])
  expect(lines(crowded, 'session')).toEqual(['ok PostgreSQL 17，设置正确'])
  expect(lines({ invalidIndexes: ['orders_no'] })).toEqual(['error 无效的索引：orders_no'])
  expect(lines({ bloated: ['jobs'] })).toEqual(['warning 死行很多的表：jobs'])
})

function canMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'mingxi-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
