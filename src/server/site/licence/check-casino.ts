import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type { BrandProblem, CasinoConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'

const PATH = sectionPath('casino')

/** Games whose paytable gives back less or more than the brand lets a game give back. */
export function checkCasino(level: BrandLevel): readonly BrandProblem[] {
  const casino = level.documents.get(PATH)?.value as CasinoConfig | undefined
  if (!casino?.games) return []
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
