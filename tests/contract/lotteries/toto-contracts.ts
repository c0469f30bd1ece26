import type { TotoTicket } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { newGame, newGuid } from '../scenes/betting-scene.ts'
import type { CallContract } from '../scenes/call-contract.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)
/** The games of a draw of five. */
const EVENTS = 5

/** Makes a draw of five games of which the winner is marked. @returns its number and its games */
export async function newDraw(
  server: TestServer,
): Promise<{ readonly drawId: number; readonly gameIds: readonly number[] }> {
  const gameIds: number[] = []
  for (let count = 0; count < EVENTS; count += 1) gameIds.push((await newGame(server)).gameId)
  const drawId = await forBrand(server.database.db, 'pier').transaction((tx) =>
    server.toto.toto.desk.make(tx, { pool: 'cricket', gameIds, operator: 'contract' }),
  )
  return { drawId, gameIds }
}

/** A ticket of one line on all home sides. */
export const ticketOn = (drawId: number, more: object = {}) => ({
  ...{ guid: newGuid(), drawId, unitsPerLine: 1 },
  marks: Array.from({ length: EVENTS }, () => [0]),
  ...more,
})

/** A player with a ticket. */
export async function playerWithTicket(
  server: TestServer,
): Promise<{ readonly player: TestPlayer; readonly ticket: TotoTicket; readonly gameIds: readonly number[] }> {
  const { drawId, gameIds } = await newDraw(server)
  const { player } = await playerWithMoney(server)
  const ticket = (await player.send('/web-api/toto/ticket', post(ticketOn(drawId)))).json<TotoTicket>()
  return { player, ticket, gameIds }
}

/** The contracts of the calls of toto (LOT-3, LOT-7, LOT-8). */
export const TOTO_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getTotoDraws: {
    succeed: async (server, path) => {
      await newDraw(server)
      return newVisitor(server).send(`${path}?drawStatus=open`)
    },
    refuse: (server, path) => newVisitor(server).send(`${path}?drawStatus=lost`),
    refusal: 'request.invalid',
  },
  getTotoDraw: {
    succeed: async (server, path) => newVisitor(server).send(`${path}?drawId=${(await newDraw(server)).drawId}`),
    refuse: (server, path) => newVisitor(server).send(`${path}?drawId=9`),
    refusal: 'toto.draw_unknown',
  },
  buyTotoTicket: {
    succeed: async (server, path) => {
      const { drawId } = await newDraw(server)
      return (await playerWithMoney(server)).player.send(path, post(ticketOn(drawId)))
    },
    refuse: async (server, path) => {
      const { drawId } = await newDraw(server)
      return (await newPlayer(server)).send(path, post(ticketOn(drawId)))
    },
    refusal: 'balance.too_low',
  },
  getTotoTickets: {
    succeed: async (server, path) => (await playerWithTicket(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
}
