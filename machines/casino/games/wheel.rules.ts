import { rational } from '#machines/odds/rational.rules.ts'
import type { GameStake } from '#schemas'
import { extremes } from './dice.rules.ts'
import { type GameRules, hasSpots, refuse, timesE4, totalOf } from './game-rules.ts'

/** A turn of the wheel. */
export interface WheelState {
  readonly stakes: readonly GameStake[]
  readonly segment: number
}

/** A wheel with spots to stake on (CAS-11). */
export const WHEEL: GameRules<'wheel', WheelState> = {
  kind: 'wheel',
  open({ segments, paysE4 }, { stakes }, draw) {
    if (!hasSpots(stakes, (on) => Object.hasOwn(paysE4, on))) return refuse('casino.stake_invalid')
    return { state: { stakes, segment: draw.below(segments.length) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakes }) => totalOf(stakes),
  payoutMinor: (settings, state) => WHEEL.view(settings, state).wins.reduce((sum, { payMinor }) => sum + payMinor, 0),
  view({ segments, paysE4 }, { stakes, segment }) {
    const label = segments[segment] ?? ''
    const wins = stakes
      .filter(({ on }) => on === label)
      .map(({ on, amountMinor }) => ({ on, payMinor: timesE4(amountMinor, paysE4[on] ?? 0) }))
    return { kind: 'wheel', segment, label, wins }
  },
  returns: ({ segments, paysE4 }) =>
    extremes(
      Object.entries(paysE4).map(([spot, payE4]) =>
        rational(segments.filter((segment) => segment === spot).length * payE4, segments.length * 10_000),
      ),
    ),
  faults: ({ segments, paysE4 }) => [
    ...[...new Set(segments)]
      .filter((spot) => !Object.hasOwn(paysE4, spot))
      .map((spot) => `nothing is paid for ${spot}`),
    ...Object.keys(paysE4)
      .filter((spot) => !segments.includes(spot))
      .map((spot) => `no segment bears ${spot}`),
  ],
}
