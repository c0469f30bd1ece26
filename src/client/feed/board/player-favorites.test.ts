import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { NO_FAVORITES } from '#machines/feed/board/favorites.rules.ts'
import type { FavoritesAnswer } from '#schemas'
import { favoriteStore } from './favorite-stores.ts'
import { createPlayerFavorites, putMark } from './player-favorites.ts'

const GAME = { list: 'games', id: 7, sportId: 1, feed: 'line' } as const
const CHAMP = { list: 'champs', id: 71, sportId: 1, feed: 'live' } as const
const MARKED = { sportId: 1, markedAt: '2026-03-01T12:00:00.000Z' } as const

interface Body {
  readonly games?: readonly (number | { readonly gameId: number })[]
  readonly champs?: readonly { readonly champId: number; readonly kind: 1 | 3 }[]
}

/** A server with the marks of one player: games of the line, championships by feed and id. */
function server(marked: readonly number[]) {
  const games = new Set(marked)
  const champs = new Set<string>()
  const asked: string[] = []
  let isDown = false
  const call = async ({ id }: { readonly id: string }, { body = {} }: { readonly body?: Body }) => {
    asked.push(id)
    if (isDown) throw new AppError('favorites.too_many', { max: 500 })
    const change = id.startsWith('remove') ? 'delete' : 'add'
    for (const game of body.games ?? []) games[change](typeof game === 'number' ? game : game.gameId)
    for (const { champId, kind } of body.champs ?? []) champs[change](`${kind} ${champId}`)
    const answer: FavoritesAnswer = {
      items: [...games].map((gameId) => ({ gameId, kind: 3, ...MARKED })),
      champs: [...champs].map((champ) => {
        const [kind = 0, champId = 0] = champ.split(' ').map(Number)
        return { champId, kind: kind === 1 ? 1 : 3, ...MARKED }
      }),
    }
    return answer
  }
  return { call: call as unknown as CallPort, games, champs, asked, goDown: () => (isDown = true) }
}

const here = () => favoriteStore('sports', 'line').read().games
const liveChamps = () => favoriteStore('sports', 'live').read().champs
const ports = (call: CallPort) => ({ call, onRefused: vi.fn(), onFailed: vi.fn() })

beforeEach(() => {
  for (const feed of ['line', 'live'] as const) favoriteStore('sports', feed).write(NO_FAVORITES)
})

test('FEED-11: what was marked before the sign-in is carried over once; afterwards the server tells', async () => {
  putMark(GAME, true)
  putMark(CHAMP, true)
  const { call, games, champs, asked } = server([3])
  await createPlayerFavorites(ports(call)).sync()
  expect([...games].sort()).toEqual([3, 7])
  expect([...champs]).toEqual(['1 71'])
  expect([...here()].sort()).toEqual([3, 7])
  expect(liveChamps()).toEqual([71])
  games.delete(7)
  champs.clear()
  await createPlayerFavorites(ports(call)).sync()
  expect(here()).toEqual([3])
  expect(liveChamps()).toEqual([])
  expect(asked).toEqual(['migrateFavoriteGames', 'getFavorites'])
})

test('FEED-9, FEED-10: a press shows at once, and goes to the server in the order of the presses', async () => {
  const { call, games, asked } = server([])
  const favorites = createPlayerFavorites(ports(call))
  const first = favorites.put(GAME, true)
  expect(here()).toEqual([7])
  const second = favorites.put(GAME, false)
  expect(here()).toEqual([])
  await Promise.all([first, second])
  expect(asked).toEqual(['addFavoriteGames', 'removeFavoriteGames'])
  expect([...games]).toEqual([])
  expect(here()).toEqual([])
})

test('STORE-3: the star of a championship goes to the server with its feed, and is taken away in that feed alone', async () => {
  const { call, champs, asked } = server([])
  const favorites = createPlayerFavorites(ports(call))
  await favorites.put(CHAMP, true)
  await favorites.put({ ...CHAMP, feed: 'line' }, true)
  expect([...champs].sort()).toEqual(['1 71', '3 71'])
  const taken = favorites.put({ ...CHAMP, feed: 'line' }, false)
  expect(liveChamps()).toEqual([71])
  await taken
  expect([...champs]).toEqual(['1 71'])
  expect(asked).toEqual(['addFavoriteChamps', 'addFavoriteChamps', 'removeFavoriteChamps'])
})

test('FEED-9: a mark that is refused is taken back, and the player is told', async () => {
  const { call, goDown } = server([])
  const given = ports(call)
  goDown()
  await createPlayerFavorites(given).put(GAME, true)
  expect(here()).toEqual([])
  expect(given.onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: 'favorites.too_many' }))
})
