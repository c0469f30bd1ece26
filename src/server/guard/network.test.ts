import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['', ''],
])('SEC-13: %s is counted under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const group = fc.integer({ min: 0, max: 0xffff })

test('SEC-13: two IPv6 addresses are counted together when their first 64 bits are the same, and only then', () => {
  const address = fc.tuple(group, group, group, group, group, group, group, group)
  // An IPv4 address that is written as an IPv6 one is another matter.
  const own = address.filter(([first]) => first !== 0)
  fc.assert(
    fc.property(own, address, (one, other) => {
      const text = (groups: readonly number[]) => groups.map((part) => part.toString(16)).join(':')
      const neighbour = [...one.slice(0, 4), ...other.slice(4)]
      expect(networkOf(text(neighbour))).toBe(networkOf(text(one)))
      const isSame = one.slice(0, 4).every((part, place) => part === other[place])
      expect(networkOf(text(other)) === networkOf(text(one))).toBe(isSame)
    }),
  )
})

test('SEC-13: however an IPv6 address is shortened, it is counted as the same', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
      expect(networkOf(address)).toBe(networkOf(canonical))
      expect(networkOf(address.toUpperCase())).toBe(networkOf(canonical))
    }),
  )
})

test('SEC-13: an IPv4 address written as an IPv6 one is counted as the IPv4 one', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(networkOf(`::ffff:${address}`)).toBe(address)
    }),
  )
})
