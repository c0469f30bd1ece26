/** Random numbers that are the same for the same seed on every machine: whole numbers of 32 bits alone (mulberry32). */
export class SeededRandom {
  #state: number

  /** @param seed any whole number; its lowest 32 bits count */
  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A whole number from 0 to `below` - 1. @param below from 1 to 2^32 */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }

  /** One of the items. @throws Error when there is none */
  pick<TItem>(items: readonly TItem[]): TItem {
    if (items.length === 0) throw new Error('there is nothing to pick from')
    return items[this.below(items.length)] as TItem
  }
}
