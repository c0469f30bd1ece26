import { CASINO_PROVIDERS } from '#machines/site/tables/casino-providers.ts'
import type { CasinoImportOutput, CatalogueGame } from '#schemas'
import schema from '#schemas/casino/catalogue-game.schema.json' with { type: 'json' }
import { isCatalogueGame } from '#schemas/generated/validators/casino.js'
import { faultsOfErrors } from '#server/site/faults/problem-of-error.ts'
import { catalogueGameId } from './catalogue-game-id.ts'
import type { CataloguePiece } from './catalogue-pieces.ts'

/** What is wrong with a line of a catalogue. */
export type CatalogueFault = CasinoImportOutput['refused'][number]

/** A game of a catalogue with our id of it. */
export interface CatalogueEntry {
  readonly gameId: string
  readonly game: CatalogueGame
}

/** A catalogue as it was read: without a fault all of its games, otherwise none to be used. */
export interface ReadCatalogue {
  readonly read: number
  readonly entries: readonly CatalogueEntry[]
  readonly faults: readonly CatalogueFault[]
}

/** The name of a maker by their id in the tables (TABLE-9); undefined when no table has it. */
export function makerName(id: number): string | undefined {
  return Object.values(CASINO_PROVIDERS)
    .map((table) => table.get(id))
    .find((name) => name !== undefined)
}

/** Reads a whole catalogue and finds everything that is wrong with it, line by line.
 *  @param providers ids of the providers that the brand has joined */
export async function readCatalogue(
  pieces: AsyncIterable<CataloguePiece>,
  providers: ReadonlySet<string>,
): Promise<ReadCatalogue> {
  const entries: CatalogueEntry[] = []
  const faults: CatalogueFault[] = []
  const lines = new Map<string, number>()
  let read = 0
  for await (const { line, text } of pieces) {
    read += 1
    const game = parsed(text)
    const found = faultsOf(game, providers)
    faults.push(...found.map((fault) => ({ line, ...fault })))
    if (found.length > 0) continue
    const own = game as CatalogueGame
    const gameId = catalogueGameId(own.provider, own.code)
    const former = lines.get(gameId)
    if (former === undefined) lines.set(gameId, line)
    else faults.push({ line, code: 'double', reason: `${own.code} of ${own.provider} is on line ${former} as well.` })
    entries.push({ gameId, game: own })
  }
  if (read === 0) faults.push({ line: 1, code: 'nothing', reason: 'The file has no games.' })
  return { read, entries, faults }
}

const NOT_JSON = Symbol('not JSON')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}

function faultsOf(game: unknown, providers: ReadonlySet<string>): Omit<CatalogueFault, 'line'>[] {
  if (game === NOT_JSON) return [{ code: 'not_json', reason: 'This is no JSON object.' }]
  if (!isCatalogueGame(game)) {
    const faults = faultsOfErrors({ errors: isCatalogueGame.errors ?? [], document: game, schema })
    return faults.map(({ message }) => ({ code: 'bad_value', reason: message }))
  }
  const found: Omit<CatalogueFault, 'line'>[] = []
  const { provider, studioId, stakes = {} } = game
  if (!providers.has(provider)) {
    const known = [...providers].sort().join(', ') || 'none'
    found.push({ code: 'provider_unknown', reason: `The brand has no provider ${provider}. It has: ${known}.` })
  }
  if (studioId !== undefined && makerName(studioId) === undefined)
    found.push({ code: 'studio_unknown', reason: `The tables have no maker with the id ${studioId}.` })
  for (const [currency, { minimumMinor, maximumMinor }] of Object.entries(stakes))
    if (minimumMinor > maximumMinor)
      found.push({
        code: 'stakes_crossed',
        reason: `The smallest stake in ${currency}, ${minimumMinor}, is above the largest, ${maximumMinor}.`,
      })
  return found
}
