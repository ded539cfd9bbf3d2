import type { Config } from '../../config.ts'
import type { Clock } from '../clock.ts'
import type { InvoiceIssuer } from './issuer.ts'
import { NuonuoClient } from './nuonuo-client.ts'
import { NuonuoDouble } from './nuonuo-double.ts'
import { nuonuoIssuer } from './nuonuo-issuer.ts'

export interface IssuerService {
  issuer: InvoiceIssuer
  /** Only in a demo without an account at the provider. */
  double: NuonuoDouble | undefined
}

const services = new WeakMap<Config, IssuerService | undefined>()

/** Undefined when no provider is configured: finance issues by hand. A demo uses the double. */
export function issuerService({ config, clock }: { config: Config; clock: Clock }): IssuerService | undefined {
  if (!services.has(config)) services.set(config, open(config, clock))
  return services.get(config)
}

function open(config: Config, clock: Clock): IssuerService | undefined {
  const { NUONUO_APP_KEY, NUONUO_APP_SECRET, NUONUO_API_URL, NUONUO_TOKEN_URL } = config
  const urls = { apiUrl: NUONUO_API_URL, tokenUrl: NUONUO_TOKEN_URL }
  if (NUONUO_APP_KEY && NUONUO_APP_SECRET) {
    const account = { appKey: NUONUO_APP_KEY, appSecret: NUONUO_APP_SECRET, ...urls }
    return { issuer: nuonuoIssuer(new NuonuoClient(account, clock)), double: undefined }
  }
  if (!config.demo) return undefined
  const keys = { appKey: 'demo', appSecret: 'demo-secret' }
  const double = new NuonuoDouble({ ...keys, clock })
  return { issuer: nuonuoIssuer(new NuonuoClient({ ...keys, ...urls, fetch: double.fetch }, clock)), double }
}
