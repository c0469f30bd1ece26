import { isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** The network by which connections of an address are counted: an IPv4 address by itself, also one written as IPv6
 *  (`::ffff:192.0.2.1`), and the /64 network of an IPv6 address, which one subscriber has whole.
 *  @returns `192.0.2.1`, `2001:db8:0:7::/64`, or the text as it is when it is no address */
export function addressNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : GROUPS - groups.length - after.length
  const whole = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
  const network = whole.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
