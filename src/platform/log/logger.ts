import pino, { type Logger } from 'pino'

/** Names under which personal data or secrets would travel; they are cut out wherever they stand at the first three levels. */
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

/** `to`: where the lines go instead of the standard output. */
export function createLogger(level: string, to?: { write: (line: string) => void }): Logger {
  const paths = PERSONAL.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])
  const options = {
    level,
    base: null,
    redact: { paths, censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: safeError },
  }
  return to ? pino(options, to) : pino(options)
}

/** Database errors quote the values they complain about; only code, constraint and our own stack are kept. */
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
