import { Readable } from 'node:stream'
import { request as requestHttp, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Config, readConfig } from '../../config.ts'
import { noteRun } from '../../core/backups/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { s3Double } from '../../platform/files/s3-double.ts'
import type { S3Settings } from '../../platform/files/s3-request.ts'
import { s3Store } from '../../platform/files/s3-store.ts'
import { addReachProbe } from '../../platform/http/reach-probe.ts'
import { createServer as createAppServer } from '../../platform/http/server.ts'
import { defineJob } from '../../platform/jobs/declared.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { access } from '../../web/access.ts'
import { runCommand } from '../commands/run-command.ts'
import { verbs } from '../commands/verbs.ts'
import { ranIn } from '../testing/ran-command.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { addressCheck } from './checks/address-check.ts'
import { backupCheck } from './checks/backup-check.ts'
import { booksCheck } from './checks/books-check.ts'
import { databaseClockCheck } from './checks/clock-check.ts'
import { directCheck } from './checks/direct-check.ts'
import { filesCheck } from './checks/files-check.ts'
import type { InstallationCheck } from './finding.ts'
import { jobsCheck } from './checks/jobs-check.ts'
import { noticeCheck } from './checks/message-check.ts'
import { migrationCheck } from './checks/migration-check.ts'
import { storeCheck } from './checks/store-check.ts'

let app: TestApp
const SITE = 'http://shop.test'
const servers: Server[] = []
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => app.close())

