import type { Config } from '../../config.ts'
import type { OutsideMessage } from '../local-outbox.ts'
import { signedRequest } from './aliyun-request.ts'
import { SmsLimitReached, SmsUnanswered } from './sms-errors.ts'
import { templateFor } from './template-code.ts'

/** Longer than the connection timeout of 10 s, so that a failed connection and a missing answer can be distinguished. */
const ANSWER_LIMIT_MS = 15_000
/** Aliyun's limits per number and per day. Source: its 「API 错误码」 of SendSms. */
const LIMITS = ['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL', 'isv.MONTH_LIMIT_CONTROL']
/** The longest value of a template variable. */
const MAX_VARIABLE_LENGTH = 35

/** Sends one message to one number with its approved template. Errors contain Aliyun's code and never the content of the message. */
export async function sendByAliyun(config: Config, message: OutsideMessage): Promise<void> {
  const templateCode = templateFor(config.ALIYUN_SMS_TEMPLATES ?? {}, message.template)
  if (!templateCode) throw new Error(`no template of Aliyun is configured for ${message.template}`)
  const own = config.ALIYUN_SMS_TEMPLATES?.[message.template] !== undefined
  const given = own ? message.variables : (message.shared ?? message.variables)
  const variables = Object.entries(given ?? {}).map(([name, value]) => [name, value.slice(0, MAX_VARIABLE_LENGTH)])
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
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    const text = await answer.text()
    if (!answer.headers.get('content-type')?.includes('json'))
      return { Code: `HTTP ${answer.status}`, Message: answer.statusText }
    return JSON.parse(text) as { Code?: string; Message?: string }
  } catch (error) {
    throw mayHaveBeenSent(error) ? new SmsUnanswered('Aliyun did not answer', { cause: error }) : error
  }
}

/** Nothing was sent when no connection was made; when it broke or timed out later, the message may have been sent. */
function mayHaveBeenSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return error.name === 'TimeoutError' || LOST.includes(code ?? '')
}

const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
