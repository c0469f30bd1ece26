import { add, multiply, type Rational, rational, ZERO } from '#machines/odds/rational.rules.ts'
import { extremes } from './dice.rules.ts'
import { type ChoiceOf, type GameRules, mainStake, refuse, type SettingsOf, timesE4 } from './game-rules.ts'

/** A ball. */
export interface PlinkoState {
  readonly stakeMinor: number
  readonly rows: number
  readonly risk: ChoiceOf<'plinko'>['risk']
  /** 0 for left, 1 for right, row by row. */
  readonly path: readonly (0 | 1)[]
}

type Table = SettingsOf<'plinko'>['tables'][number]

function tableOf(
  settings: SettingsOf<'plinko'>,
  { rows, risk }: Pick<PlinkoState, 'rows' | 'risk'>,
): Table | undefined {
  return settings.tables.find((table) => table.rows === rows && table.risk === risk)
}

/** What a slot pays, in ten-thousandths of the stake: the table names the left half, the right one is the same. */
export function slotPayE4({ rows, paysE4 }: Table, slot: number): number {
  return paysE4[Math.min(slot, rows - slot)] ?? 0
}

/** In how many of the 2^rows ways the ball comes to a slot. */
function waysTo(rows: number, slot: number): bigint {
  let ways = 1n
  for (let at = 1n; at <= BigInt(slot); at++) ways = (ways * (BigInt(rows) - at + 1n)) / at
  return ways
}

function returnOf(table: Table): Rational {
  const all = 2n ** BigInt(table.rows)
  let sum = ZERO
  for (let slot = 0; slot <= table.rows; slot++)
    sum = add(sum, multiply(rational(slotPayE4(table, slot), 10_000), rational(waysTo(table.rows, slot), all)))
  return sum
}

/** A ball that falls left or right at each pin (CAS-11). */
export const PLINKO: GameRules<'plinko', PlinkoState> = {
  kind: 'plinko',
  open(settings, { stakes, choice }, draw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    const { rows, risk } = choice
    if (!tableOf(settings, choice)) return refuse('casino.choice_invalid')
    return { state: { stakeMinor, rows, risk, path: Array.from({ length: rows }, () => draw.below(2) as 0 | 1) } }
  },
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: (settings, state) => PLINKO.view(settings, state).payMinor,
  view(settings, { stakeMinor, rows, risk, path }) {
    const slot = path.reduce<number>((sum, side) => sum + side, 0)
    const table = tableOf(settings, { rows, risk })
    const multiplierE4 = table ? slotPayE4(table, slot) : 0
    return {
      ...{ kind: 'plinko', rows, risk, path: [...path], slot, multiplierE4 },
      payMinor: timesE4(stakeMinor, multiplierE4),
    }
  },
  returns: ({ tables }) => extremes(tables.map(returnOf)),
  faults: ({ tables }) =>
    tables.flatMap(({ rows, risk, paysE4 }) => {
      const slots = Math.floor(rows / 2) + 1
      return paysE4.length === slots
        ? []
        : [`the table of ${rows} rows at ${risk} risk names ${paysE4.length} slots and needs ${slots}`]
    }),
}
