import { type FairDraw, type FairSource, fairDraw } from '#machines/odds/fair-draw.rules.ts'

/** Micro units of a minor unit: with millionths of a stake, shares of whole minor units are whole micro units. */
export const MICRO = 1_000_000

/** How a jackpot is won: by a chance of each stake, or for certain before it passes an amount or a moment. */
export type JackpotKind = 'progressive' | 'must_drop_amount' | 'must_drop_time'

/** Parts of a jackpot, in micro units. */
export interface JackpotParts {
  /** What is won. */
  readonly mainMicro: number
  /** What the next seed is paid from. */
  readonly reseedMicro: number
  /** What is added to the next run beside its seed. */
  readonly nextMicro: number
}

/** What a stake puts in, exactly: 0.33 at 1.5 % is 495,000 micro units, 99/20000 of a main unit. What does not divide is the main part's
 *  (CAS-12).
 *  @param stakeMinor minor units */
export function contributionOf(
  stakeMinor: number,
  share: { readonly contributionPpm: number; readonly reseedPpm: number; readonly nextPpm: number },
): JackpotParts {
  const whole = stakeMinor * share.contributionPpm
  const part = (ppm: number) => Number((BigInt(whole) * BigInt(ppm)) / BigInt(MICRO))
  const [reseedMicro, nextMicro] = [part(share.reseedPpm), part(share.nextPpm)]
  return { mainMicro: whole - reseedMicro - nextMicro, reseedMicro, nextMicro }
}

/** Adds what a stake puts in; what is above the cap is kept for the next run. */
export function withContribution(pool: JackpotParts, added: JackpotParts, capMinor: number): JackpotParts {
  const over = Math.max(0, pool.mainMicro + added.mainMicro - capMinor * MICRO)
  return {
    mainMicro: pool.mainMicro + added.mainMicro - over,
    reseedMicro: pool.reseedMicro + added.reseedMicro,
    nextMicro: pool.nextMicro + added.nextMicro + over,
  }
}

/** All that a pool holds, in micro units. */
export function totalMicro({ mainMicro, reseedMicro, nextMicro }: JackpotParts): number {
  return mainMicro + reseedMicro + nextMicro
}

/** Whole minor units of micro units. */
export function wholeMinor(micro: number): number {
  return Math.floor(micro / MICRO)
}

/** What follows a drop: the whole minor units that are won, what the house adds for the seed, and the parts that the next run begins with.
 *  What is not a whole minor unit stays, and what reaches the cap waits for the run after it. */
export function afterDrop(
  pool: JackpotParts,
  { seedMinor, capMinor }: { readonly seedMinor: number; readonly capMinor: number },
): { readonly wonMinor: number; readonly fundedMinor: number; readonly parts: JackpotParts } {
  const wonMinor = wholeMinor(pool.mainMicro)
  const seedMicro = seedMinor * MICRO
  const fundedMinor = Math.max(0, Math.ceil((seedMicro - pool.reseedMicro) / MICRO))
  const carried = pool.mainMicro - wonMinor * MICRO + pool.nextMicro
  // A run that began at its cap would be over before it began.
  const mainMicro = Math.min(seedMicro + carried, capMinor * MICRO - MICRO)
  return {
    ...{ wonMinor, fundedMinor },
    parts: {
      mainMicro,
      reseedMicro: pool.reseedMicro + fundedMinor * MICRO - seedMicro,
      nextMicro: seedMicro + carried - mainMicro,
    },
  }
}

/** What the draws of a run follow from, beside its secret: they are fixed before the first stake. */
export interface JackpotRun {
  readonly secret: string
  readonly jackpotId: string
  readonly currency: string
  readonly run: number
}

function sourceOf({ secret, jackpotId, currency, run }: JackpotRun, nonce: number): FairSource {
  return { serverSeed: secret, clientSeed: `${jackpotId}/${currency}/${run}`, nonce }
}

/** The amount at which a run drops: each micro unit above the start, up to the cap, is as likely as any other. So a stake that puts in c
 *  wins with c / (cap − current): 0.02 at 9,950 of 10,000 with 1/2500 (CAS-12). */
export function hitMicro(run: JackpotRun, bounds: { readonly startMicro: number; readonly capMinor: number }): number {
  const { startMicro, capMinor } = bounds
  return startMicro + 1 + belowLarge(fairDraw(sourceOf(run, 0)), capMinor * MICRO - startMicro)
}

/** The moment from which the next stake wins, in epoch ms: each before the latest one is as likely as any other. */
export function hitMs(run: JackpotRun, bounds: { readonly startedMs: number; readonly dropsByMs: number }): number {
  const { startedMs, dropsByMs } = bounds
  return startedMs + belowLarge(fairDraw(sourceOf(run, 0)), Math.max(1, dropsByMs - startedMs))
}

/** Whether a stake wins a progressive one: one of `oneInMinor` wins for certain, and a smaller one by its share of that.
 *  @param nonce place of the stake in the run, from 0 */
export function isProgressiveHit(
  run: JackpotRun,
  nonce: number,
  stake: { readonly stakeMinor: number; readonly oneInMinor: number },
): boolean {
  return belowLarge(fairDraw(sourceOf(run, nonce)), stake.oneInMinor) < stake.stakeMinor
}

/** What a stake is judged by. */
export interface JudgedStake {
  readonly kind: JackpotKind
  readonly startMicro: number
  readonly capMinor: number
  readonly oneInMinor: number
  readonly startedMs: number
  /** Null of one that does not drop by time. */
  readonly dropsByMs: number | null
  /** What is won after the stake. */
  readonly mainMicro: number
  readonly stakeMinor: number
  readonly nonce: number
  readonly nowMs: number
}

/** Whether a stake wins: the same answer for everybody who knows the secret of the run. */
export function isHit(run: JackpotRun, stake: JudgedStake): boolean {
  const { kind, startedMs, dropsByMs, mainMicro, nowMs } = stake
  if (kind === 'must_drop_amount') return mainMicro >= hitMicro(run, stake)
  if (kind === 'must_drop_time') return dropsByMs !== null && nowMs >= hitMs(run, { startedMs, dropsByMs })
  return isProgressiveHit(run, stake.nonce, stake)
}

const WORDS = 2 ** 32
const PAIRS = BigInt(WORDS) * BigInt(WORDS)

/** A whole number from 0 to below a bound of up to 2^53, each as likely as any other: from pairs of words, of which those above the greatest
 *  multiple of the bound are passed over. */
function belowLarge(draw: FairDraw, bound: number): number {
  const range = BigInt(bound)
  const limit = PAIRS - (PAIRS % range)
  for (;;) {
    const pair = BigInt(draw.below(WORDS)) * BigInt(WORDS) + BigInt(draw.below(WORDS))
    if (pair < limit) return Number(pair % range)
  }
}
