import type { ClaimedBonus } from '#schemas'
import type { CallContract } from '../scenes/call-contract.ts'
import { newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const asGuest: CallContract['refuse'] = (server, path) => newVisitor(server).send(path)
const asPlayer: CallContract['succeed'] = async (server, path) => (await newPlayer(server)).send(path)

/** Takes part in the campaign that asks for nothing. @returns the number of its bonus */
async function claim(player: TestPlayer): Promise<number> {
  const answer = await player.send('/web-api/promo/claim', post({ campaignId: 'welcome' }))
  return answer.json<ClaimedBonus>().bonus.id
}

/** The calls of bonuses. */
export const BONUS_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getPromoOffers: {
    succeed: asGuest,
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  claimBonus: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ campaignId: 'welcome' })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ campaignId: 'ten' })),
    refusal: 'promo.campaign_unknown',
  },
  getIdentificationBonus: { succeed: asPlayer, refuse: asGuest, refusal: 'access.denied' },
  getBonuses: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      await claim(player)
      return player.send(path)
    },
    refuse: asGuest,
    refusal: 'access.denied',
  },
  explainBonus: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      return player.send(`${path}?id=${await claim(player)}`)
    },
    refuse: async (server, path) => {
      const id = await claim(await newPlayer(server))
      return (await newPlayer(server)).send(`${path}?id=${id}`)
    },
    refusal: 'promo.award_unknown',
  },
  refuseBonus: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      return player.send(path, post({ bonus_id: await claim(player) }))
    },
    refuse: async (server, path) => {
      const bonus_id = await claim(await newPlayer(server))
      return (await newPlayer(server)).send(path, post({ bonus_id }))
    },
    refusal: 'promo.award_unknown',
  },
  checkPromoCode: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ code: ' t-e-n ' })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ code: 'ELEVEN' })),
    refusal: 'promo.code_unknown',
  },
  redeemPromoCode: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ code: ' t-e-n ' })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ code: 'ELEVEN' })),
    refusal: 'promo.code_unknown',
  },
  getUserPromoCodesNew: { succeed: asPlayer, refuse: asGuest, refusal: 'access.denied' },
}
