import type { Config } from '../../config.ts'
import type { OutsideMessage } from '../local-outbox.ts'
import { signedRequest } from './aliyun-request.ts'
import { SmsLimitReached, SmsUnanswered } from './sms-errors.ts'
import { templateFor } from './template-code.ts'

/** Longer than the 10 s in which a connection must come about, so that the two are told apart. */
const ANSWER_LIMIT_MS = 15_000
/** Aliyun's own limits by number and by day. Source: its 「API 错误码」 of SendSms. */
const LIMITS = ['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL', 'isv.MONTH_LIMIT_CONTROL']
/** The longest value a variable of a notice may have. */
const MOST_VARIABLE_LENGTH = 35

/** One message to one number by the template approved for it. Throws with Aliyun's own code and never with what the message says. */
export async function sendByAliyun(config: Config, message: OutsideMessage): Promise<void> {
  const templateCode = templateFor(config.ALIYUN_SMS_TEMPLATES ?? {}, message.template)
  if (!templateCode) throw new Error(`no template of Aliyun is configured for ${message.template}`)
  const own = config.ALIYUN_SMS_TEMPLATES?.[message.template] !== undefined
  const given = own ? message.variables : (message.shared ?? message.variables)
  const variables = Object.entries(given ?? {}).map(([name, value]) => [name, value.slice(0, MOST_VARIABLE_LENGTH)])
  const { Code: code, Message: text } = await send(config, {
    PhoneNumbers: message.to,
    SignName: config.ALIYUN_SMS_SIGN ?? '',
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify(Object.fromEntries(variables)),
  })
  if (code === 'OK') return
  const refusal = `Aliyun answered ${code}: ${text}`
  throw LIMITS.includes(code ?? '') ? new SmsLimitReached(refusal) : new Error(refusal)
}

async function send(config: Config, query: Record<string, string>): Promise<{ Code?: string; Message?: string }> {
  const { url, headers } = signedRequest({
    endpoint: config.ALIYUN_SMS_ENDPOINT,
    action: 'SendSms',
    version: '2017-05-25',
    query,
    accessKeyId: config.ALIYUN_ACCESS_KEY_ID ?? '',
    accessKeySecret: config.ALIYUN_ACCESS_KEY_SECRET ?? '',
  })
  try {
    const answer = await fetch(url, { method: 'POST', headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    const text = await answer.text()
    if (!answer.headers.get('content-type')?.includes('json'))
      return { Code: `HTTP ${answer.status}`, Message: answer.statusText }
    return JSON.parse(text) as { Code?: string; Message?: string }
  } catch (error) {
    throw mayHaveArrived(error) ? new SmsUnanswered('Aliyun did not answer', { cause: error }) : error
  }
}

/** A connection that never came about has sent nothing; one that broke or fell silent may have. */
function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return error.name === 'TimeoutError' || LOST.includes(code ?? '')
}

const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
