import type { GameSettings, GameStake } from '#schemas'
import { ROULETTE_NUMBERS, ROULETTE_SPOTS } from './roulette.rules.ts'

/** Whether the stakes of a round are on each other's opposites, so that whatever comes out, some of them win: at a roulette all numbers
 *  but at most the zero, at baccarat both hands, at a wheel every spot. Such a round puts little at risk, and counts nothing toward a
 *  bonus (PROMO-18). `red` and `black` → true; `red` and `dozen1` → false.
 *  @param settings those of the game; null where its rounds are shared, of which those with spots are roulettes */
export function areOppositeStakes(
  stakes: readonly Pick<GameStake, 'on'>[],
  settings: Pick<GameSettings, 'kind'> | GameSettings | null,
): boolean {
  const spots = new Set(stakes.map(({ on }) => on))
  if (settings?.kind === 'baccarat') return spots.has('player') && spots.has('banker')
  if (settings && 'paysE4' in settings && settings.kind === 'wheel')
    return Object.keys(settings.paysE4).every((spot) => spots.has(spot))
  if (settings && settings.kind !== 'roulette' && settings.kind !== 'live_roulette') return false
  const numbers = new Set([...spots].flatMap((spot) => ROULETTE_SPOTS.get(spot) ?? []))
  return numbers.size >= ROULETTE_NUMBERS - 1
}
