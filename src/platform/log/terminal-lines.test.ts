import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { terminalLine } from './terminal-lines.ts'

/** The line without its time of day. */
function lineOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  let json = ''
  write(createLogger('info', { write: (text) => void (json = text) }))
  return terminalLine(json).replace(/^\d{2}:\d{2}:\d{2} {2}/, '')
}

it('a request is one short line at a terminal', () => {
  const request = { requestId: 'r1', page: '/', method: 'GET', path: '/', status: 200, ms: 32.9 }
  expect(lineOf((log) => log.info(request, 'request'))).toBe('GET /  200  32.9 ms\n')
})

it('a warning has its word and its fields, and a long text is shortened', () => {
  const line = lineOf((log) => log.warn({ ms: 375, note: 'select '.repeat(30) }, 'slow statement'))
  expect(line).toMatch(/^warning {2}slow statement {2}ms=375 {2}note=select .{90,}…\n$/)
})

it('an error has its type, its message, its frames and what caused it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const line = lineOf((log) => log.error({ job: 'mail', err: new TypeError('fetch failed', { cause }) }, 'job failed'))
  expect(line).toMatch(/^ERROR {2}job failed {2}job=mail\n {2}TypeError: fetch failed\n {2}at /)
  expect(line).toContain('  because of\n    Error ECONNREFUSED: connect ECONNREFUSED\n')
})
