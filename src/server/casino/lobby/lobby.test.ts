import { expect, test } from 'vitest'
import type { CatalogueGame } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { asLines, madeGame, madeGames } from '../catalogue/catalogue.test-support.ts'
import { importCatalogue } from '../catalogue/catalogue-import.ts'
import { madeProvider } from '../providers/casino-provider.test-support.ts'
import { LATELY_MS } from './lobby-lately.ts'

await describeOnQuickestEngine('the lobby with a catalogue', (database) => {
  async function scene(brandId: string, games: Iterable<CatalogueGame>) {
    const casino = createTestCasino(database().db, brandId, { providers: async () => [madeProvider('acme')] })
    const take = (next: Iterable<CatalogueGame>) =>
      casino.door.transaction((tx) =>
        importCatalogue(tx, { chunks: [asLines(next)], providers: new Set(['acme', 'gone']), now: casino.now() }),
      )
    await take(games)
    const { lobby } = casino.casino
    const visitor = (changes: object = {}) => ({ brandId, accountId: null, country: 'de', currency: 'EUR', ...changes })
    const find = async (filter: Parameters<typeof lobby.find>[1] = {}, changes: object = {}) =>
      (await lobby.find(visitor(changes), filter)).games
    const codes = async (...asked: Parameters<typeof find>) =>
      (await find(...asked)).flatMap(({ entry }) => (entry ? [entry.code] : []))
    return { ...casino, take, lobby, visitor, find, codes }
  }
  const game = (code: string, changes: Partial<CatalogueGame> = {}): CatalogueGame =>
    madeGame('acme', 0, { code, name: code, features: ['demo'], releasedOn: '2020-01-01', ...changes })

  /** A game whose maker the tables do not have. */
  const unnamed = (...asked: Parameters<typeof game>): CatalogueGame => {
    const { studioId: _left, ...rest } = game(...asked)
    return rest
  }

  test('CAS-15: countries, currencies, licences and returns decide which games are listed', async () => {
    const { codes, sections } = await scene('l-terms', [
      game('open'),
      game('blocked', { blockedCountries: ['de'] }),
      game('restricted', { restrictedCountries: ['de'], certifications: ['mt'] }),
      game('euro', { currencies: ['EUR'] }),
      game('low', { returnE4: 8000 }),
      game('certified', { certifications: ['mt'], returnE4: 9600, returnsE4: { mt: 8400 } }),
    ])
    expect(await codes()).toEqual(['certified', 'euro', 'open'])
    expect(await codes({}, { country: 'at' })).toEqual(['blocked', 'certified', 'euro', 'open', 'restricted'])
    expect(await codes({}, { currency: 'USD' })).toEqual(['certified', 'open'])
    sections.licence = { pack: 'mt' }
    expect(await codes()).toEqual(['restricted'])
    sections.casino = { ...sections.casino, lowestReturnE4: 8000 }
    expect(await codes()).toEqual(['certified', 'restricted'])
  })

  test('games of providers that the brand has not joined are not there, nor are those that were withdrawn', async () => {
    const { codes, take, wait } = await scene('l-gone', [
      game('one'),
      game('two'),
      { ...game('far'), provider: 'gone' },
    ])
    expect(await codes()).toEqual(['one', 'two'])
    await take([game('one')])
    wait(3000)
    expect(await codes()).toEqual(['one'])
  })

  test('CAS-6: words find names and makers, whatever their accents, and categories, makers and tags narrow them down', async () => {
    const { codes, find, lobby, visitor } = await scene('l-find', [
      unnamed('elan', { name: 'Élan Vital', studio: 'Lantern Works', tags: ['fruits'] }),
      game('live', { name: 'Vital Signs', category: 'live', studioId: 2001, features: ['jackpot'] }),
      game('signs', { studioId: 1009 }),
    ])
    expect(await codes({ text: 'elan' })).toEqual(['elan'])
    expect(await codes({ text: 'VITAL evolu' })).toEqual(['live'])
    expect(await codes({ text: 'nothing' })).toEqual([])
    expect(await codes({ page: 'live_casino' })).toEqual(['live'])
    expect(await codes({ tag: 'jackpot' })).toEqual(['live'])
    expect(await codes({ provider: 'pragmatic-play' })).toEqual(['signs'])
    expect((await find({ text: 'vital' })).map(({ hasDemo }) => hasDemo)).toEqual([true, false])
    const { facets } = await lobby.find(visitor(), { text: 'vital', provider: 'evolution' })
    expect(facets()).toMatchObject({
      providers: [
        { id: 'evolution', name: 'Evolution', count: 1 },
        { id: 'lantern-works', name: 'Lantern Works', count: 1 },
      ],
      categories: [{ id: 'live', count: 1 }],
    })
  })

  test('CAS-6: games are put in order by the brand, by name, by day and by how much they are played', async () => {
    const { codes, casino, brandId, newPlayer, wait } = await scene('l-sort', [
      game('b', { order: 1, releasedOn: '2024-01-01' }),
      game('c', { order: 2, releasedOn: '2026-02-20' }),
      game('a', { order: 3 }),
    ])
    expect(await codes()).toEqual(['b', 'c', 'a'])
    expect(await codes({ sort: 'name' })).toEqual(['a', 'b', 'c'])
    expect(await codes({ sort: 'new' })).toEqual(['c', 'b', 'a'])
    const accountId = await newPlayer(10_000)
    const gamer = { brandId, accountId }
    const asked = { gameId: 'roulette', mode: 'real', device: 'mobile', currency: 'EUR', country: 'de' } as const
    const { session } = await casino.launch(gamer, asked)
    await casino.play(gamer, session.session_id, {
      ...{ guid: crypto.randomUUID(), stakes: [{ on: 'red', amountMinor: 100 }], choice: { kind: 'roulette' } },
    })
    const first = async () =>
      (await casino.lobby.find({ ...gamer, country: 'de', currency: 'EUR' }, { sort: 'popular' })).games[0]
    expect((await first())?.id).not.toBe('roulette')
    wait(LATELY_MS)
    expect((await first())?.id).toBe('roulette')
  })

  test('CAS-6: rows show what is new, live, has a jackpot or is marked; a game that is not offered is never marked', async () => {
    const { lobby, visitor, newPlayer } = await scene('l-rows', [
      game('fresh', { releasedOn: '2026-02-20' }),
      game('table', { category: 'live' }),
      game('pot', { features: ['jackpot'] }),
      game('secret', { blockedCountries: ['de'], features: ['jackpot'] }),
    ])
    const accountId = await newPlayer()
    await lobby.mark({ ...visitor(), accountId }, { gameId: 'acme-pot', isFavorite: true })
    await expect(
      lobby.mark({ ...visitor(), accountId }, { gameId: 'acme-secret', isFavorite: true }),
    ).rejects.toMatchObject({ code: 'casino.game_unknown' })
    const rows = await lobby.rows(visitor({ accountId }), 'casino')
    const idsOf = (row: string) => rows.find(({ id }) => id === row)?.games.map(({ id }) => id)
    expect(idsOf('new')).toEqual(expect.arrayContaining(['acme-fresh']))
    expect([idsOf('live'), idsOf('jackpots'), idsOf('favorites')]).toEqual([
      ['acme-table', 'live-roulette'],
      ['acme-pot'],
      ['acme-pot'],
    ])
    expect((await lobby.rows(visitor(), 'live_casino')).map(({ id }) => id)).toEqual(['live'])
  })

  test('pictures are shown from origins that the brand allows, and from nowhere else', async () => {
    const { find, sections } = await scene('l-image', [game('pic', { image: 'https://pictures.example/a.webp' })])
    const image = async () => (await find()).find(({ entry }) => entry)?.image
    expect(await image()).toBe('')
    sections.casino = { ...sections.casino, imageOrigins: ['https://pictures.example'] }
    expect(await image()).toBe('https://pictures.example/a.webp')
    sections.casino = { ...sections.casino, imageOrigins: ['https://pictures.example:444'] }
    expect(await image()).toBe('')
  })

  test('5,000 games are listed, searched and counted', async () => {
    const { find, lobby, visitor } = await scene('l-many', madeGames('acme', 5000))
    const all = await find()
    expect(all.filter(({ entry }) => entry)).toHaveLength(5000)
    const counts = (await lobby.find(visitor(), {})).facets().categories
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
    expect((await find({ text: 'golden dragon', sort: 'name' })).every(({ name }) => /^Golden Dragon/.test(name))).toBe(
      true,
    )
  })
})
