import pino, { type Logger } from 'pino'
import { currentWork } from '../observe/work.ts'
import { version } from '../version.ts'
import { errorFacts } from './error-facts.ts'

/** Places where personal data and secrets stand: what was sent to us or by us. Whatever is logged under these keys is left out. */
const PLACES = ['input', 'raw', 'body', 'headers', 'query', 'payload', 'values', 'fields', 'cookies', 'req', 'res']
/** Words that never name something an operator needs. Words such as `code` and `name` do, so they are not masked. */
const SECRETS =
  'phone password token refreshToken refresh_token accessToken access_token authorization cookie referer email'

/** Logs to the standard output, or to `to` when given. A line of a call, page or job names it, with the id of the request. */
export function createLogger(level: string, to?: { write: (line: string) => void }): Logger {
  const paths = [...PLACES, ...SECRETS.split(' ')].flatMap((key) => [key, `*.${key}`])
  const options = {
    level,
    base: { release: version },
    redact: { paths, censor: '***' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorFacts(error) },
    mixin: () => {
      const work = currentWork()
      return work ? { [work.kind]: work.name, requestId: work.requestId } : {}
    },
  }
  return to ? pino(options, to) : pino(options)
}