async function found(check: InstallationCheck, { config = app.services.config, on = app } = {}): Promise<string[]> {
  const { system: ctx, clock } = on
  return (await check.find({ config, env: {}, clock, ctx })).map(({ level, name, seen }) => `${level} ${name}：${seen}`)
}

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('behind a proxy', () => {
  /** A proxy that opens its connections from 127.0.0.2 and adds the address of its client, as nginx and Caddy do. */
  function proxyTo(port: number, { keepsHost = true } = {}): Server {
    return createServer((request, response) => {
      const before = request.headers['x-forwarded-for']
      const headers = {
        ...request.headers,
        'x-forwarded-for': `${before ? `${before}, ` : ''}${request.socket.remoteAddress}`,
        'x-forwarded-proto': 'http',
        ...(keepsHost ? {} : { host: `127.0.0.1:${port}` }),
      }
      const on = {
        port,
        host: '127.0.0.1',
        localAddress: '127.0.0.2',
        method: request.method,
        path: request.url,
        headers,
      }
      const passed = requestHttp(on, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.writeHead(502).end())
      passed.end()
    })
  }

  /** What the doctor finds for a server with this setting. */
  async function behind(
    trust: string,
    { consoleUrl, ...more }: { keepsHost?: boolean; consoleUrl?: string } = {},
  ): Promise<string[]> {
    const { TRUST_PROXY } = readConfig({ TRUST_PROXY: trust })
    const services = { ...app.services, config: { ...app.services.config, TRUST_PROXY } }
    const server = await createAppServer(services, access, [])
    addReachProbe(server, services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    try {
      const port = await listening(proxyTo((server.server.address() as AddressInfo).port, more))
      const config: Config = {
        ...services.config,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        CONSOLE_URL: consoleUrl?.replace('PORT', String(port)),
      }
      const lines = await found(addressCheck, { config })
      expect(await app.db.rows(sql`select 1 from reach_probes`)).toEqual([])
      return lines.map((line) => line.replaceAll(String(port), 'PORT'))
    } finally {
      await server.close()
    }
  }
  const reached = 'ok 公开地址：http://127.0.0.1:PORT 到达本服务'

  it('the address of the visitor is right when exactly the proxy is believed', async () => {
    const good = [reached, 'ok 反向代理：访客地址、协议与主机名正确（127.0.0.1）']
    expect(await behind('127.0.0.2', {})).toEqual(good)
    expect(await behind('1')).toEqual(good)
  })

  it('a missing, a too wide and a wrong TRUST_PROXY are named', async () => {
    expect(await behind('off')).toEqual([reached, 'error 反向代理：请求经过代理 127.0.0.2，但没有设置 TRUST_PROXY'])
    expect(await behind('2')).toEqual([
      reached,
      'error 反向代理：TRUST_PROXY 过宽：伪造的 X-Forwarded-For 被相信，访客可以绕过限流',
    ])
    expect(await behind('10.0.0.1')).toEqual([
      reached,
      'error 反向代理：访客地址应为 127.0.0.1，服务看到的是 127.0.0.2',
    ])
    expect(await behind('loopback')).toEqual([
      reached,
      expect.stringMatching(/^ok 反向代理：本机地址 .*不能从这里检验/),
    ])
  })

  it('a proxy that does not pass the name of the host is named', async () => {
    expect(await behind('127.0.0.2', { keepsHost: false })).toEqual([
      reached,
      expect.stringMatching(/^warning 反向代理：服务看到的主机名是/),
    ])
  })

  it('[V3.5.4] a proxy that hides the host of the console is an error, because nobody could sign in there', async () => {
    const consoleUrl = 'http://localhost:PORT'
    const good = [reached, expect.stringMatching(/^ok 反向代理/), `ok 公开地址：${consoleUrl} 到达本服务`]
    expect(await behind('127.0.0.2', { consoleUrl })).toEqual(good)
    expect((await behind('127.0.0.2', { consoleUrl, keepsHost: false })).at(-1)).toMatch(
      /^error 公开地址：http:\/\/localhost:PORT 到达本服务，但服务看到的主机名是 .*，后台无法登录/,
    )
  })

  it('an address that leads nowhere, elsewhere or to another server is named', async () => {
    const at = (url: string) => found(addressCheck, { config: { ...app.services.config, PUBLIC_URL: url } })
    const other = await listening(createServer((_request, response) => response.end('hello')))
    expect(await at(`http://127.0.0.1:${other}`)).toEqual([
      expect.stringMatching(/^error 公开地址：.*回答 200，请求没有到达本服务/),
    ])
    const moved = createServer((_request, response) => response.writeHead(301, { location: 'http://www.test/' }).end())
    expect(await at(`http://127.0.0.1:${await listening(moved)}`)).toEqual([
      expect.stringMatching(/^error 公开地址：.*跳转到 http:\/\/www\.test/),
    ])
    servers.splice(0).forEach((server) => server.close())
    expect(await at(`http://127.0.0.1:${other}`)).toEqual([
      expect.stringMatching(/^error 公开地址：无法访问.*连接被拒绝/),
    ])
  })

  it('nobody learns anything from the address of the probe', async () => {
    expect((await app.server.inject('/api/seen/guess')).statusCode).toBe(404)
  })
})

describe('the store of files', () => {
  it('that works is fine, and a wrong key or a missing bucket is named', async () => {
    expect(await found(storeCheck)).toEqual(['ok 文件存储：数据目录可以写入、读取和删除'])
    const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
    const double = s3Double('bucket', keys)
    const endpoint = `http://127.0.0.1:${await listening(double.server)}`
    const spoolFolder = mkdtempSync(join(tmpdir(), 'mingxi-spool-'))
    const config: Config = { ...app.services.config, S3_BUCKET: 'bucket' }
    const check = async (secretAccessKey: string) => {
      const files = s3Store({
        endpoint,
        bucket: 'bucket',
        region: 'auto',
        accessKeyId: 'id',
        secretAccessKey,
        spoolFolder,
      })
      return found(storeCheck, { config, on: { ...app, system: { ...app.system, files } } })
    }
    expect(await check('secret')).toEqual(['ok 文件存储：S3 存储桶 bucket可以写入、读取和删除'])
    expect(double.objects.size).toBe(0)
    expect(await check('wrong')).toEqual(['error 文件存储：S3 存储桶 bucket：密钥不正确（SignatureDoesNotMatch）'])
    rmSync(spoolFolder, { recursive: true, force: true })
  })

  it('takes files from browsers: CORS, a wrong key, an address that nobody answers and a store that checks nothing are named', async () => {
    expect(await found(directCheck)).toEqual([])
    const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }
    const check = async (
      double: ReturnType<typeof s3Double>,
      more: Partial<S3Settings> = {},
      siteUrl = SITE,
      consoleUrl = siteUrl,
    ) => {
      const endpoint = `http://127.0.0.1:${await listening(double.server)}`
      const settings = { ...keys, endpoint, bucket: 'bucket', region: 'auto', spoolFolder: '/nowhere', ...more }
      const files = s3Store(settings)
      const config: Config = { ...app.services.config, S3_BUCKET: 'bucket', S3_DIRECT: true, siteUrl, consoleUrl }
      const seen = await found(directCheck, { config, on: { ...app, system: { ...app.system, files } } })
      expect(double.uploads.size).toBe(0)
      double.server.close()
      return seen.map((text) => text.replace(/:\d+/, ''))
    }
    const now = () => app.clock.now()
    const open = () => s3Double('bucket', keys, { now, origins: [SITE] })
    expect(await check(open())).toEqual([`ok 直传：${SITE} 的页面可以直接向 http://127.0.0.1 上传`])
    expect(await check(open(), {}, SITE, 'http://console.test')).toEqual([
      `ok 直传：${SITE} 的页面可以直接向 http://127.0.0.1 上传`,
      'error 直传：存储桶的 CORS 不允许 http://console.test 直传：没有允许这个来源',
    ])
    expect(await check(s3Double('bucket', keys, { now }))).toEqual([
      `error 直传：存储桶的 CORS 不允许 ${SITE} 直传：没有允许这个来源`,
    ])
    expect(await check(open(), { secretAccessKey: 'wrong' })).toEqual([
      'error 直传：S3 存储桶 bucket：密钥不正确（SignatureDoesNotMatch）',
    ])
    const closed = await listening(createServer())
    servers.pop()?.close()
    expect(await check(open(), { publicEndpoint: `http://127.0.0.1:${closed}` })).toEqual([
      'error 直传：http://127.0.0.1 无法访问：连接被拒绝',
    ])
    expect(await check(open(), {}, 'https://shop.test')).toEqual([
      'error 直传：网站使用 HTTPS，存储 http://127.0.0.1 没有',
    ])
    expect(await check(s3Double('bucket', keys, { now, origins: [SITE], checks: false }))).toEqual([
      'error 直传：存储收下了与签名不同的内容',
    ])
  })

  it('is compared with the rows: bytes without a row, and rows without bytes', async () => {
    expect(await found(filesCheck)).toEqual(['ok 文件：0 个文件都有内容，没有多余的文件'])
    const { key } = await app.services.files.put(Readable.from([Buffer.from('x')]), 10)
    const { id } = await app.db.one<{ id: number }>(sql`
      insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, attached_to, created_at)
      values (${`aa/${'a'.repeat(32)}`}, 'a', 1, '', 'text/plain', 'attachment', 'system', 'x:1', ${app.clock.now()}) returning id`)
    // Longer than any upload, and later than the clock of the disk.
    app.clock.set(new Date(Date.now() + 86_400_000))
    expect(await found(filesCheck)).toEqual([
      `error 文件：1 个文件有记录而没有内容：aa/${'a'.repeat(32)}`,
      `warning 文件：1 个文件没有记录：${key}`,
    ])
    await app.db.run(sql`delete from files where id = ${id}`)
    await app.services.files.remove(key)
  })
})

