import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import type { Clock } from '../../clock.ts'
import { alipay } from '../alipay/alipay.ts'
import { AlipayDouble } from '../alipay/alipay-double.ts'
import type { ChannelKey, PayChannel } from '../channel.ts'
import { fetchDouble } from './double-http.ts'
import { DoubleTrades } from './double-trades.ts'
import { wechatPay } from '../wechat-pay/wechat-pay.ts'
import { WechatPayDouble } from '../wechat-pay/wechat-pay-double.ts'

/** The page of the demo on which a person pays, and the address that stands for Alipay's cashier. */
export const DEMO_CASHIER_PATH = '/demo/cashier'
export const DEMO_ALIPAY_PATH = '/demo/alipay'

export interface DemoPay {
  channels: readonly PayChannel[]
  /** Tests pay and break things here. */
  doubles: { wechatpay: WechatPayDouble; alipay: AlipayDouble }
}

const WECHATPAY = {
  mchid: '1900000000',
  appid: 'wxdemo0000000000',
  serial: 'DEMO000000000000000000000000000000000000',
  apiV3Key: 'demo-demo-demo-demo-demo-demo-32',
}
const PLATFORM_ID = 'PUB_KEY_ID_DEMO'
const ALIPAY = { appId: '2021000000000000', sellerId: '2088000000000000' }

/** One pair per side, made with the first payment, because it takes some tenths of a second. */
let pairs: { merchant: KeyPairKeyObjectResult; provider: KeyPairKeyObjectResult } | undefined
function keys() {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  pairs ??= { merchant: pair(), provider: pair() }
  return pairs
}

/**
 * Both channels against doubles in this process, through the same adapters and signatures as the real ones. The keys protect nothing, because
 * both sides run here. Trades lie in DATA_DIR, so they survive a restart and a worker in another process knows them.
 */
export function demoChannels(config: Config, clock: Clock): DemoPay {
  const codeUrl = (tradeNo: string) => `${config.siteUrl}${DEMO_CASHIER_PATH}/${tradeNo}`
  const common = (key: ChannelKey) => ({
    clock,
    codeUrl,
    trades: new DoubleTrades(clock, join(config.DATA_DIR, `demo-${key}.json`)),
    get merchantKey() {
      return keys().merchant.publicKey
    },
  })
  const wechatDouble = new WechatPayDouble(
    withGetters(common('wechatpay'), WECHATPAY, {
      get platformKeys() {
        return new Map([[PLATFORM_ID, keys().provider.privateKey]])
      },
    }),
  )
  const alipayDouble = new AlipayDouble(
    withGetters(common('alipay'), ALIPAY, {
      get alipayKey() {
        return keys().provider.privateKey
      },
    }),
  )
  return {
    channels: [demoWechatPay(wechatDouble, clock), demoAlipay(alipayDouble, config, clock)],
    doubles: { wechatpay: wechatDouble, alipay: alipayDouble },
  }
}

function demoWechatPay(double: WechatPayDouble, clock: Clock): PayChannel {
  return wechatPay(
    withGetters(WECHATPAY, {
      baseUrl: 'https://double',
      clock,
      fetch: fetchDouble(double.handle),
      get privateKey() {
        return keys().merchant.privateKey
      },
      get platformKeys() {
        return new Map([[PLATFORM_ID, keys().provider.publicKey]])
      },
    }),
  )
}

function demoAlipay(double: AlipayDouble, config: Config, clock: Clock): PayChannel {
  return alipay(
    withGetters(ALIPAY, {
      gateway: 'https://double/gateway.do',
      clock,
      fetch: fetchDouble(double.handle),
      get pageGateway() {
        return `${config.siteUrl}${DEMO_ALIPAY_PATH}`
      },
      get privateKey() {
        return keys().merchant.privateKey
      },
      get alipayKey() {
        return keys().provider.publicKey
      },
    }),
  )
}

/** Joins objects without reading their getters, which a spread would do. */
function withGetters<A extends object, B extends object, C extends object>(a: A, b: B, c?: C): A & B & C {
  const all = {}
  for (const part of [a, b, c ?? {}]) Object.defineProperties(all, Object.getOwnPropertyDescriptors(part))
  return all as A & B & C
}
