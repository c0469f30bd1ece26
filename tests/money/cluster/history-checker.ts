/**
 * Holds what players were answered against what is in the books, act by act, in the manner of Jepsen: each act has an interval, from when
 * it was asked for to when it was answered, and the books have an order. Acts of one player whose intervals do not overlap have to be
 * in the books in that order, and what was read of a balance has to be what the books held at some moment of the reading.
 */

/** What a player asked for under one name, and what came of it. Times are of one clock. */
export interface Act {
  /** The name under which it was asked for, however often. */
  readonly name: string
  readonly player: number
  readonly askedAt: number
  /** When it was answered; null when it never was, so that it may have happened or not. */
  readonly answeredAt: number | null
  readonly outcome: 'done' | 'refused' | 'unknown'
  /** What its first entry moves, in minor units. */
  readonly minor: number
  /** What the answers said that it has paid besides; left out where they said nothing of that. */
  readonly paidMinor?: number
  /** The numbers under which it was acknowledged, one for each answer. */
  readonly ids: readonly number[]
}

/** A movement of a player's cash, in the order of the books. */
export interface Entry {
  readonly player: number
  /** The act of which it is. */
  readonly act: string
  /** What of the act it is: each comes once. */
  readonly part: string
  readonly minor: number
  /** What the player has after it. */
  readonly balanceMinor: number
}

/** A balance as a player was answered. */
export interface Reading {
  readonly player: number
  readonly askedAt: number
  readonly answeredAt: number
  readonly balanceMinor: number
}

/** All that happened, and the books after it. */
export interface History {
  readonly acts: readonly Act[]
  readonly readings: readonly Reading[]
  /** Of each player in the order in which they were written. */
  readonly entries: readonly Entry[]
  /** What every player had before the first act, in minor units. */
  readonly fundsMinor: number
}

/** Something that players were answered and the books deny. */
export interface HistoryFault {
  readonly kind: 'lost' | 'doubled' | 'not asked for' | 'refused' | 'otherwise' | 'order' | 'sum' | 'reading'
  readonly player: number
  /** What was found, in words. */
  readonly found: string
}

/** Lists what does not fit; nothing when each acknowledged act is in the books once, no other is, and every player was answered in an
 *  order that the books have. */
export function checkHistory({ acts, readings, entries, fundsMinor }: History): HistoryFault[] {
  const players = new Set([...acts, ...readings, ...entries].map(({ player }) => player))
  return [...players].flatMap((player) => {
    const of = <Row extends { readonly player: number }>(rows: readonly Row[]) =>
      rows.filter((row) => row.player === player)
    const own = { acts: of(acts), entries: of(entries), readings: of(readings), fundsMinor }
    const found = [...actFaults(own), ...sumFaults(own), ...orderFaults(own), ...readingFaults(own)]
    return found.map((fault) => ({ ...fault, player }))
  })
}

type Fault = Omit<HistoryFault, 'player'>

function actFaults({ acts, entries }: History): Fault[] {
  const faults: Fault[] = []
  const byAct = Map.groupBy(entries, ({ act }) => act)
  const known = new Set(acts.map(({ name }) => name))
  for (const name of byAct.keys())
    if (!known.has(name))
      faults.push({ kind: 'not asked for', found: `the books have ${name}, which nobody asked for` })
  for (const act of acts) {
    const own = byAct.get(act.name) ?? []
    for (const [part, same] of Map.groupBy(own, (entry) => entry.part))
      if (same.length > 1)
        faults.push({ kind: 'doubled', found: `${act.name} has moved its ${part} ${same.length} times` })
    faults.push(...outcomeFaults(act, own))
    const ids = new Set(act.ids)
    if (ids.size > 1) faults.push({ kind: 'otherwise', found: `${act.name} was answered as ${[...ids].join(' and ')}` })
  }
  return faults
}

function outcomeFaults(act: Act, own: readonly Entry[]): Fault[] {
  const { name, outcome, minor, paidMinor } = act
  const [first, ...later] = own
  if (outcome === 'refused') {
    const moved = sumOf(own)
    return moved === 0 ? [] : [{ kind: 'refused', found: `${name} was refused and has moved ${moved}` }]
  }
  if (!first)
    return outcome === 'done' ? [{ kind: 'lost', found: `${name} was acknowledged and is not in the books` }] : []
  if (first.minor !== minor) return [{ kind: 'otherwise', found: `${name} has moved ${first.minor}, not ${minor}` }]
  const paid = sumOf(later)
  if (outcome === 'unknown' || paidMinor === undefined || paid === paidMinor) return []
  return [{ kind: 'otherwise', found: `${name} has paid ${paid}, and was said to pay ${paidMinor}` }]
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { minor }) => sum + minor, 0)
}

