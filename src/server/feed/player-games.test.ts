import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { makeFeedScene } from '../../../tests/fixtures/feed-scene.ts'
import { createPlayerGames } from './player-games.ts'

const NOW = new Date('2026-03-14T12:00:00Z')

await describeOnQuickestEngine('what players choose of the feed', (database) => {
  const games = () => createPlayerGames({ db: database().db, door: forFeed(database().db), now: () => NOW })
  const newAccount = (brandId: string) =>
    forBrand(database().db, brandId).transaction(async (tx) => {
      const row = { registered_by: 'full_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
      const { account_id } = await tx.insert('account', row).returning('account_id').executeTakeFirstOrThrow()
      return account_id
    })

  test('tenancy: marks belong to a player of a brand, in the feed in which they were made', async () => {
    const scene = await makeFeedScene(database(), NOW)
    const [here, there] = [await newAccount('one'), await newAccount('two')]
    const gameId = scene.games.Northgate ?? 0
    await games().add('one', here, [gameId])
    await games().migrate('one', here, { games: [{ gameId: scene.games.Castro ?? 0, kind: 3 }] })
    expect((await games().favorites('one', here)).items.map(({ kind }) => kind)).toEqual([3, 3])
    expect(await games().favorites('two', there)).toEqual({ items: [], champs: [] })
    expect(await games().favorites('two', here)).toEqual({ items: [], champs: [] })
    await expect(games().add('two', here, [gameId])).rejects.toMatchObject({ code: '23503' })
  })

  test('two tabs that mark the same game at once make one mark', async () => {
    const { games: ids } = await makeFeedScene(database(), NOW)
    const account = await newAccount('tabs')
    const add = () => games().add('tabs', account, [ids.Northgate ?? 0])
    await Promise.all([add(), add(), add()])
    expect((await games().favorites('tabs', account)).items.length).toBe(1)
  })
})
