import type { CatalogueGame } from '#schemas'

const FIRST = [
  'Golden',
  'Wild',
  'Crystal',
  'Midnight',
  'Royal',
  'Lucky',
  'Thunder',
  'Mystic',
  'Crimson',
  'Silver',
  'Élan',
  'Ancient',
] as const
const SECOND = [
  'Fruits',
  'Pharaoh',
  'Dragon',
  'Riches',
  'Lagoon',
  'Bandit',
  'Forge',
  'Comet',
  'Orchard',
  'Temple',
  'Tiger',
  'Reef',
] as const
const KINDS = ['slots', 'slots', 'slots', 'slots', 'slots', 'slots', 'live', 'table', 'instant', 'poker'] as const
const TAGS = ['mythology', 'fruits', 'books', 'animals', 'classic'] as const
const STUDIOS = [1001, 1005, 1008, 1009, 1014, 1015, 2001, 2002, 3001, 5001] as const

/** Games of a provider that nobody has, alike in every run: number 0 to count - 1. */
export function* madeGames(provider: string, count: number): Generator<CatalogueGame, void, void> {
  for (let at = 0; at < count; at += 1) yield madeGame(provider, at)
}

/** One of them. */
export function madeGame(provider: string, at: number, changes: Partial<CatalogueGame> = {}): CatalogueGame {
  const pick = <Value>(list: readonly Value[], turn: number): Value => list[turn % list.length] as Value
  const isDemo = at % 3 !== 0
  return {
    ...{ provider, code: `game_${at}`, category: pick(KINDS, at), tags: [pick(TAGS, at)], order: at },
    name: `${pick(FIRST, at)} ${pick(SECOND, Math.floor(at / FIRST.length))} ${Math.floor(at / 144) + 1}`,
    studioId: pick(STUDIOS, Math.floor(at / 7)),
    features: [
      ...(at % 4 === 0 ? (['free_spins'] as const) : []),
      ...(at % 25 === 0 ? (['jackpot'] as const) : []),
      ...(isDemo ? (['demo'] as const) : []),
    ],
    ...{ returnE4: 9400 + (at % 5) * 50, volatility: pick(['low', 'medium', 'high'] as const, at) },
    stakes: { EUR: { minimumMinor: 10, maximumMinor: 10_000 } },
    releasedOn: `${2016 + (at % 10)}-0${1 + (at % 9)}-15`,
    ...changes,
  }
}

/** A catalogue as a file has it: a game a line. */
export function asLines(games: Iterable<CatalogueGame>): string {
  return [...games].map((game) => `${JSON.stringify(game)}\n`).join('')
}
