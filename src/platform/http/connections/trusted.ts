import { BlockList, isIP } from 'node:net'
import type { Config } from '../../../config.ts'

const NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Tells whether an address is one of the proxies that TRUST_PROXY lists. With a number, none is by its address. */
export function trusts(trust: Config['TRUST_PROXY']): (address: string) => boolean {
  const list = new BlockList()
  for (const network of Array.isArray(trust) ? trust.flatMap((each) => NETWORKS[each] ?? [each]) : []) {
    const [base = '', bits] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
