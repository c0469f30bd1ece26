import type { BingoRoomsAnswer, BingoTicket, BingoView } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const AT = '/web-api/lotteries/bingo'
const post = (body: object) => ({ method: 'POST' as const, body })

/** The first room with its round. */
export async function bingoRoom(server: TestServer): Promise<BingoView> {
  await server.send(`${AT}/rooms`)
  await server.draws.rounds.run()
  const view = (await newVisitor(server).send(`${AT}/rooms`))
    .json<BingoRoomsAnswer>()
    .rooms.find(({ state }) => state === 'open')
  if (!view) throw new Error('no bingo room is open')
  return view
}

/** A purchase of cards. */
export async function bingoPurchase(server: TestServer, changes: object = {}): Promise<object> {
  const { room, roundId, priceMinor } = await bingoRoom(server)
  return { guid: crypto.randomUUID(), room, round: roundId, cards: 2, priceMinor: 2 * priceMinor, ...changes }
}

/** A player with cards of the round. */
export async function playerWithBingo(server: TestServer): Promise<{ player: TestPlayer; ticket: BingoTicket }> {
  const player = await newPlayer(server)
  await deposit(server, player)
  const ticket = (await player.send(`${AT}/cards`, post(await bingoPurchase(server)))).json<BingoTicket>()
  return { player, ticket }
}

const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)

/** The contracts of the calls of bingo (LOT-5, LOT-6, LOT-7). */
export const BINGO_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getBingoRooms: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getBingoRoom: {
    succeed: async (server, path) => newVisitor(server).send(`${path}?room=${(await bingoRoom(server)).room}`),
    refuse: (server, path) => newVisitor(server).send(`${path}?room=cellar`),
    refusal: 'bingo.room_unknown',
  },
  buyBingoCards: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await deposit(server, player)
      return player.send(path, post(await bingoPurchase(server)))
    },
    refuse: async (server, path) =>
      (await newPlayer(server)).send(path, post(await bingoPurchase(server, { room: 'cellar' }))),
    refusal: 'bingo.room_unknown',
  },
  getBingoTickets: {
    succeed: async (server, path) => (await playerWithBingo(server)).player.send(path),
    refuse: asGuest,
    refusal: 'access.denied',
  },
  getBingoRound: {
    succeed: async (server, path) => newVisitor(server).send(`${path}?round=${(await bingoRoom(server)).roundId}`),
    refuse: (server, path) => newVisitor(server).send(`${path}?round=1`),
    refusal: 'bingo.round_unknown',
  },
}
