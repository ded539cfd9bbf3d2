import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import { WechatClient } from './wechat-client.ts'
import { WechatDouble } from './wechat-double.ts'

/** The WeChat service account of this installation. */
export interface WechatService {
  appid: string
  pushToken: string
  encodingAesKey: string | undefined
  client: WechatClient
  /** Only in a demo without a real service account. */
  double: WechatDouble | undefined
}

/** The page of the demo that simulates the phone. */
export const DEMO_PHONE_PATH = '/demo/wechat'

const services = new WeakMap<Config, WechatService | undefined>()

/** Undefined when no service account is configured: sign-in with WeChat is then off. A demo uses the double. */
export function wechatService({ config, clock }: { config: Config; clock: Clock }): WechatService | undefined {
  if (!services.has(config)) services.set(config, open(config, clock))
  return services.get(config)
}

function open(config: Config, clock: Clock): WechatService | undefined {
  const { WECHAT_APPID, WECHAT_SECRET, WECHAT_PUSH_TOKEN, WECHAT_AES_KEY, WECHAT_API_URL } = config
  if (WECHAT_APPID && WECHAT_SECRET && WECHAT_PUSH_TOKEN) {
    const account = { appid: WECHAT_APPID, secret: WECHAT_SECRET, baseUrl: WECHAT_API_URL.replace(/\/+$/, '') }
    return {
      appid: WECHAT_APPID,
      pushToken: WECHAT_PUSH_TOKEN,
      encodingAesKey: WECHAT_AES_KEY,
      client: new WechatClient(account, clock),
      double: undefined,
    }
  }
  return config.demo ? demoService(clock) : undefined
}

/** Uses safe mode, which exercises more code. The secrets protect nothing, because both sides run in this process. */
function demoService(clock: Clock): WechatService {
  const account = {
    appid: 'wxdemo0000000000',
    secret: 'demo-secret',
    pushToken: 'demo-push-token',
    encodingAesKey: 'demo0demo0demo0demo0demo0demo0demo0demo0dem',
  }
  const double = new WechatDouble({ ...account, scanUrl: DEMO_PHONE_PATH, clock })
  return {
    ...account,
    client: new WechatClient({ ...account, baseUrl: 'http://double', fetch: double.fetch }, clock),
    double,
  }
}