function sumFaults({ entries, fundsMinor }: History): Fault[] {
  let balance = fundsMinor
  for (const { act, part, minor, balanceMinor } of entries) {
    balance += minor
    if (balance !== balanceMinor)
      return [{ kind: 'sum', found: `after the ${part} of ${act} there are ${balanceMinor}, not ${balance}` }]
  }
  return []
}

/** Where acts are in the books: the place of their first entry, from 1. */
function placesOf(entries: readonly Entry[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, { act }] of entries.entries()) if (!places.has(act)) places.set(act, at + 1)
  return places
}

/** An act that was asked for after another one was answered comes after it in the books. */
function orderFaults({ acts, entries }: History): Fault[] {
  const places = placesOf(entries)
  const faults: Fault[] = []
  for (const { name, askedAt } of acts) {
    const place = places.get(name)
    if (place === undefined) continue
    const before = acts.find(
      (one) => one.outcome === 'done' && isBefore(one.answeredAt, askedAt) && (places.get(one.name) ?? 0) > place,
    )
    if (before)
      faults.push({
        kind: 'order',
        found: `${name} is in the books before ${before.name}, which was answered before it was asked for`,
      })
  }
  return faults
}

function isBefore(answeredAt: number | null, askedAt: number): boolean {
  return answeredAt !== null && answeredAt < askedAt
}

/** Each reading is given the earliest place in the books that it can be of: not before an act that was answered before it was asked for,
 *  nor before a place of an earlier reading, and not after an act that was asked for after its answer. */
function readingFaults({ acts, readings, entries, fundsMinor }: History): Fault[] {
  const places = placesOf(entries)
  const balances = [fundsMinor, ...entries.map(({ balanceMinor }) => balanceMinor)]
  const faults: Fault[] = []
  const read: { readonly answeredAt: number; readonly place: number }[] = []
  for (const { askedAt, answeredAt, balanceMinor } of readings.toSorted(
    (one, other) => one.answeredAt - other.answeredAt,
  )) {
    const answered = acts.filter((act) => act.outcome === 'done' && isBefore(act.answeredAt, askedAt))
    const later = acts.filter((act) => act.askedAt > answeredAt).flatMap(({ name }) => places.get(name) ?? [])
    const from = Math.max(
      0,
      ...answered.map(({ name }) => places.get(name) ?? 0),
      ...read.filter((one) => one.answeredAt < askedAt).map(({ place }) => place),
    )
    const place = balances.findIndex((balance, at) => at >= from && balance === balanceMinor)
    if (place === -1 || place >= Math.min(Number.POSITIVE_INFINITY, ...later))
      faults.push({
        kind: 'reading',
        found: `${balanceMinor} was read, which the books had at no moment of the reading`,
      })
    else read.push({ answeredAt, place })
  }
  return faults
}

/** A price as it was shown to somebody who watched, or as a provider has sent it: each is above the one before. */
export interface Prices {
  /** In the order in which they were acknowledged. */
  readonly acknowledged: readonly number[]
  /** What was sent and never acknowledged. */
  readonly unknown: readonly number[]
  /** What each watcher saw, in the order in which it was shown. */
  readonly seen: readonly (readonly number[])[]
  /** What each of them sees at the end. */
  readonly last: readonly (number | undefined)[]
}

/** Lists what watchers of rising prices saw that cannot be: prices that fall, that nobody has sent, or an end that is not the last one. */
export function checkPrices({ acknowledged, unknown, seen, last }: Prices): string[] {
  const sent = new Set([...acknowledged, ...unknown])
  const final = acknowledged.at(-1)
  const faults: string[] = []
  for (const [watcher, prices] of seen.entries()) {
    for (const [at, price] of prices.entries()) {
      if (!sent.has(price)) faults.push(`watcher ${watcher} saw ${price}, which nobody has sent`)
      const before = prices[at - 1]
      if (before !== undefined && price < before) faults.push(`watcher ${watcher} saw ${price} after ${before}`)
    }
    if (last[watcher] !== final) faults.push(`watcher ${watcher} sees ${last[watcher]} at the end, not ${final}`)
  }
  return faults
}
