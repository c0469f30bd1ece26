import type { BingoRoom, BrandProblem, LotteriesConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { currencyFault, unsoldFault } from './price-currencies.ts'

const PATH = sectionPath('lotteries')
const OF_90: readonly string[] = ['line', 'two_lines', 'full_house']

interface Fault {
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly what: string
}

/** Bingo rooms that cannot end, or give back less or more than the licence lets them (LOT-5). */
export function checkBingo(level: BrandLevel): readonly BrandProblem[] {
  const config = level.documents.get(PATH)?.value as LotteriesConfig | undefined
  return Object.entries(config?.bingo ?? {}).flatMap(([id, room]) => {
    if (!config || !room?.isOffered) return []
    const unpaid =
      unsoldFault(level, room.prices) ??
      currencyFault(level, '/prices', room.prices) ??
      currencyFault(level, '/jackpotSeeds', room.jackpotSeeds)
    const found = unpaid ?? patternFault(room) ?? returnFault(room, config)
    if (!found) return []
    const { pointer, what, ...of } = found
    const message = `the bingo room "${id}" ${what}`
    return locateFault(level, PATH, { ...of, pointer: `/bingo/${id}${pointer}`, suggestion: null, message, causes: [] })
  })
}

function patternFault({ kind, patterns }: BingoRoom): Fault | null {
  const all = Object.entries(patterns)
  const foreign = all.find(([, { pattern }]) => kind === '90' && !OF_90.includes(pattern))
  if (foreign)
    return {
      ...{ pointer: `/patterns/${foreign[0]}/pattern`, found: foreign[1].pattern, expected: OF_90.join(', ') },
      what: `has the pattern "${foreign[1].pattern}", which cards of 90 balls do not have. Take another one, or cards of 75 balls.`,
    }
  const houses = all.filter(([, { pattern }]) => pattern === 'full_house')
  if (houses.length === 1) return null
  return {
    ...{ pointer: '/patterns', found: `${houses.length} full houses`, expected: 'one full house' },
    what: 'does not end with one full house. Have exactly one among its patterns.',
  }
}

/** Shares of the patterns and of the jackpot are what a room gives back over time, exactly. */
function returnFault({ patterns, jackpotFeedPpm }: BingoRoom, config: LotteriesConfig): Fault | null {
  const { lowestReturnE4, highestReturnE4 } = config
  const given = Object.values(patterns).reduce((sum, { sharePpm }) => sum + sharePpm, jackpotFeedPpm)
  if (given >= lowestReturnE4 * 100 && given <= highestReturnE4 * 100) return null
  const found = `${given / 10_000} %`
  const expected = `${lowestReturnE4 / 100} % to ${highestReturnE4 / 100} %`
  return {
    ...{ pointer: '/patterns', found, expected },
    what: `gives back ${found} of the stakes, and the licence allows ${expected}. Change the shares of its patterns or of its jackpot.`,
  }
}
