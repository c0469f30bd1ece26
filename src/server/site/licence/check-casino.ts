import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type { BrandProblem, CasinoConfig, CouponConfig, GlobalConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'

const PATH = sectionPath('casino')

/** Games whose paytable gives back less or more than the brand lets a game give back, jackpots that could not be won, and stakes that
 *  nobody can lay. */
export function checkCasino(level: BrandLevel): readonly BrandProblem[] {
  const casino = level.documents.get(PATH)?.value as CasinoConfig | undefined
  if (!casino?.games) return []
  return [
    ...checkReturns(level, casino),
    ...checkJackpots(level, casino),
    ...checkStakes(level, casino),
    ...checkSlots(level, casino),
  ]
}

/** Stakes whose bounds cross, and games whose largest stake is below the smallest bet of the brand's currency: amounts of another one. */
function checkStakes(level: BrandLevel, { games }: CasinoConfig): readonly BrandProblem[] {
  const offered = Object.entries(games).flatMap(([id, game]) => (game?.isOffered ? [{ id, ...game.stake }] : []))
  const crossed = offered.filter(({ minimumMinor, maximumMinor }) => minimumMinor > maximumMinor)
  const { currency, leastMinor } = smallestBet(level)
  const small = offered.filter(({ maximumMinor }) => maximumMinor < leastMinor)
  const named = small.map(({ id }) => `"${id}"`).join(', ')
  return [
    ...crossed.flatMap(({ id, minimumMinor, maximumMinor }) =>
      stakeFault(level, { id, maximumMinor, floor: minimumMinor }, [
        `the largest stake of the game "${id}", ${maximumMinor}, is below its smallest, ${minimumMinor}.`,
        'Raise the one or lower the other.',
      ]),
    ),
    ...small
      .slice(0, 1)
      .flatMap(({ id, maximumMinor }) =>
        stakeFault(level, { id, maximumMinor, floor: leastMinor }, [
          `the largest stakes of the games ${named} are below the smallest bet in ${currency}, ${leastMinor} minor units.`,
          `Write the stakes of games in minor units of ${currency}.`,
        ]),
      ),
  ]
}

/** Slots whose smallest stake is above what a round of any slot may be staked: nobody could play them. */
function checkSlots(level: BrandLevel, { games, slotStakeMaximumMinor: most }: CasinoConfig): readonly BrandProblem[] {
  if (most === 0) return []
  return Object.entries(games).flatMap(([id, game]) => {
    if (!game?.isOffered || game.category !== 'slots' || game.stake.minimumMinor <= most) return []
    const least = game.stake.minimumMinor
    const message = `the smallest stake of the slot "${id}" is ${least}, and slotStakeMaximumMinor lets a round of slots be staked ${most} at most: nobody could play it. Lower the stake, raise the bound, or take the game out of the offer.`
    return locateFault(level, PATH, {
      ...{ pointer: `/games/${id}/stake/minimumMinor`, found: String(least), expected: `at most ${most}` },
      ...{ suggestion: null, message, causes: [{ path: PATH, pointer: '/slotStakeMaximumMinor' }] },
    })
  })
}

/** The smallest bet in the currency of the brand, in its minor units; 0 where it is above the largest bet, which is a fault of its own. */
function smallestBet(level: BrandLevel): { readonly currency: string; readonly leastMinor: number } {
  const global = level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
  const coupon = level.documents.get(sectionPath('coupon'))?.value as CouponConfig | undefined
  const currency = global?.defaultCurrency ?? ''
  const leastMinor = global?.currencies?.[currency]?.minimumBetMinor ?? 0
  return { currency, leastMinor: leastMinor > (coupon?.maximumStakeMinor ?? 0) ? 0 : leastMinor }
}

interface FaultyStake {
  readonly id: string
  readonly maximumMinor: number
  /** What the largest stake is at least, minor units. */
  readonly floor: number
}

function stakeFault(level: BrandLevel, { id, maximumMinor, floor }: FaultyStake, sentences: readonly string[]) {
  const causes = [
    { path: PATH, pointer: `/games/${id}/stake/minimumMinor` },
    { path: sectionPath('global'), pointer: '/defaultCurrency' },
  ]
  return locateFault(level, PATH, {
    ...{ pointer: `/games/${id}/stake/maximumMinor`, found: String(maximumMinor), expected: `at least ${floor}` },
    ...{ suggestion: null, message: sentences.join(' '), causes },
  })
}

function checkReturns(level: BrandLevel, casino: CasinoConfig): readonly BrandProblem[] {
  const { lowestReturnE4, highestReturnE4 } = casino
  return Object.entries(casino.games).flatMap(([id, game]) => {
    const found = game?.isOffered ? PAYTABLE_RETURNS[game.paytable] : undefined
    if (!found || (found.lowestE4 >= lowestReturnE4 && found.highestE4 <= highestReturnE4)) return []
    const percent = (e4: number) => `${(e4 / 100).toFixed(2)} %`
    const band = `${percent(lowestReturnE4)} to ${percent(highestReturnE4)}`
    const returns = `${percent(found.lowestE4)} to ${percent(found.highestE4)}`
    const message = `the paytable "${game.paytable}" of the game "${id}" gives back ${returns} of the stakes, and the brand allows ${band}. Choose another paytable, or take the game out of the offer.`
    const pointer = `/games/${id}/paytable`
    const causes = ['/lowestReturnE4', '/highestReturnE4'].map((limit) => ({ path: PATH, pointer: limit }))
    return locateFault(level, PATH, { pointer, found: returns, expected: band, suggestion: null, message, causes })
  })
}

/** Jackpots whose amounts, shares or bounds contradict one another. */
function checkJackpots(level: BrandLevel, { jackpots }: CasinoConfig): readonly BrandProblem[] {
  return Object.entries(jackpots ?? {}).flatMap(([id, jackpot]) => {
    const { seedMinor, capMinor, reseedPpm, nextPpm, kind, oneInMinor, dropsWithinMs } = jackpot
    const fault = (key: string, found: number, expected: string, message: string) => {
      const of = { pointer: `/jackpots/${id}/${key}`, found: String(found), expected, suggestion: null, causes: [] }
      return locateFault(level, PATH, { ...of, message: `the jackpot "${id}" ${message}` })
    }
    return [
      ...(capMinor > seedMinor + 1
        ? []
        : fault(
            'capMinor',
            capMinor,
            `more than ${seedMinor + 1}`,
            'begins at its cap: raise capMinor, or lower seedMinor.',
          )),
      ...(reseedPpm + nextPpm <= 1_000_000
        ? []
        : fault(
            'reseedPpm',
            reseedPpm,
            'with nextPpm at most 1000000',
            'puts by more than goes to it: lower reseedPpm or nextPpm.',
          )),
      ...(kind !== 'progressive' || oneInMinor > 0
        ? []
        : fault('oneInMinor', oneInMinor, 'more than 0', 'is progressive and has no chance: write oneInMinor.')),
      ...(kind !== 'must_drop_time' || dropsWithinMs > 0
        ? []
        : fault('dropsWithinMs', dropsWithinMs, 'more than 0', 'drops by time and has no time: write dropsWithinMs.')),
    ]
  })
}
