import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelDeskDraw, getDeskDraw, listDeskDraws } from '#calls/studio/studio-draws.calls.ts'
import type { DeskDraw, DeskDrawAnswer, DeskDrawsAnswer, DrawTicketsAnswer } from '#schemas'
import { playerWithTicket } from '../lotteries/draw-contracts.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, read } from '../scenes/desk-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'

const FIVE_MINUTES_MS = 300_000

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

const drawsOf = (kind: DeskDraw['kind'], filter: 'ahead' | 'over') =>
  read<DeskDrawsAnswer>(scene.viewer, listDeskDraws, { kind, filter })
const drawAt = (kind: DeskDraw['kind'], item: number, who = scene.viewer) =>
  read<DeskDrawAnswer>(who, getDeskDraw, { kind, item: String(item) })
const refused = async (body: object, code: Parameters<typeof expectStudioError>[1], who = scene.owner) =>
  expectStudioError(await atDesk(who, cancelDeskDraw, { body: { kind: 'draw', reason: 'Why not.', ...body } }), code)

test('LOT-5, OPS-6: a draw is cancelled at the desk, once, with a reason, and its tickets come back whole', async () => {
  const { player, bought } = await playerWithTicket(scene.server)
  const [ticket] = bought.tickets
  const item = ticket?.drawId ?? 0
  // What is sold is counted while it is sold, so that who cancels knows what comes back.
  const sold = { tickets: 1, staked: [{ currency: 'EUR', stakedMinor: ticket?.priceMinor }] }
  expect((await drawsOf('draw', 'ahead')).draws.find((draw) => draw.item === item)).toMatchObject({
    state: 'open',
    ...sold,
  })
  const before = await drawAt('draw', item)
  expect(before).toMatchObject({ canCancel: true, mayAct: false, winners: 0 })
  expect(before).not.toHaveProperty('numbers')
  for (const who of [scene.viewer, scene.support]) await refused({ item }, 'access.forbidden', who)
  await refused({ item: 9 }, 'item.unknown')
  await done(scene.owner, cancelDeskDraw, { kind: 'draw', item, reason: 'The prizes were wrong.' })
  expect(await lastAct(scene.owner)).toMatchObject({ act: 'draw.cancelled', details: { draw: item } })
  await scene.server.draws.rounds.run()
  expect(await drawAt('draw', item)).toMatchObject({
    ...{ canCancel: false, reason: 'The prizes were wrong.', draw: { state: 'cancelled' } },
  })
  const { tickets } = (await player.send('/web-api/lotteries/tickets')).json<DrawTicketsAnswer>()
  expect(tickets[0]).toMatchObject({ state: 'refunded', payoutMinor: ticket?.priceMinor })
  expect((await drawsOf('draw', 'over')).draws).toContainEqual(expect.objectContaining({ item, state: 'cancelled' }))
})

test('LOT-5, LOT-6: a draw whose numbers are drawn shows them and balanced books, and cannot be cancelled', async () => {
  const { bought } = await playerWithTicket(scene.server)
  const item = bought.tickets[0]?.drawId ?? 0
  scene.server.wait(FIVE_MINUTES_MS)
  await scene.server.draws.rounds.run()
  const shown = await drawAt('draw', item, scene.owner)
  expect(shown).toMatchObject({
    canCancel: false,
    mayAct: true,
    draw: { state: 'paid' },
    books: [{ currency: 'EUR', isBalanced: true }],
  })
  expect(shown.numbers).toMatch(/^\d+( \d+)+/)
  await refused({ item }, 'draw.over')
})

test('LOT-5: a round of bingo is cancelled while it is sold', async () => {
  const [round] = (await drawsOf('bingo', 'ahead')).draws
  const item = round?.item ?? 0
  expect(await drawAt('bingo', item)).toMatchObject({ canCancel: true, draw: { kind: 'bingo', state: 'open' } })
  await done(scene.owner, cancelDeskDraw, { kind: 'bingo', item, reason: 'The room is closed.' })
  await scene.server.draws.rounds.run()
  expect(await drawAt('bingo', item)).toMatchObject({ reason: 'The room is closed.', draw: { state: 'cancelled' } })
  expect((await drawsOf('bingo', 'ahead')).draws.map(({ item: other }) => other)).not.toContain(item)
  await refused({ kind: 'bingo', item: 9 }, 'item.unknown')
})
