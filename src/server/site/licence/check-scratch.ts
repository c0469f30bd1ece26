import { compare, multiply, rational, toExactText, toPlaces } from '#machines/odds/rational.rules.ts'
import { prizesOf, returnOfDeck, winningCards } from '#machines/odds/scratch-odds.rules.ts'
import type { BrandProblem, LotteriesConfig, ScratchGame } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { currencyFault, unsoldFault } from './price-currencies.ts'

const PATH = sectionPath('lotteries')
/** Nine fields of which no amount is there three times need five amounts. */
const LEAST_AMOUNTS = 5

interface Fault {
  readonly pointer: string
  readonly found: string
  readonly expected: string
  readonly what: string
}

/** Scratch cards that cannot be laid out, or paid, or give back less or more than the licence lets them (LOT-5). */
export function checkScratch(level: BrandLevel): readonly BrandProblem[] {
  const config = level.documents.get(PATH)?.value as LotteriesConfig | undefined
  return Object.entries(config?.scratch ?? {}).flatMap(([id, game]) => {
    if (!config || !game?.isOffered) return []
    const unpaid = unsoldFault(level, game.prices) ?? currencyFault(level, '/prices', game.prices)
    const found = shapeFault(game) ?? unpaid ?? priceFault(game) ?? returnFault(game, config)
    if (!found) return []
    const { pointer, what, ...of } = found
    const message = `the scratch card "${id}" ${what}`
    return locateFault(level, PATH, {
      ...{ ...of, pointer: `/scratch/${id}${pointer}`, suggestion: null, message, causes: [] },
    })
  })
}

function shapeFault(game: ScratchGame): Fault | null {
  const winning = winningCards(game)
  if (winning > game.cards)
    return {
      ...{ pointer: '/cards', found: String(game.cards), expected: `at least ${winning}` },
      what: 'has more prizes than cards. Raise cards, or lower the counts of its prizes.',
    }
  const amounts = new Set(prizesOf(game).map(({ timesE2 }) => timesE2))
  if (amounts.size < Object.keys(game.prizes).length || amounts.size < LEAST_AMOUNTS)
    return {
      ...{ pointer: '/prizes', found: `${amounts.size} different prizes` },
      expected: `at least ${LEAST_AMOUNTS}, none twice`,
      what: 'has too few different prizes for nine fields. Let each prize pay something else, and have five of them.',
    }
  return null
}

/** Prizes that are no whole number of minor units. */
function priceFault(game: ScratchGame): Fault | null {
  for (const [currency, priceMinor] of Object.entries(game.prices))
    for (const { id, timesE2 } of prizesOf(game))
      if ((priceMinor * timesE2) % 100 !== 0)
        return {
          ...{ pointer: `/prizes/${id}/timesE2`, found: String(timesE2) },
          expected: `a multiple by which ${priceMinor} ${currency} gives whole minor units`,
          what: `cannot pay the prize "${id}" to the cent in ${currency}. Change its timesE2, or the price.`,
        }
  return null
}

function returnFault(game: ScratchGame, { lowestReturnE4, highestReturnE4 }: LotteriesConfig): Fault | null {
  const share = returnOfDeck(game)
  const [lowest, highest] = [rational(lowestReturnE4, 10_000), rational(highestReturnE4, 10_000)]
  if (compare(share, lowest) >= 0 && compare(share, highest) <= 0) return null
  const percent = (of: typeof share) => toPlaces(multiply(of, rational(100)), 4)
  const found = `${percent(share)} % (${toExactText(share)})`
  const expected = `${percent(lowest)} % to ${percent(highest)} %`
  return {
    ...{ pointer: '/prizes', found, expected },
    what: `gives back ${found} of the price of a deck, and the licence allows ${expected}. Change its prizes, or take it out of the offer.`,
  }
}
