const FIRST_SLOTS = 1024
/** Of the slots that are taken before there are twice as many. */
const FILL = 0.6

/** Numbers visitors, whom eight bytes name, from 0 upwards: a table of open addresses, since an object a visitor would take ten times the
 *  room and time. */
export interface VisitorSlots {
  /** The number of a visitor, made where there is none. */
  readonly add: (high: number, low: number) => number
  /** The number of a visitor; -1 where there is none. */
  readonly find: (high: number, low: number) => number
  /** How many there are. */
  readonly size: () => number
  /** How much memory they take. */
  readonly bytes: () => number
}

/** Words of a slot, beside each other so that one look into memory finds them: two of the visitor, one more than its number, none. */
const WORDS = 4

/** A table of visitors that grows as it has to. */
export function createVisitorSlots(): VisitorSlots {
  let mask = FIRST_SLOTS - 1
  let slots = new Uint32Array(FIRST_SLOTS * WORDS)
  let size = 0

  /** Where a visitor is, or would be. */
  function placeOf(high: number, low: number): number {
    let slot = (Math.imul(high, 0x9e3779b1) ^ low) & mask
    for (;;) {
      const at = slot * WORDS
      if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at
      slot = (slot + 1) & mask
    }
  }

  function grow(): void {
    const former = slots
    mask = mask * 2 + 1
    slots = new Uint32Array((mask + 1) * WORDS)
    for (let at = 0; at < former.length; at += WORDS) {
      const number = former[at + 2] ?? 0
      if (number === 0) continue
      const [high, low] = [former[at] ?? 0, former[at + 1] ?? 0]
      const to = placeOf(high, low)
      slots[to] = high
      slots[to + 1] = low
      slots[to + 2] = number
    }
  }

  return {
    add(high, low) {
      const at = placeOf(high, low)
      const known = slots[at + 2] ?? 0
      if (known !== 0) return known - 1
      size += 1
      slots[at] = high
      slots[at + 1] = low
      slots[at + 2] = size
      if (size > (mask + 1) * FILL) grow()
      return size - 1
    },
    find: (high, low) => (slots[placeOf(high, low) + 2] ?? 0) - 1,
    size: () => size,
    bytes: () => slots.byteLength,
  }
}
