import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelDeskToto,
  enterDeskToto,
  getDeskToto,
  listDeskToto,
  makeDeskToto,
} from '#calls/studio/studio-toto.calls.ts'
import type { DeskTotoAnswer, DeskTotoDrawAnswer } from '#schemas'
import { beginGame, endGame, newGame } from '../scenes/betting-scene.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, read } from '../scenes/desk-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

const EVENTS = 5
const games = async () => {
  const gameIds: number[] = []
  for (let count = 0; count < EVENTS; count += 1) gameIds.push((await newGame(scene.server)).gameId)
  return gameIds
}
const latest = async () => (await read<DeskTotoAnswer>(scene.viewer, listDeskToto, {})).draws[0]?.drawId ?? 0
const drawAt = (item: number) => read<DeskTotoDrawAnswer>(scene.viewer, getDeskToto, { item: String(item) })
const work = () => scene.server.toto.toto.work('pier')

test('LOT-4: a draw is made at the desk, its results are entered and put right, and each act is in the log', async () => {
  const gameIds = await games()
  await done(scene.owner, makeDeskToto, { pool: 'cricket', gameIds, reason: 'A list for the cup.' })
  const item = await latest()
  expect(await lastAct(scene.owner)).toMatchObject({ act: 'toto.made' })
  await beginGame(scene.server, gameIds[0] ?? 0)
  await work()
  for (const gameId of gameIds.slice(1)) await endGame(scene.server, gameId, 1, 0)
  await work()
  expect((await drawAt(item)).shown).toMatchObject({ draw: { status: 'closed' }, decided: 4 })
  await done(scene.owner, enterDeskToto, { item, place: 0, outcome: 1, reason: 'The feed is silent.' })
  await work()
  expect((await drawAt(item)).shown).toMatchObject({ draw: { status: 'paid' }, decided: 5 })
  await done(scene.owner, enterDeskToto, { item, place: 0, isVoid: true, reason: 'It was abandoned.' })
  await work()
  const { shown, acts } = await drawAt(item)
  expect(shown).toMatchObject({ draw: { isCorrected: true }, settlement: { voids: 1 } })
  expect(acts.map(({ act, text }) => [act, text])).toEqual([
    ['result', 'Game 1: void. It was abandoned.'],
    ['result', 'Game 1: 2. The feed is silent.'],
    ['made', ''],
  ])
  expect(await lastAct(scene.owner)).toMatchObject({ act: 'toto.result' })
})

test('LOT-4: a draw is cancelled once, too few games make none, and only those who answer for risks act', async () => {
  const refused = async (
    call: typeof makeDeskToto | typeof cancelDeskToto,
    body: object,
    code: Parameters<typeof expectStudioError>[1],
    who = scene.owner,
  ) => expectStudioError(await atDesk(who, call, { body }), code)
  const gameIds = await games()
  const made = { pool: 'cricket', gameIds, reason: 'A list.' }
  await refused(makeDeskToto, { ...made, gameIds: gameIds.slice(1) }, 'toto.games_missing')
  await refused(makeDeskToto, made, 'access.forbidden', scene.support)
  await done(scene.owner, makeDeskToto, made)
  const item = await latest()
  await refused(cancelDeskToto, { item, reason: 'Wrong.' }, 'access.forbidden', scene.viewer)
  await done(scene.owner, cancelDeskToto, { item, reason: 'The list was wrong.' })
  await refused(cancelDeskToto, { item, reason: 'Again.' }, 'toto.cannot_change')
  await refused(cancelDeskToto, { item: 9, reason: 'None.' }, 'item.unknown')
  expect((await drawAt(item)).shown.draw).toMatchObject({ status: 'cancelled', cancelReason: 'The list was wrong.' })
})
