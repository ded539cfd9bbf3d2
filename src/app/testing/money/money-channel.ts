import { generateKeyPairSync } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { alipay } from '../../../platform/pay/alipay/alipay.ts'
import { AlipayDouble } from '../../../platform/pay/alipay/alipay-double.ts'
import { fetchDouble } from '../../../platform/pay/doubles/double-http.ts'

const IDS = { appId: '2021000000000000', sellerId: '2088000000000000' }
/** Short keys, because they protect nothing here and signing is a large part of a step. */
const pair = () => generateKeyPairSync('rsa', { modulusLength: 1024 })

/** The keys of merchant and channel, shared by all sequences, and a channel with its double on a clock of its own. */
export function moneyChannels() {
  const keys = { merchant: pair(), provider: pair() }
  return (clock: Clock) => {
    const double = new AlipayDouble({
      ...IDS,
      clock,
      merchantKey: keys.merchant.publicKey,
      alipayKey: keys.provider.privateKey,
    })
    const channel = alipay({
      ...IDS,
      clock,
      gateway: 'https://double/gateway.do',
      privateKey: keys.merchant.privateKey,
      alipayKey: keys.provider.publicKey,
      fetch: fetchDouble(double.handle),
    })
    return { double, channel }
  }
}
