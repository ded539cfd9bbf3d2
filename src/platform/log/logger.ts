import pino, { type Logger } from 'pino'
import { version } from '../version.ts'

/** Keys of personal data and secrets; their values are redacted on the first three levels of a log entry. */
const PERSONAL = [
  'phone',
  'password',
  'token',
  'refreshToken',
  'refresh_token',
  'accessToken',
  'authorization',
  'cookie',
  'referer',
  'code',
  'email',
  'address',
  'name',
  'account',
]

/** Logs to the standard output, or to `to` when given. */
export function createLogger(level: string, to?: { write: (line: string) => void }): Logger {
  const paths = PERSONAL.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  const options = {
    level,
    base: { release: version },
    redact: { paths, censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: safeError },
  }
  return to ? pino(options, to) : pino(options)
}

/** Messages of database errors may quote values of rows, so only code, constraint, table and stack are logged. */
function safeError(error: Error & { code?: string; constraint?: string; table?: string }) {
  const fromDatabase = typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .join('\n')
  return {
    type: error.name,
    message: fromDatabase ? undefined : error.message,
    code: error.code,
    constraint: error.constraint,
    table: error.table,
    stack,
  }
}
