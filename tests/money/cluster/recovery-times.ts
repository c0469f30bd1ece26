import type { ActKind, Answered } from './act-recorder.ts'

/** A fault by when it began and was mended, by the clock of the answers. */
export interface Fault {
  readonly name: string
  readonly from: number
  /** When what was taken away was given back; the beginning where nothing has to be. */
  readonly mended: number
}

/** What players noticed of a fault, ms. */
export interface Recovery {
  readonly fault: string
  /** The longest that any kind of act went without an answer. */
  readonly silentMs: number
  readonly silentKind: ActKind | ''
  /** From when it was mended until each kind was asked for and answered. */
  readonly recoveredMs: number
}

/** What is asked for all the time, so that a silence is a silence of the site. */
const STEADY: readonly ActKind[] = ['bet', 'deposit', 'withdrawal', 'round', 'ticket', 'price']

/** Measures what players noticed of faults that came one after another. @param end when the last one's time was over */
export function recoveriesOf(faults: readonly Fault[], answered: readonly Answered[], end: number): Recovery[] {
  return faults.map(({ name, from, mended }, at) => {
    const until = faults[at + 1]?.from ?? end
    const silences = STEADY.map((kind) => ({ kind, ms: silenceOf(ofKind(answered, kind), from, until) }))
    const longest = silences.toSorted((one, other) => other.ms - one.ms)[0]
    const recovered = STEADY.map((kind) => {
      const first = ofKind(answered, kind).filter(({ askedAt }) => askedAt >= mended)
      return Math.min(...first.map(({ answeredAt }) => answeredAt)) - mended
    })
    return {
      ...{ fault: name, silentMs: Math.round(longest?.ms ?? 0), silentKind: longest?.kind ?? '' },
      recoveredMs: Math.round(Math.max(...recovered)),
    }
  })
}

function ofKind(answered: readonly Answered[], wanted: ActKind): readonly Answered[] {
  return answered.filter(({ kind }) => kind === wanted)
}

/** The longest time without an answer that has a part in the time of a fault. */
function silenceOf(answered: readonly Answered[], from: number, until: number): number {
  const times = answered.map(({ answeredAt }) => answeredAt).toSorted((one, other) => one - other)
  let longest = 0
  for (const [at, time] of times.entries()) {
    const former = times[at - 1] ?? from
    if (time >= from && former <= until) longest = Math.max(longest, time - Math.max(former, from))
  }
  return longest
}

/** The table of recovery times, as it is printed. */
export function recoveryTable(recoveries: readonly Recovery[]): string {
  const width = Math.max(...recoveries.map(({ fault }) => fault.length))
  const lines = recoveries.map(
    ({ fault, silentMs, silentKind, recoveredMs }) =>
      `${fault.padEnd(width)}  ${String(recoveredMs).padStart(6)} ms  ${String(silentMs).padStart(6)} ms (${silentKind})`,
  )
  return [`${'fault'.padEnd(width)}  recovered   longest silence`, ...lines].join('\n')
}
