import { createRequire } from 'node:module'
import type * as Dysms from '@alicloud/dysmsapi20170525'
import type { Config } from '../../config.ts'
import type { OutsideMessage } from '../local-outbox.ts'
import { SmsLimitReached, SmsUnanswered } from './sms-errors.ts'
import { templateFor } from './template-code.ts'

// CommonJS whose `default` bundlers and Node unwrap differently: required, it is the same everywhere.
const sdk: typeof Dysms.default = createRequire(import.meta.url)('@alicloud/dysmsapi20170525')

const TIMEOUT_MS = 10_000
/** Aliyun's own limits by number and by day. Source: its 「API 错误码」 of SendSms. */
const LIMITS = ['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL', 'isv.MONTH_LIMIT_CONTROL']
/** The longest value a variable of a notice may have. */
const MOST_VARIABLE_LENGTH = 35

type Client = InstanceType<typeof sdk.default>
const clients = new WeakMap<Config, Client>()

/** One message to one number by the template approved for it. Throws with Aliyun's own code and never with what the message says. */
export async function sendByAliyun(config: Config, message: OutsideMessage): Promise<void> {
  const templateCode = templateFor(config.ALIYUN_SMS_TEMPLATES ?? {}, message.template)
  if (!templateCode) throw new Error(`no template of Aliyun is configured for ${message.template}`)
  const own = config.ALIYUN_SMS_TEMPLATES?.[message.template] !== undefined
  const given = own ? message.variables : (message.shared ?? message.variables)
  const variables = Object.entries(given ?? {}).map(([name, value]) => [name, value.slice(0, MOST_VARIABLE_LENGTH)])
  const request = new sdk.SendSmsRequest({
    phoneNumbers: message.to,
    signName: config.ALIYUN_SMS_SIGN,
    templateCode,
    templateParam: JSON.stringify(Object.fromEntries(variables)),
  })
  const { body } = await clientFor(config)
    .sendSms(request)
    .catch((error: unknown) => {
      throw hadLeft(error) ? new SmsUnanswered('Aliyun did not answer', { cause: error }) : error
    })
  if (body?.code === 'OK') return
  const text = `Aliyun answered ${body?.code}: ${body?.message}`
  throw LIMITS.includes(body?.code ?? '') ? new SmsLimitReached(text) : new Error(text)
}

/** A connection that never came about has sent nothing; one that broke or fell silent may have. */
function hadLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'EPIPE' || /^ReadTimeout\b/.test(error.message)
}

function clientFor(config: Config): Client {
  let client = clients.get(config)
  if (!client) {
    const endpoint = new URL(config.ALIYUN_SMS_ENDPOINT)
    client = new sdk.default({
      accessKeyId: config.ALIYUN_ACCESS_KEY_ID,
      accessKeySecret: config.ALIYUN_ACCESS_KEY_SECRET,
      endpoint: endpoint.host,
      protocol: endpoint.protocol === 'http:' ? 'HTTP' : 'HTTPS',
      connectTimeout: TIMEOUT_MS,
      readTimeout: TIMEOUT_MS,
    } as ConstructorParameters<typeof sdk.default>[0])
    clients.set(config, client)
  }
  return client
}
