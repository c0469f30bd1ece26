import { expect, test, vi } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { GameStatusAnswer, GameSubscription } from '#schemas'
import { createGameWatch } from './game-watch.ts'
import { createGameWishes } from './game-wishes.ts'

const game = (gameId: number, more: Partial<GameStatusAnswer>): GameStatusAnswer => {
  return { gameId, kind: 3, status: 1, startsAt: '2026-03-14T15:00:00.000Z', participants: [], ...more }
}

/** A server with one player's wishes, whose games stand as they are set. */
function server(kept: readonly GameSubscription[]) {
  const games = new Map<number, GameStatusAnswer>()
  const saved: unknown[] = []
  let isRefusing = false
  const call = async (
    { id }: { readonly id: string },
    input: { readonly query?: { readonly gameId: number }; readonly body?: unknown },
  ) => {
    if (isRefusing) throw new AppError('game.unknown')
    if (id === 'getGameStatus') {
      const found = games.get(input.query?.gameId ?? 0)
      if (!found) throw new AppError('game.unknown')
      return found
    }
    if (id === 'saveGameSubscription') saved.push(input.body)
    return { items: kept }
  }
  return { call: call as unknown as CallPort, games, saved, refuse: () => (isRefusing = true) }
}

test('FEED-17: news of a game that a player follows is announced once, and its end is the last', async () => {
  const { call, games } = server([{ gameId: 7, eventTypes: [1, 3] }])
  const wishes = createGameWishes(call, () => undefined)
  await wishes.load()
  const watch = createGameWatch(call, wishes)
  const told = async () => watch.take(await watch.look()).map(({ news }) => news)
  games.set(7, game(7, {}))
  expect(await told()).toEqual([])
  games.set(7, game(7, { kind: 1, score: { home: 1, away: 0 } }))
  expect(await told()).toEqual(['start'])
  games.delete(7)
  expect(await told()).toEqual([])
  games.set(7, game(7, { kind: 1, status: 2, score: { home: 2, away: 0 } }))
  expect(await told()).toEqual(['result'])
  expect(await told()).toEqual([])
})

test('FEED-17: a bell that is pressed counts at once, is kept on the server, and a refusal is taken back', async () => {
  const { call, games, saved, refuse } = server([])
  const tell = vi.fn()
  const wishes = createGameWishes(call, tell)
  await wishes.load()
  const heard = vi.fn()
  wishes.listen(heard)
  const saving = wishes.save({ gameId: 9, eventTypes: [2] })
  expect(wishes.read()?.get(9)).toEqual([2])
  await saving
  expect(saved).toEqual([{ gameId: 9, eventTypes: [2] }])
  const watch = createGameWatch(call, wishes)
  games.set(9, game(9, { kind: 1, score: { home: 0, away: 0 } }))
  watch.take(await watch.look())
  games.set(9, game(9, { kind: 1, score: { home: 0, away: 1 } }))
  expect(watch.take(await watch.look()).map(({ news }) => news)).toEqual(['score'])
  refuse()
  await expect(wishes.save({ gameId: 9, eventTypes: [] })).rejects.toMatchObject({ code: 'game.unknown' })
  expect(wishes.read()?.get(9)).toEqual([2])
  expect(heard).toHaveBeenCalled()
  expect(tell.mock.calls).toEqual([[{ gameId: 9, eventTypes: [2] }]])
})

test('FEED-17: what another tab has kept and seen is neither requested nor announced again in this one', async () => {
  const { call, games } = server([])
  const wishes = createGameWishes(call, () => undefined)
  await wishes.load()
  wishes.take({ gameId: 5, eventTypes: [1, 2] })
  const watch = createGameWatch(call, wishes)
  watch.take([game(5, {})])
  games.set(5, game(5, { kind: 1, score: { home: 0, away: 0 } }))
  watch.take(await watch.look())
  expect(watch.take(await watch.look())).toEqual([])
  games.set(5, game(5, { kind: 1, score: { home: 1, away: 0 } }))
  expect(watch.take(await watch.look()).map(({ news }) => news)).toEqual(['score'])
})
