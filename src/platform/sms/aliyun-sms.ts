import { createRequire } from 'node:module'
import type * as Dysms from '@alicloud/dysmsapi20170525'
import type { Config } from '../../config.ts'
import type { OutsideMessage } from '../local-outbox.ts'
import { SmsLimitReached, SmsUnanswered } from './sms-errors.ts'
import { templateFor } from './template-code.ts'

// Loaded with require, because bundlers and Node unwrap the `default` of this CommonJS package differently.
const sdk: typeof Dysms.default = createRequire(import.meta.url)('@alicloud/dysmsapi20170525')

const TIMEOUT_MS = 10_000
/** Aliyun's limits per number and per day. Source: its 「API 错误码」 of SendSms. */
const LIMITS = ['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL', 'isv.MONTH_LIMIT_CONTROL']
/** The longest value of a template variable. */
const MAX_VARIABLE_LENGTH = 35

type Client = InstanceType<typeof sdk.default>
const clients = new WeakMap<Config, Client>()

/** Sends one message to one number with its approved template. Errors contain Aliyun's code and never the content of the message. */
export async function sendByAliyun(config: Config, message: OutsideMessage): Promise<void> {
  const templateCode = templateFor(config.ALIYUN_SMS_TEMPLATES ?? {}, message.template)
  if (!templateCode) throw new Error(`no template of Aliyun is configured for ${message.template}`)
  const own = config.ALIYUN_SMS_TEMPLATES?.[message.template] !== undefined
  const given = own ? message.variables : (message.shared ?? message.variables)
  const variables = Object.entries(given ?? {}).map(([name, value]) => [name, value.slice(0, MAX_VARIABLE_LENGTH)])
  const request = new sdk.SendSmsRequest({
    phoneNumbers: message.to,
    signName: config.ALIYUN_SMS_SIGN,
    templateCode,
    templateParam: JSON.stringify(Object.fromEntries(variables)),
  })
  const { body } = await clientFor(config)
    .sendSms(request)
    .catch((error: unknown) => {
      throw mayHaveBeenSent(error) ? new SmsUnanswered('Aliyun did not answer', { cause: error }) : error
    })
  if (body?.code === 'OK') return
  const text = `Aliyun answered ${body?.code}: ${body?.message}`
  throw LIMITS.includes(body?.code ?? '') ? new SmsLimitReached(text) : new Error(text)
}

/** Nothing was sent when no connection was made; when it broke or timed out later, the message may have been sent. */
function mayHaveBeenSent(error: unknown): boolean {
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
