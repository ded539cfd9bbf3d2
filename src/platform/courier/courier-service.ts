import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import type { Courier } from './courier.ts'
import { SfClient } from './sf-client.ts'
import { sfCourier } from './sf-courier.ts'
import { SfDouble } from './sf-double.ts'

export interface CourierService {
  courier: Courier
  /** Only in a demo without an account at the courier. */
  double: SfDouble | undefined
}

const services = new WeakMap<Config, CourierService | undefined>()

/** Undefined when no courier is configured: waybills are only typed. A demo uses the double. */
export function courierService({ config, clock }: { config: Config; clock: Clock }): CourierService | undefined {
  if (!services.has(config)) services.set(config, open(config, clock))
  return services.get(config)
}

function open(config: Config, clock: Clock): CourierService | undefined {
  const { SF_PARTNER_ID, SF_CHECK_WORD, SF_API_URL } = config
  const terms = { monthlyCard: undefined }
  if (SF_PARTNER_ID && SF_CHECK_WORD) {
    const account = { partnerId: SF_PARTNER_ID, checkWord: SF_CHECK_WORD, url: SF_API_URL }
    return { courier: sfCourier(new SfClient(account, clock), terms), double: undefined }
  }
  if (!config.demo) return undefined
  const keys = { partnerId: 'demo', checkWord: 'demo-check-word' }
  const double = new SfDouble({ ...keys, clock })
  return { courier: sfCourier(new SfClient({ ...keys, url: SF_API_URL, fetch: double.fetch }, clock), terms), double }
}
