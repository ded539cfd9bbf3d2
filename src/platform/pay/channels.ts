import type { KeyObject } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import { alipay } from './alipay/alipay.ts'
import type { ChannelKey, Channels, PayChannel } from './channel.ts'
import { type DemoPay, demoChannels } from './doubles/demo-channels.ts'
import { certificateKeysOf, privateKeyOf, publicKeyOf } from './pay-keys.ts'
import { wechatPay } from './wechat-pay/wechat-pay.ts'

interface Opened {
  channels: Channels
  demo: DemoPay | undefined
}

const opened = new WeakMap<Config, Opened>()

/**
 * The payment channels of this installation by their keys; one that is not configured is absent. A demo without any configured channel has both,
 * against doubles in this process. Throws KeyFault when a key cannot be read, so the start calls it once.
 */
export function channelsOf(config: Config, clock: Clock): Channels {
  return openedOf(config, clock).channels
}

/** The doubles behind the channels of a demo; undefined where money is real. */
export function demoPayOf(config: Config, clock: Clock): DemoPay | undefined {
  return openedOf(config, clock).demo
}

function openedOf(config: Config, clock: Clock): Opened {
  const known = opened.get(config)
  if (known) return known
  const fresh = open(config, clock)
  opened.set(config, fresh)
  return fresh
}

function open(config: Config, clock: Clock): Opened {
  const configured = [wechatPayOf(config, clock), alipayOf(config, clock)].filter((channel) => channel !== undefined)
  const demo = configured.length === 0 && config.demo ? demoChannels(config, clock) : undefined
  const channels = new Map<ChannelKey, PayChannel>(
    (demo?.channels ?? configured).map((channel) => [channel.key, channel]),
  )
  return { channels, demo }
}

function wechatPayOf(config: Config, clock: Clock): PayChannel | undefined {
  const { WECHATPAY_MCHID: mchid, WECHATPAY_APPID: appid, WECHATPAY_SERIAL: serial } = config
  const { WECHATPAY_PRIVATE_KEY: privateKey, WECHATPAY_API_V3_KEY: apiV3Key, WECHATPAY_BASE_URL: baseUrl } = config
  if (!mchid || !appid || !serial || !privateKey || !apiV3Key) return undefined
  return wechatPay({
    mchid,
    appid,
    serial: serial.toUpperCase(),
    privateKey: privateKeyOf(privateKey, 'WECHATPAY_PRIVATE_KEY'),
    apiV3Key,
    platformKeys: platformKeysOf(config),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    clock,
  })
}

/** The public key comes first, so that WeChat is asked to sign with it; certificates are believed beside it while it changes over. */
function platformKeysOf(config: Config): Map<string, KeyObject> {
  const { WECHATPAY_PUBLIC_KEY_ID: id, WECHATPAY_PUBLIC_KEY: key, WECHATPAY_PLATFORM_CERTIFICATE: certificate } = config
  return new Map([
    ...(id && key ? [[id, publicKeyOf(key, 'WECHATPAY_PUBLIC_KEY')] as const] : []),
    ...(certificate ? certificateKeysOf(certificate, 'WECHATPAY_PLATFORM_CERTIFICATE') : []),
  ])
}

function alipayOf(config: Config, clock: Clock): PayChannel | undefined {
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_PRIVATE_KEY: privateKey } = config
  const { ALIPAY_PUBLIC_KEY: publicKey, ALIPAY_GATEWAY: gateway } = config
  if (!appId || !sellerId || !privateKey || !publicKey) return undefined
  return alipay({
    appId,
    sellerId,
    privateKey: privateKeyOf(privateKey, 'ALIPAY_PRIVATE_KEY'),
    alipayKey: publicKeyOf(publicKey, 'ALIPAY_PUBLIC_KEY'),
    gateway,
    clock,
  })
}
