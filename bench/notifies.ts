import { generateKeyPairSync } from 'node:crypto'
import type { Buyer } from './services.ts'
import type { Database } from '../src/platform/db/db.ts'
import { sql } from '../src/platform/db/sql.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { NotifyRequest } from '../src/platform/pay/doubles/double-notifies.ts'
import { WechatPayDouble } from '../src/platform/pay/wechat-pay/wechat-pay-double.ts'

/** A merchant at WeChat whose notifies a benchmark signs itself, and the settings of a server that believes them. */
export function merchant() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const platform = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const id = 'PUB_KEY_ID_BENCH'
  const account = { mchid: '1900000001', appid: 'wx0000000000000001', serial: 'A'.repeat(40) }
  const apiV3Key = '0123456789abcdef0123456789abcdef'
  const pem = { private: { type: 'pkcs8', format: 'pem' }, public: { type: 'spki', format: 'pem' } } as const
  const settings = {
    PUBLIC_URL: 'https://lab.example',
    WECHATPAY_MCHID: account.mchid,
    WECHATPAY_APPID: account.appid,
    WECHATPAY_SERIAL: account.serial,
    WECHATPAY_API_V3_KEY: apiV3Key,
    WECHATPAY_PRIVATE_KEY: String(own.privateKey.export(pem.private)),
    WECHATPAY_PUBLIC_KEY_ID: id,
    WECHATPAY_PUBLIC_KEY: String(platform.publicKey.export(pem.public)),
    // Nothing answers there: payments are only reported, never asked about.
    WECHATPAY_BASE_URL: 'http://127.0.0.1:9',
  }
  const double = new WechatPayDouble({
    ...account,
    merchantKey: own.publicKey,
    apiV3Key,
    platformKeys: new Map([[id, platform.privateKey]]),
    clock: systemClock,
  })
  return { settings, notify: (payment: BenchPayment) => signed(double, payment) }
}

export interface BenchPayment {
  tradeNo: string
  providerNo: string
  amountFen: number
}

/** WeChat signs its report anew for every attempt; this is one attempt. */
async function signed(
  double: WechatPayDouble,
  { tradeNo, providerNo, amountFen }: BenchPayment,
): Promise<NotifyRequest> {
  const state = 'open' as const
  const expiresAt = Date.now() + 3_600_000
  const fixed = { subject: '', notifyUrl: 'https://lab.example/api/notify/wechatpay', opened: true, refunds: [] }
  double.trades.save({ tradeNo, providerNo, amountFen, state, expiresAt, ...fixed })
  double.pay(tradeNo)
  const taken: NotifyRequest[] = []
  await double.notifies.deliver(async (notify) => {
    taken.push(notify)
    return { status: 200, body: '' }
  })
  const [notify] = taken
  if (!notify) throw new Error('the double signed nothing')
  return notify
}

export const AMOUNT_FEN = 100

/** The nth open top-up. Numbers of ten digits are recognised wherever they appear in a replayed statement. */
export function paymentOf(n: number): BenchPayment {
  return { tradeNo: `P${1_000_000_000 + n}`, providerNo: String(2_000_000_000 + n), amountFen: AMOUNT_FEN }
}

/** Inserts open top-ups of these people in turn. */
export async function openTopUps(database: Database, people: Buyer[], count: number): Promise<void> {
  const ids = people.map(({ id }) => id)
  await database.run(sql`
    insert into payments (payment_no, customer_id, channel, scene, kind, about, amount_fen, stage, created_at, expires_at)
    select 'P' || (1000000000 + n), (${ids}::bigint[])[1 + n % ${ids.length}::int], 'wechatpay', 'qr', 'prestore', '预存充值', ${AMOUNT_FEN}, 'open',
      now(), now() + interval '2 hours'
    from generate_series(0, ${count}::int - 1) as n`)
}
