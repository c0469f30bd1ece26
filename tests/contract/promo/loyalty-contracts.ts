import type { PointsAnswer } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'
import { loseAtRoulette } from './referral-contracts.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const order = () => ({ guid: crypto.randomUUID(), itemId: 'gift', points: 1 })

/** A player who has earned points at roulette, which counts in the fixture brand. */
async function playerWithPoints(server: TestServer): Promise<TestPlayer> {
  await server.loyalty.rounds.run()
  const player = await newPlayer(server)
  await deposit(server, player, 100)
  await loseAtRoulette(server, player, 200)
  return player
}

/** The contracts of the calls of the programme of loyalty (PROMO-21, PROMO-22). */
export const LOYALTY_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getLoyalty: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'access.denied',
  },
  chooseLoyalty: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ takesPart: false })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({})),
    refusal: 'request.invalid',
  },
  getLoyaltyProgramme: {
    succeed: (server, path) => newVisitor(server).send(path),
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getPoints: {
    succeed: async (server, path) => (await newPlayer(server)).send(path),
    refuse: (server, path) => newVisitor(server).send(path),
    refusal: 'access.denied',
  },
  orderShopItem: {
    succeed: async (server, path) => (await playerWithPoints(server)).send(path, post(order())),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post(order())),
    refusal: 'loyalty.points_short',
  },
  returnShopOrder: {
    succeed: async (server, path) => {
      const player = await playerWithPoints(server)
      await player.send('/web-api/loyalty/order', post(order()))
      const { orders } = (await player.send('/web-api/loyalty/order', post(order()))).json<PointsAnswer>()
      return player.send(path, post({ orderId: orders[0]?.id }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ orderId: 1 })),
    refusal: 'loyalty.order_unknown',
  },
}