describe('the installation', () => {
  it('names dead jobs and jobs that nobody runs', async () => {
    const job = defineJob('doctored', z.object({}))
    await app.db.run(sql`delete from jobs`)
    expect(await found(jobsCheck)).toEqual([expect.stringMatching(/^ok 后台任务/)])
    await enqueue(app.system, job, {})
    app.clock.advance({ minutes: 6 })
    expect(await found(jobsCheck)).toEqual([expect.stringMatching(/^warning 后台任务：最早到期的任务已等待 6 分钟/)])
    app.clock.advance({ hours: 1 })
    expect(await found(jobsCheck)).toEqual([expect.stringMatching(/^error 后台任务/)])
    await app.db.run(sql`update jobs set state = 'dead'`)
    expect(await found(jobsCheck)).toEqual(['warning 后台任务：1 个任务多次失败，已停止重试'])
    await app.db.run(sql`delete from jobs`)
  })

  it('says when the books were last checked, and what was found', async () => {
    expect(await found(booksCheck)).toEqual(['warning 账目核对：还没有核对过'])
    await ranIn(app, 'books')
    expect(await found(booksCheck)).toEqual([expect.stringMatching(/^ok 账目核对：.*核对相符/)])
    app.clock.advance({ hours: 27 })
    expect(await found(booksCheck)).toEqual([expect.stringMatching(/^warning 账目核对：.*已超过一天/)])
    await app.db.run(sql`
      insert into book_runs (made_by, started_at, ms, found, results) values ('daily', ${app.clock.now()}, 1, 2, '[]')`)
    expect(await found(booksCheck)).toEqual([expect.stringMatching(/^error 账目核对：.*发现 2 处不符/)])
  })

  it('says when the last complete backup was made', async () => {
    const real = { config: { ...app.services.config, demo: false } }
    expect(await found(backupCheck, real)).toEqual(['warning 备份：没有备份记录'])
    const note = (kind: 'backup' | 'drill', ok: boolean) =>
      noteRun(app.system, {
        ...{ kind, ok, startedAt: app.clock.now(), endedAt: app.clock.now() },
        ...{ fileName: 'mingxi-20260302-020000.tar', bytes: 1, detail: {} },
      })
    await note('backup', true)
    expect(await found(backupCheck, real)).toEqual([expect.stringMatching(/^ok 备份：最近一次在 /)])
    app.clock.advance({ hours: 27 })
    // Neither a failed backup nor a drill of an older one counts.
    await note('backup', false)
    await note('drill', true)
    expect(await found(backupCheck, real)).toEqual([expect.stringMatching(/^warning 备份：.*已超过一天/)])
    app.clock.advance({ days: 7 })
    expect(await found(backupCheck, real)).toEqual([expect.stringMatching(/^error 备份：.*已超过一周/)])
  })

  it('names words of notices that cannot be filled in any more', async () => {
    const { id } = await app.staff('admin')
    const put = (event: string, text: string) =>
      app.db.run(sql`
        insert into notice_wordings (event, title, text, channels, version, edited_by, edited_at)
        values (${event}, '标题', ${text}, '{inbox}', 1, ${id}, ${app.clock.now()})`)
    await put('order.approve', '{单号} 已通过')
    expect(await found(noticeCheck)).toEqual(['ok 通知模板：全部可用'])
    await put('order.reject', '{不存在}')
    await put('order.gone', '文字')
    expect((await found(noticeCheck)).sort()).toEqual([
      expect.stringMatching(/^error 通知模板：「.*」：没有变量「不存在」/),
      'error 通知模板：没有名为 order.gone 的通知',
    ])
  })

  it('names migrations that are open, changed or of a newer version', async () => {
    expect(await found(migrationCheck)).toEqual(['ok 数据库迁移：全部执行'])
    await app.db.run(sql`insert into schema_migrations values ('9999_newer.sql', 'x', ${app.clock.now()})`)
    await app.db.run(sql`update schema_migrations set checksum = 'y' where name = '0001_platform.sql'`)
    await app.db.run(sql`delete from schema_migrations where name = '0077_calendar_feeds.sql'`)
    expect(await found(migrationCheck)).toEqual([
      'error 数据库迁移：0001_platform.sql 在执行之后被改动',
      'error 数据库迁移：0077_calendar_feeds.sql 尚未执行',
      'warning 数据库迁移：9999_newer.sql 由更新的版本执行，本版本不认识',
    ])
  })

  it('compares the clock with that of PostgreSQL', async () => {
    if (!app.databaseUrl) return
    const config = { ...app.services.config, DATABASE_URL: app.databaseUrl }
    app.clock.set(new Date(Date.now() + 400_000))
    expect(await found(databaseClockCheck, { config })).toEqual([
      expect.stringMatching(/^error 时钟：本机比数据库快 \d+ 秒/),
    ])
    app.clock.set(new Date())
    expect(await found(databaseClockCheck, { config })).toEqual(['ok 时钟：与数据库一致'])
  })
})

