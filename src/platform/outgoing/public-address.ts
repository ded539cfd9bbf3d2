import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not on the public internet, with the metadata services of clouds. */
const NOT_PUBLIC_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Within the global unicast addresses of IPv6: documentation, and networks that carry an IPv4 address. */
const NOT_PUBLIC_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const v4 = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V4) v4.addSubnet(network, bits, 'ipv4')
const v6 = new BlockList()
for (const [network, bits] of NOT_PUBLIC_V6) v6.addSubnet(network, bits, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet. Addresses that map IPv4 into IPv6 never are. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !v4.check(address, 'ipv4')
  if (kind !== 6 || address.includes('%')) return false
  return globalUnicast.check(address, 'ipv6') && !v6.check(address, 'ipv6')
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
