import { expect, test } from 'vitest'
import type { CatalogueGame } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { START } from '../casino.test-support.ts'
import { asLines, madeGame, madeGames } from './catalogue.test-support.ts'
import { catalogueGameId } from './catalogue-game-id.ts'
import { importCatalogue } from './catalogue-import.ts'

const PROVIDERS = new Set(['acme', 'globex'])

await describeOnQuickestEngine('the import of a catalogue', (database) => {
  const take = (brandId: string, text: string, now = START) =>
    forBrand(database().db, brandId).transaction((tx) =>
      importCatalogue(tx, { chunks: [text], providers: PROVIDERS, now }),
    )
  const revision = (brandId: string) =>
    forBrand(database().db, brandId).transaction(async (tx) => {
      const row = await tx.select('casino_catalogue').select('revision').executeTakeFirst()
      return row?.revision
    })
  const offered = (brandId: string) =>
    forBrand(database().db, brandId).transaction(async (tx) => {
      const rows = await tx
        .select('casino_catalogue_game')
        .select(['game_id', 'entry'])
        .where('withdrawn_at', 'is', null)
        .orderBy('game_id')
        .execute()
      return rows.map(({ game_id, entry }) => `${game_id} ${entry.name}`)
    })
  const games = (count: number, provider = 'acme') => [...madeGames(provider, count)]

  test('CAS-15: a file is taken over once; the same again changes nothing, and a brand has its own', async () => {
    const file = asLines(games(12))
    const none = { changed: 0, unchanged: 0, withdrawn: 0, returned: 0, faults: 0, refused: [] }
    expect(await take('c-once', file)).toEqual({ ...none, read: 12, added: 12 })
    expect(await revision('c-once')).toBe(1)
    expect(await take('c-once', JSON.stringify(games(12)))).toEqual({ ...none, read: 12, added: 0, unchanged: 12 })
    expect(await revision('c-once')).toBe(1)
    expect(await offered('c-once')).toHaveLength(12)
    expect(await offered('c-other')).toEqual([])
  })

  test('CAS-15: what has changed, was withdrawn and is back is reported; games of providers that a file leaves out stay', async () => {
    await take('c-next', asLines([...games(4), ...games(2, 'globex')]))
    const next = [madeGame('acme', 0), madeGame('acme', 1, { name: 'Renamed' })]
    expect(await take('c-next', asLines(next))).toMatchObject({
      read: 2,
      changed: 1,
      unchanged: 1,
      withdrawn: 2,
      added: 0,
    })
    expect(await offered('c-next')).toEqual([
      `acme-game_0 ${madeGame('acme', 0).name}`,
      'acme-game_1 Renamed',
      `globex-game_0 ${madeGame('globex', 0).name}`,
      `globex-game_1 ${madeGame('globex', 1).name}`,
    ])
    expect(await take('c-next', asLines(games(4)))).toMatchObject({
      returned: 2,
      changed: 1,
      unchanged: 1,
      withdrawn: 0,
    })
    expect(await take('c-next', asLines(games(4)))).toMatchObject({ unchanged: 4, withdrawn: 0 })
  })

  test.each<readonly [string, string, number, string, RegExp]>([
    ['a line that is no JSON', '{"provider":', 2, 'not_json', /no JSON/],
    ['a value that is none', JSON.stringify({ ...madeGame('acme', 9), returnE4: 20_000 }), 2, 'bad_value', /returnE4/],
    ['a key that nobody knows', JSON.stringify({ ...madeGame('acme', 9), rtp: 96 }), 2, 'bad_value', /rtp/],
    ['a game that is there twice', JSON.stringify(madeGame('acme', 0, { name: 'Twice' })), 2, 'double', /line 1/],
    [
      'a provider that the brand has not joined',
      JSON.stringify(madeGame('nobody', 1)),
      2,
      'provider_unknown',
      /acme, globex/,
    ],
    [
      'a maker whom the tables do not have',
      JSON.stringify(madeGame('acme', 9, { studioId: 77 })),
      2,
      'studio_unknown',
      /77/,
    ],
    [
      'a smallest stake above the largest',
      JSON.stringify(madeGame('acme', 9, { stakes: { EUR: { minimumMinor: 500, maximumMinor: 100 } } })),
      2,
      'stakes_crossed',
      /EUR/,
    ],
  ])('CAS-15: %s is named with its line, and nothing is imported', async (_name, line, at, code, reason) => {
    const brand = `c-fault-${code}`
    const output = await take(brand, `${asLines([madeGame('acme', 0)])}${line}\n${asLines([madeGame('acme', 2)])}`)
    expect(output).toMatchObject({ read: 3, added: 0, faults: 1 })
    expect(output.refused).toEqual([{ line: at, code, reason: expect.stringMatching(reason) }])
    expect(await offered(brand)).toEqual([])
    expect(await revision(brand)).toBeUndefined()
  })

  test('a file without games withdraws nothing', async () => {
    await take('c-empty', asLines(games(2)))
    for (const file of ['', '[]']) expect(await take('c-empty', file)).toMatchObject({ faults: 1, withdrawn: 0 })
    expect(await offered('c-empty')).toHaveLength(2)
  })

  test('CAS-15: 5,000 games are imported, and of many faults the first hundred are named', async () => {
    expect(await take('c-many', asLines(games(5000)))).toMatchObject({ read: 5000, added: 5000 })
    const broken = games(150).map((game): CatalogueGame => ({ ...game, returnE4: -1 }))
    const output = await take('c-many', asLines(broken))
    expect([output.faults, output.refused.length]).toEqual([150, 100])
    expect(await offered('c-many')).toHaveLength(5000)
  })
})

test('ids keep to the letters and the length of ids, and different codes have different ones', () => {
  expect(catalogueGameId('acme', 'vs20_book')).toBe('acme-vs20_book')
  const odd = ['a:b', 'a.b', 'a_b', 'a/b', 'x'.repeat(100), `${'x'.repeat(99)}y`].map((code) =>
    catalogueGameId('acme', code),
  )
  expect(new Set(odd).size).toBe(odd.length)
  for (const id of odd) expect(id).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/)
})
