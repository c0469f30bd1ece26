import type { NameTranslations } from '#schemas'
import { COMPETITIONS } from './competition-names.ts'
import { FIGHTERS, MARBLES, PLAYERS } from './people-names.ts'
import { clubs, TOWNS, type WrittenName } from './town-names.ts'

/** The clubs of simulated sports, in the order in which they play. */
export const CLUBS = {
  football: {
    gb: clubs(TOWNS.gb, 'FC'),
    de: clubs(TOWNS.de, 'SV'),
    es: clubs(TOWNS.es, 'CF'),
    fr: clubs(TOWNS.fr, 'FC'),
    it: clubs(TOWNS.it, 'Calcio'),
  },
  ice: clubs(TOWNS.gb, 'Ice'),
  hoops: { es: clubs(TOWNS.es, 'Baloncesto'), fr: clubs(TOWNS.fr, 'Basket') },
  volley: clubs(TOWNS.it, 'Volley'),
  handball: clubs(TOWNS.de, 'HC'),
  cricket: clubs(TOWNS.gb, 'CC'),
  baseball: clubs(TOWNS.gb, 'Nine'),
  gridiron: clubs(TOWNS.gb, 'Gridiron'),
} as const

/** Names in Latin letters, as games have them. */
export const latin = (written: readonly WrittenName[]): readonly string[] => written.map(([name]) => name)

const WRITTEN: readonly (readonly WrittenName[])[] = [
  ...Object.values(CLUBS.football),
  ...Object.values(CLUBS.hoops),
  ...[CLUBS.ice, CLUBS.volley, CLUBS.handball, CLUBS.cricket, CLUBS.baseball, CLUBS.gridiron],
  ...[COMPETITIONS, PLAYERS, FIGHTERS, MARBLES],
]

const TRANSLATIONS: ReadonlyMap<string, NameTranslations> = new Map(
  WRITTEN.flat().map(([name, ru, ar]) => [name, { ru, ar }]),
)

/** A simulated name in the scripts of other languages; undefined of one that is written alike everywhere. */
export function translationsOf(name: string): NameTranslations | undefined {
  return TRANSLATIONS.get(name)
}
