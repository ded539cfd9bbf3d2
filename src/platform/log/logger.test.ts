import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { working } from '../observe/work.ts'
import { version } from '../version.ts'
import { loggedPath } from './logged-path.ts'
import { createLogger } from './logger.ts'

function logged(fields: object): Record<string, unknown> & { err: Record<string, unknown> } {
  let line = ''
  createLogger('info', { write: (text) => void (line = text) }).error(fields, 'it failed')
  return JSON.parse(line)
}

describe('a line about an error', () => {
  it('[G-18] has type, code, system call and path of a full disk, and where it was caught when it has no frames', async () => {
    const [gone] = await once(createReadStream('/nowhere/at-all'), 'error').catch((error) => [error])
    const full = Object.assign(gone as Error, { code: 'ENOSPC' })
    full.stack = `${full.name}: ${full.message}`
    const { err } = logged({ err: full })
    expect(err).toMatchObject({ type: 'Error', code: 'ENOSPC', syscall: 'open', path: '/nowhere/at-all' })
    expect(err.stack).toContain('logger.test.ts')
  })

  it('[G-18] has code, table, column and constraint of a database error, and nothing of its values', () => {
    const detail = 'Key (phone)=(13812345678) already exists.'
    const facts = { code: '23505', table: 'customers', column: 'phone', constraint: 'customers_phone_key', detail }
    const { err } = logged({ err: Object.assign(new Error('duplicate key value 13812345678'), facts) })
    expect(err).toMatchObject({ code: '23505', table: 'customers', column: 'phone', constraint: 'customers_phone_key' })
    expect(JSON.stringify(err)).not.toContain('13812345678')
  })

  it('[G-18] has frames relative to the installation and the chain of causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const { err } = logged({ err: new TypeError('fetch failed', { cause }) })
    expect(err).toMatchObject({ type: 'TypeError', message: 'fetch failed' })
    expect(String(err.stack).split('\n')[0]).toMatch(/^at (.* \()?src\/platform\/log\/logger\.test\.ts:\d+:\d+\)?$/)
    expect(err.cause).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' })
  })

  it('has its time in UTC, on one line of JSON whatever it says', () => {
    let line = ''
    const log = createLogger('info', { write: (text) => void (line += text) })
    log.error({ err: new Error('two\nlines') }, 'one\n{"level":60,"msg":"forged"}\r\n')
    expect(line.trimEnd()).not.toMatch(/[\r\n]/)
    expect(JSON.parse(line)).toMatchObject({ level: 50, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) })
  })

  it('names call, request and release without being told', () => {
    const line = working({ kind: 'call', name: 'order/add', requestId: 'r-1' }, () => logged({ err: new Error('x') }))
    expect(line).toMatchObject({ call: 'order/add', requestId: 'r-1', release: version })
  })

  it('keeps sentences of our own and property names, and masks what is quoted, addressed, numbered or not English', () => {
    const messages = {
      "Cannot read properties of undefined (reading 'stage')": "Cannot read properties of undefined (reading 'stage')",
      'no handler for job order.approve>notify-customer': 'no handler for job order.approve>notify-customer',
      'Unexpected token \'a\', "{"phone":"1"" is not valid JSON': 'Unexpected token \'…\', "…" is not valid JSON',
      'Aliyun answered isv.NUMBER: 13812345678invalid mobile': 'Aliyun answered isv.NUMBER: …',
      'WeChat answered 40013: invalid appid Zhang San': 'WeChat answered 40013: …',
      'could not write to zhang.san@example.com': 'could not write to …',
      'bad address https://user:secret@host/path?x=1 given': 'bad address … given',
      'the name 张三 is taken': 'the name … is taken',
      'call 138-1234-5678 now': 'call … now',
      'key mx_live_0123456789abcdefABCDEF is wrong': 'key … is wrong',
    }
    for (const [message, shown] of Object.entries(messages))
      expect(logged({ err: new (/reading/.test(message) ? TypeError : Error)(message) }).err.message).toBe(shown)
  })

  it('names the fields of a value of the wrong shape, and not the value', () => {
    const { error } = z.object({ order: z.object({ no: z.string() }) }).safeParse({ order: { no: 13812345678 } })
    expect(logged({ err: error }).err).toMatchObject({ type: 'ZodError', message: 'order.no: invalid_type' })
  })

  it('leaves out what was sent, wherever it is put, and keeps names and codes', () => {
    const line = logged({
      code: 'ENOSPC',
      name: 'job',
      body: { a: 1 },
      deep: { headers: { cookie: 'x' } },
      phone: '138',
    })
    expect(line).toMatchObject({ code: 'ENOSPC', name: 'job', body: '***', deep: { headers: '***' }, phone: '***' })
  })
})

it('a path in the log keeps our words and numbers of orders, and nothing that may be a secret or a person', () => {
  const paths = {
    '/api/auth/order/add': '/api/auth/order/add',
    '/member/order/MX26030200001?tab=x': '/member/order/MX26030200001',
    '/api/open/refresh4token?token=x': '/api/open/refresh4token',
    '/detail/1003': '/detail/1003',
    '/assets/step5-Dd_P1s2.js': '/assets/step5-Dd_P1s2.js',
    '/plan/8f3kQmZx71': '/plan/*',
    '/invited/ABCD2345': '/invited/*',
    '/13812345678': '/*',
    '/%E5%BC%A0%E4%B8%89': '/*',
    '/calendar.ics?key=secret': '/calendar.ics',
  }
  for (const [url, shown] of Object.entries(paths)) expect([url, loggedPath(url)]).toEqual([url, shown])
})
