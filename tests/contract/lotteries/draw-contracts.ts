import type { DrawBoughtAnswer, DrawGameAnswer } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const AT = '/web-api/lotteries'
const GAME = 'keno-10-40'
const post = (body: object) => ({ method: 'POST' as const, body })

/** A game with its draws open. */
export async function openGame(server: TestServer, game = GAME): Promise<DrawGameAnswer> {
  await server.send('/web-api/lotteries/games')
  await server.draws.rounds.run()
  return (await newVisitor(server).send(`${AT}/game?game=${game}`)).json<DrawGameAnswer>()
}

/** A purchase of a line of the next draw. */
export async function purchase(server: TestServer, changes: object = {}): Promise<object> {
  const { draws } = await openGame(server)
  return {
    ...{ guid: crypto.randomUUID(), game: GAME, draw: draws[0]?.drawId ?? 0, draws: 1 },
    ...{ lines: [{ numbers: [1, 2, 3, 4, 5], second: [] }], currency: 'EUR', priceMinor: 100 },
    ...changes,
  }
}

/** A player with a ticket. */
export async function playerWithTicket(server: TestServer): Promise<{ player: TestPlayer; bought: DrawBoughtAnswer }> {
  const player = await newPlayer(server)
  await deposit(server, player)
  const bought = (await player.send(`${AT}/tickets`, post(await purchase(server)))).json<DrawBoughtAnswer>()
  return { player, bought }
}

const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)

/** The contracts of the calls of draw games (LOT-5, LOT-6, LOT-7). */
export const DRAW_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getDrawGames: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getDrawGame: {
    succeed: async (server, path) => {
      await openGame(server)
      return newVisitor(server).send(`${path}?game=${GAME}`)
    },
    refuse: (server, path) => newVisitor(server).send(`${path}?game=lotto-1-2`),
    refusal: 'draws.game_unknown',
  },
  getDrawProof: {
    succeed: async (server, path) => {
      const { draws } = await openGame(server)
      return newVisitor(server).send(`${path}?draw=${draws[0]?.drawId}`)
    },
    refuse: (server, path) => newVisitor(server).send(`${path}?draw=1`),
    refusal: 'draws.draw_unknown',
  },
  buyDrawTickets: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await deposit(server, player)
      return player.send(path, post(await purchase(server)))
    },
    refuse: async (server, path) => {
      const lines = [{ numbers: [1, 2, 3, 4, 4], second: [] }]
      return (await newPlayer(server)).send(path, post(await purchase(server, { lines })))
    },
    refusal: 'draws.double_number',
  },
  getDrawTickets: {
    succeed: async (server, path) => (await playerWithTicket(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getDrawReceipt: {
    succeed: async (server, path) => {
      const { player, bought } = await playerWithTicket(server)
      return player.send(`${path}?ticket=${bought.tickets[0]?.ticketId}`)
    },
    refuse: async (server, path) => (await newPlayer(server)).send(`${path}?ticket=1`),
    refusal: 'draws.ticket_unknown',
  },
}
