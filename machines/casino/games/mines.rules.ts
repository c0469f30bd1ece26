import { type FairDraw, takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import { multiply, ONE, type Rational, rational } from '#machines/odds/rational.rules.ts'
import { extremes } from './dice.rules.ts'
import { type GameRules, mainStake, type Played, refuse, type SettingsOf, timesE4 } from './game-rules.ts'

/** A field. */
export interface MinesState {
  readonly stakeMinor: number
  /** Cells with mines. */
  readonly minesAt: readonly number[]
  /** Clear cells that were opened, in their order. */
  readonly opened: readonly number[]
  /** The mine that was opened. */
  readonly hit: number | null
  readonly hasCashedOut: boolean
}

/** Cells of the field. */
export const MINE_CELLS = 25
const CELLS = Array.from({ length: MINE_CELLS }, (_, cell) => cell)

/** What was asked for before, by mines and clear cells. */
const CHANCES = new Map<number, Rational>()

/** The chance that so many cells are clear, of a field with so many mines. */
export function chanceOfClear(mines: number, opened: number): Rational {
  if (opened === 0) return ONE
  const key = mines * (MINE_CELLS + 1) + opened
  const known = CHANCES.get(key)
  if (known) return known
  const ofLast = rational(MINE_CELLS - mines - opened + 1, MINE_CELLS - opened + 1)
  const chance = multiply(chanceOfClear(mines, opened - 1), ofLast)
  CHANCES.set(key, chance)
  return chance
}

/** Ten-thousandths of the stake after so many clear cells: return / chance, rounded down; the stake itself before the first. */
export function minesMultiplierE4(settings: SettingsOf<'mines'>, mines: number, opened: number): number {
  if (opened === 0) return 10_000
  const { numerator, denominator } = chanceOfClear(mines, opened)
  return Number((BigInt(settings.returnE4) * denominator) / numerator)
}

function multiplierOf(settings: SettingsOf<'mines'>, { minesAt, opened, hit }: MinesState): number {
  return hit === null ? minesMultiplierE4(settings, minesAt.length, opened.length) : 0
}

/** Whether a round can continue after so many clear cells: there is one more, and it is worth no more than the game pays at most. */
function goesOn(settings: SettingsOf<'mines'>, mines: number, opened: number): boolean {
  return opened < MINE_CELLS - mines && minesMultiplierE4(settings, mines, opened + 1) <= settings.highestE4
}

function isOver({ hit, hasCashedOut }: MinesState): boolean {
  return hit !== null || hasCashedOut
}

function reveal(settings: SettingsOf<'mines'>, state: MinesState, cell: number): Played<MinesState> {
  if (isOver(state) || state.opened.includes(cell)) return refuse('casino.out_of_turn')
  if (state.minesAt.includes(cell)) return { state: { ...state, hit: cell } }
  const next = { ...state, opened: [...state.opened, cell] }
  return { state: { ...next, hasCashedOut: !goesOn(settings, next.minesAt.length, next.opened.length) } }
}

/** A field of cells with mines; each clear cell raises what the round pays, a mine ends it (CAS-11). */
export const MINES: GameRules<'mines', MinesState> = {
  kind: 'mines',
  open(_settings, { stakes, choice }, draw: FairDraw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    const minesAt = takeAtRandom(CELLS, choice.mines, draw).sort((one, other) => one - other)
    return { state: { stakeMinor, minesAt, opened: [], hit: null, hasCashedOut: false } }
  },
  act(settings, state, act) {
    if (act.kind === 'reveal') return reveal(settings, state, act.cell)
    if (act.kind !== 'cash_out') return refuse('casino.act_invalid')
    if (isOver(state) || state.opened.length === 0) return refuse('casino.out_of_turn')
    return { state: { ...state, hasCashedOut: true } }
  },
  finish: (_settings, state) => (isOver(state) ? state : { ...state, hasCashedOut: true }),
  isOver,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: (settings, state) => (isOver(state) ? timesE4(state.stakeMinor, multiplierOf(settings, state)) : 0),
  view(settings, state) {
    const { minesAt, opened, hit } = state
    const over = isOver(state)
    return {
      kind: 'mines',
      mines: minesAt.length,
      opened: [...opened],
      hit: hit === null ? [] : [hit],
      minesAt: over ? [...minesAt] : [],
      multiplierE4: multiplierOf(settings, state),
      nextE4: !over ? minesMultiplierE4(settings, minesAt.length, opened.length + 1) : 0,
      payMinor: MINES.payoutMinor(settings, state),
    }
  },
  returns(settings) {
    const all: Rational[] = []
    for (let mines = 1; mines < MINE_CELLS; mines++)
      for (let opened = 1; opened === 1 || goesOn(settings, mines, opened - 1); opened++)
        all.push(multiply(rational(minesMultiplierE4(settings, mines, opened), 10_000), chanceOfClear(mines, opened)))
    return extremes(all)
  },
  faults: ({ returnE4, highestE4 }) => {
    const lowest = returnE4 * MINE_CELLS
    return highestE4 < lowest
      ? [`the highest multiplier is below ${lowest}, which one clear cell among 24 mines is worth`]
      : []
  },
}
