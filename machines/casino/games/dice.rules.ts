import { compare, multiply, type Rational, rational } from '#machines/odds/rational.rules.ts'
import { type GameRules, mainStake, refuse, type SettingsOf, timesE4 } from './game-rules.ts'

/** A roll. */
export interface DiceState {
  readonly stakeMinor: number
  readonly target: number
  readonly isOver: boolean
  /** 0 to 9999. */
  readonly roll: number
}

const SIDES = 10_000

/** How many of the ten thousand rolls win. */
export function winningRolls({ target, isOver }: Pick<DiceState, 'target' | 'isOver'>): number {
  return isOver ? SIDES - target : target
}

/** Ten-thousandths of the stake that a win pays: return / chance, rounded down. */
export function diceMultiplierE4({ returnE4 }: Pick<SettingsOf<'dice'>, 'returnE4'>, rolls: number): number {
  return Math.floor((returnE4 * SIDES) / rolls)
}

function returnFor(settings: SettingsOf<'dice'>, rolls: number): Rational {
  return multiply(rational(diceMultiplierE4(settings, rolls), 10_000), rational(rolls, SIDES))
}

/** A roll from 0.00 to 99.99 that wins above or below a target (CAS-11). */
export const DICE: GameRules<'dice', DiceState> = {
  kind: 'dice',
  open(settings, { stakes, choice }, draw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    const { target, isOver } = choice
    const rolls = winningRolls({ target, isOver })
    if (rolls < settings.fewest || rolls > settings.most) return refuse('casino.choice_invalid')
    return { state: { stakeMinor, target, isOver, roll: draw.below(SIDES) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: (settings, state) => DICE.view(settings, state).payMinor,
  view(settings, { stakeMinor, target, isOver, roll }) {
    const isWin = isOver ? roll >= target : roll < target
    const multiplierE4 = diceMultiplierE4(settings, winningRolls({ target, isOver }))
    const payMinor = isWin ? timesE4(stakeMinor, multiplierE4) : 0
    return { kind: 'dice', roll, target, isOver, isWin, multiplierE4, payMinor }
  },
  returns(settings) {
    const all = Array.from({ length: settings.most - settings.fewest + 1 }, (_, at) =>
      returnFor(settings, settings.fewest + at),
    )
    return extremes(all)
  },
  faults: ({ fewest, most }) => (fewest > most ? ['the least favourable chance is above the most favourable one'] : []),
}

/** The lowest and the highest of fractions. @throws RangeError when there are none */
export function extremes(all: readonly Rational[]): { readonly lowest: Rational; readonly highest: Rational } {
  const [first] = all
  if (!first) throw new RangeError('there are no fractions')
  let lowest = first
  let highest = first
  for (const one of all) {
    if (compare(one, lowest) < 0) lowest = one
    if (compare(one, highest) > 0) highest = one
  }
  return { lowest, highest }
}
