import { isIP } from 'node:net'

const GROUPS = 8

/** What attempts from an address are counted under (SEC-13): an IPv4 address by itself, also when it is written as an IPv6 one
 *  (`::ffff:192.0.2.1`, RFC 4291, 2.5.5.2), and an IPv6 address by its /64, which one subscriber has whole (RFC 6177):
 *  `2001:db8::1` → `2001:db8:0:0::/64`. Text that is no address stays as it is. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const [mark = 0, high = 0, low = 0] = groups.slice(5)
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = address.replace(/[\d.]+$/, asGroups).split('::')
  const [before, after] = [numbersOf(head), numbersOf(tail)]
  return [...before, ...Array<number>(GROUPS - before.length - after.length).fill(0), ...after]
}

/** An IPv4 address at the end of an IPv6 one as two groups; anything else stays as it is. */
function asGroups(end: string): string {
  if (!end.includes('.')) return end
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

function numbersOf(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}