describe('the verb', () => {
  it('prints what to do, ends with 1 for an error, and tells a program the same', async () => {
    const { code, text } = await ranIn(app, 'doctor')
    expect(code).toBe(1)
    expect(text).toMatch(/✗ 错误 {2}数据库迁移：.*\n {10}\S/)
    expect(text).toMatch(/错误 \d+，警告 \d+，正常 \d+\n$/)
    const asJson = JSON.parse((await ranIn(app, 'doctor', '--json', '--files')).text)
    expect(asJson).toContainEqual(expect.objectContaining({ check: 'migrations', level: 'error' }))
    expect(asJson).toContainEqual(expect.objectContaining({ check: 'files' }))
  })

  it('looks at a place without a database and makes none, and stops at wrong settings', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'mingxi-empty-'))
    const ran = async (env: Record<string, string>) => {
      let text = ''
      const write = (piece: string) => void (text += piece)
      return [await runCommand(verbs, ['doctor'], { env, write }, write), text] as const
    }
    expect(await ran({ DATA_DIR: empty })).toEqual([
      expect.any(Number),
      expect.stringMatching(/! 警告 {2}数据库：.*还没有数据库/),
    ])
    expect(await ran({ DATA_DIR: empty, PORT: 'x' })).toEqual([
      1,
      expect.stringMatching(/^✗ 错误 {2}设置：PORT[^]*错误 1，警告 0，正常 0\n$/),
    ])
    rmSync(empty, { recursive: true, force: true })
  })

  it('[Q-309] tells once, in plain words, that database and mail are away', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'mingxi-doctor-'))
    const env = { DATA_DIR: empty, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', SMTP_URL: 'smtp://127.0.0.1:9' }
    let text = ''
    const write = (piece: string) => void (text += piece)
    expect(await runCommand(verbs, ['doctor'], { env, write }, write)).toBe(1)
    rmSync(empty, { recursive: true, force: true })
    expect(text).toContain('✗ 错误  数据库：无法连接数据库 DATABASE_URL（127.0.0.1:9）：连接被拒绝')
    expect(text).toContain('✗ 错误  邮件服务：无法连接 127.0.0.1:9：连接被拒绝')
    expect(text).not.toMatch(/ECONNREFUSED|ESOCKET|没有完成/)
  })
})
