import { prizeChance, returnOf } from '#machines/odds/draw-odds.rules.ts'
import { compare, multiply, type Rational, rational, toPlaces } from '#machines/odds/rational.rules.ts'
import type { BrandProblem, DrawGame, LotteriesConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { currencyFault } from './price-currencies.ts'

const PATH = sectionPath('lotteries')

/** Draw games that cannot be drawn or give back less or more than the licence lets them: each by its exact fraction (LOT-5). */
export function checkLotteries(level: BrandLevel): readonly BrandProblem[] {
  const config = level.documents.get(PATH)?.value as LotteriesConfig | undefined
  if (!config?.games) return []
  return Object.entries(config.games).flatMap(([id, game]) => {
    if (!game?.isOffered) return []
    const shape = shapeFault(game) ?? amountFault(level, game)
    if (shape) return fault(level, { ...shape, pointer: `/games/${id}${shape.pointer}`, id })
    return returnFaults(level, config, { id, game })
  })
}

interface Fault {
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly what: string
}

function fault(level: BrandLevel, { pointer, found, expected, what, id }: Fault & { readonly id: string }) {
  const message = `the draw game "${id}" ${what}`
  return locateFault(level, PATH, { pointer, found, expected, suggestion: null, message, causes: [] })
}

function amountFault(level: BrandLevel, { prices, jackpotSeeds }: DrawGame): Fault | null {
  return currencyFault(level, '/prices', prices) ?? currencyFault(level, '/jackpotSeeds', jackpotSeeds)
}

/** What cannot be drawn or sold at all. */
function shapeFault(game: DrawGame): Fault | null {
  const { pool, drawn, hasBonusBall, picksLeast, picksMost, secondPool, secondDrawn, schedule } = game
  const balls = drawn + (hasBonusBall ? 1 : 0)
  if (balls > pool)
    return {
      pointer: '/drawn',
      found: String(balls),
      expected: `at most ${pool}`,
      what: 'draws more balls than its drum has. Lower drawn, or raise pool.',
    }
  if (picksLeast > picksMost || picksMost > pool)
    return {
      pointer: '/picksMost',
      found: String(picksMost),
      expected: `${picksLeast} to ${pool}`,
      what: 'has lines that nobody can fill. Correct picksLeast and picksMost.',
    }
  if (secondDrawn > secondPool)
    return {
      pointer: '/secondDrawn',
      found: String(secondDrawn),
      expected: `at most ${secondPool}`,
      what: 'draws more balls of the second drum than it has. Lower secondDrawn.',
    }
  if (schedule.everyMinutes === 0 && schedule.times.length === 0)
    return {
      pointer: '/schedule/times',
      found: '[]',
      expected: 'a time of day',
      what: 'is never drawn. Name times of day, or write everyMinutes.',
    }
  return overlapOf(game)
}

const MINUTES_OF_DAY = 1440

/** Draws that are nearer to each other than the end of a sale to its draw. */
function overlapOf({ schedule, closeSeconds }: DrawGame): Fault | null {
  const minutes = schedule.times
    .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
    .sort((one, other) => one - other)
  const gaps = minutes.map((minute, at) => ((minutes[at + 1] ?? (minutes[0] ?? 0) + MINUTES_OF_DAY) - minute) * 60)
  const least = schedule.everyMinutes > 0 ? schedule.everyMinutes * 60 : Math.min(...gaps)
  return closeSeconds < least
    ? null
    : {
        pointer: '/closeSeconds',
        found: String(closeSeconds),
        expected: `below ${least}`,
        what: `ends a sale ${closeSeconds} s before the draw, and draws every ${least} s: its draws overlap. Lower closeSeconds.`,
      }
}

function returnFaults(
  level: BrandLevel,
  { lowestReturnE4, highestReturnE4 }: LotteriesConfig,
  { id, game }: { readonly id: string; readonly game: DrawGame },
): readonly BrandProblem[] {
  const impossible = Object.entries(game.prizes).filter(([, prize]) => prizeChance(game, prize).numerator === 0n)
  const faults = impossible.flatMap(([prize]) =>
    fault(level, {
      ...{ id, pointer: `/games/${id}/prizes/${prize}/hits`, found: '0', expected: 'a chance above 0' },
      what: `has the prize "${prize}" that no line can win. Correct its picks and hits.`,
    }),
  )
  const [lowest, highest] = [rational(lowestReturnE4, 10_000), rational(highestReturnE4, 10_000)]
  for (let picks = game.picksLeast; picks <= game.picksMost; picks += 1) {
    const share = returnOf(game, picks)
    if (compare(share, lowest) >= 0 && compare(share, highest) <= 0) continue
    const found = `${percent(share)} % (${share.numerator}/${share.denominator})`
    faults.push(
      ...fault(level, {
        ...{ id, pointer: `/games/${id}/prizes`, found, expected: `${percent(lowest)} % to ${percent(highest)} %` },
        what: `gives back ${found} of lines of ${picks} numbers, and the licence allows ${percent(lowest)} % to ${percent(highest)} %. Change its prizes, or take it out of the offer.`,
      }),
    )
  }
  return faults
}

function percent(share: Rational): string {
  return toPlaces(multiply(share, rational(100)), 4)
}
