import { AppError } from '#calls/app-error.ts'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { convertMinor } from '#machines/money/amount.rules.ts'
import type { CasinoGame, GameSettings } from '#schemas'
import type { CasinoSections } from '../casino-ports.ts'

/** A game of the engine that can be played here. */
export interface OwnGame extends CasinoGame {
  readonly id: string
  readonly settings: GameSettings
}

/** What of a brand's configuration bounds stakes. */
export type StakeSections = Pick<CasinoSections, 'global'> & {
  readonly casino: Pick<CasinoSections['casino'], 'slotStakeMaximumMinor'>
}

/** Bounds of a stake in a currency, in its minor units. */
export interface StakeBounds {
  readonly minimumMinor: number
  readonly maximumMinor: number
  /** Round amounts between them, rising. */
  readonly chipsMinor: readonly number[]
}

/** The game of an id, where it is offered in a country. @throws AppError casino.game_unknown, casino.not_for_country */
export function offeredGame({ casino }: Pick<CasinoSections, 'casino'>, gameId: string, country: string): OwnGame {
  const game = Object.hasOwn(casino.games, gameId) ? casino.games[gameId] : undefined
  if (!game?.isOffered) throw new AppError('casino.game_unknown')
  if (game.hiddenIn.includes(country)) throw new AppError('casino.not_for_country')
  return { ...game, id: gameId, settings: PAYTABLES[game.paytable] }
}

const STEPS = [1, 2, 5]

/** The next amount of the row 1, 2, 5, 10, 20, 50 … that is not below. */
function roundUp(minor: number): number {
  for (let power = 1; ; power *= 10) for (const step of STEPS) if (step * power >= minor) return step * power
}

/** The most minor units of a currency that a round of any slot may be staked; no bound where the brand sets none. */
export function slotCeilingMinor({ casino, global }: StakeSections, currency: string): number {
  const { currencies, defaultCurrency } = global
  const most = casino.slotStakeMaximumMinor
  const from = currencies[defaultCurrency]
  const to = currencies[currency]
  if (most === 0) return Number.MAX_SAFE_INTEGER
  return from && to && currency !== defaultCurrency ? convertMinor(most, from, to) : most
}

/** The bounds of a game's stake in a currency: converted by the brand's rates and rounded up to amounts that one would write on a chip. No
 *  slot goes above what the brand lets a round of slots be staked. */
export function stakeBounds(
  { stake, paytable, category }: Pick<CasinoGame, 'stake' | 'paytable' | 'category'>,
  currency: string,
  sections: StakeSections,
): StakeBounds {
  const { currencies, defaultCurrency } = sections.global
  const from = currencies[defaultCurrency]
  const to = currencies[currency]
  const inCurrency = (minor: number) =>
    from && to && currency !== defaultCurrency ? roundUp(convertMinor(minor, from, to)) : minor
  const minimumMinor = inCurrency(stake.minimumMinor)
  const isSlot = category === 'slots' || isSlotKind(PAYTABLES[paytable])
  const ceilingMinor = isSlot ? slotCeilingMinor(sections, currency) : Number.MAX_SAFE_INTEGER
  const maximumMinor = Math.min(Math.max(inCurrency(stake.maximumMinor), minimumMinor), ceilingMinor)
  const chips: number[] = []
  for (let chip = roundUp(minimumMinor); chip <= maximumMinor; chip = roundUp(chip + 1)) chips.push(chip)
  return { minimumMinor, maximumMinor, chipsMinor: chips }
}

/** The least milliseconds between the beginnings of two rounds of a game. */
export function leastRoundMs({ casino }: Pick<CasinoSections, 'casino'>, settings: Pick<GameSettings, 'kind'>): number {
  return isSlotKind(settings) ? casino.slotRoundMs : casino.gameRoundMs
}

function isSlotKind({ kind }: Pick<GameSettings, 'kind'>): boolean {
  return kind === 'slot' || kind === 'cascade'
}
