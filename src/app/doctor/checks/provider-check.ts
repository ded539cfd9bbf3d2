import type { Config } from '../../../config.ts'
import { error, type HostCheck, ok } from '../finding.ts'
import { faultOf, reach } from '../reach.ts'

export interface Provider {
  name: string
  url: string
  setting: string
}

/** The services outside that this installation is configured for and that are asked over HTTP. */
export function providersOf(config: Config): Provider[] {
  const of = (used: unknown, name: string, url: string, setting: string) => (used ? [{ name, url, setting }] : [])
  return [
    ...of(config.WECHATPAY_MCHID, '微信支付', config.WECHATPAY_BASE_URL, 'WECHATPAY_BASE_URL'),
    ...of(config.ALIPAY_APP_ID, '支付宝', config.ALIPAY_GATEWAY, 'ALIPAY_GATEWAY'),
    ...of(config.ALIYUN_ACCESS_KEY_ID, '阿里云短信', config.ALIYUN_SMS_ENDPOINT, 'ALIYUN_SMS_ENDPOINT'),
    ...of(config.WECHAT_APPID, '微信公众平台', config.WECHAT_API_URL, 'WECHAT_API_URL'),
    ...of(config.SF_PARTNER_ID, '顺丰', config.SF_API_URL, 'SF_API_URL'),
    ...of(config.NUONUO_APP_KEY, '诺诺发票', config.NUONUO_API_URL, 'NUONUO_API_URL'),
    ...of(config.NUONUO_APP_KEY, '诺诺令牌', config.NUONUO_TOKEN_URL, 'NUONUO_TOKEN_URL'),
  ]
}

/** Whether each is there. Nothing is sent that could count, cost or change something. */
export const providerCheck: HostCheck = {
  key: 'providers',
  cheap: false,
  find: ({ config, trusted }) =>
    Promise.all(
      providersOf(config).map(async ({ name, url, setting }) => {
        const { origin } = new URL(url)
        try {
          const { status } = await reach(`${origin}/`, { trusted })
          return status < 500
            ? ok(name, `可以连接（${origin}）`)
            : error(name, `${origin} 回答 ${status}`, `服务商可能故障，稍后重试；核对 ${setting}`)
        } catch (fault) {
          const todo = `检查防火墙、DNS 与 ${setting}；服务器须能以 HTTPS 访问该地址`
          return error(name, `无法连接 ${origin}：${faultOf(fault)}`, todo)
        }
      }),
    ),
}
