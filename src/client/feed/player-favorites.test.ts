import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { NO_FAVORITES } from '#machines/feed/favorites.rules.ts'
import type { FavoriteGame } from '#schemas'
import { favoriteStore } from './favorite-stores.ts'
import { createPlayerFavorites, putGame } from './player-favorites.ts'

const LINE_GAME = { gameId: 7, sportId: 1, feed: 'line' } as const

/** A server with the marks of one player. */
function server(marked: readonly number[]) {
  const games = new Set(marked)
  const asked: string[] = []
  let isDown = false
  const call = async (
    { id }: { readonly id: string },
    input: { readonly body?: { readonly games: readonly unknown[] } },
  ) => {
    asked.push(id)
    if (isDown) throw new AppError('favorites.too_many', { max: 500 })
    for (const game of input.body?.games ?? []) {
      const gameId = typeof game === 'number' ? game : (game as FavoriteGame).gameId
      if (id === 'removeFavoriteGames') games.delete(gameId)
      else games.add(gameId)
    }
    return {
      items: [...games].map((gameId) => ({ gameId, kind: 3, sportId: 1, markedAt: '2026-03-01T12:00:00.000Z' })),
    }
  }
  return { call: call as unknown as CallPort, games, asked, goDown: () => (isDown = true) }
}

const here = () => favoriteStore('sports', 'line').read().games
const ports = (call: CallPort) => ({ call, onRefused: vi.fn(), onFailed: vi.fn() })

beforeEach(() => favoriteStore('sports', 'line').write(NO_FAVORITES))

test('FEED-11: what was marked before the sign-in is carried over once; afterwards the server tells', async () => {
  putGame(LINE_GAME, true)
  const { call, games, asked } = server([3])
  await createPlayerFavorites(ports(call)).sync()
  expect([...games].sort()).toEqual([3, 7])
  expect([...here()].sort()).toEqual([3, 7])
  games.delete(7)
  await createPlayerFavorites(ports(call)).sync()
  expect(here()).toEqual([3])
  expect(asked).toEqual(['migrateFavoriteGames', 'getFavorites'])
})

test('FEED-9, FEED-10: a press shows at once, and goes to the server in the order of the presses', async () => {
  const { call, games, asked } = server([])
  const favorites = createPlayerFavorites(ports(call))
  const first = favorites.put(LINE_GAME, true)
  expect(here()).toEqual([7])
  const second = favorites.put(LINE_GAME, false)
  expect(here()).toEqual([])
  await Promise.all([first, second])
  expect(asked).toEqual(['addFavoriteGames', 'removeFavoriteGames'])
  expect([...games]).toEqual([])
  expect(here()).toEqual([])
})

test('FEED-9: a mark that is refused is taken back, and the player is told', async () => {
  const { call, goDown } = server([])
  const given = ports(call)
  goDown()
  await createPlayerFavorites(given).put(LINE_GAME, true)
  expect(here()).toEqual([])
  expect(given.onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: 'favorites.too_many' }))
})
