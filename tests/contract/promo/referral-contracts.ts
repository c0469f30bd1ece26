import type { CasinoRound, FriendTagAnswer, ReferralAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { makePartner } from '#server/promo/referral/partners.ts'
import { launch, onRed } from '../casino/casino-contracts.ts'
import type { CallContract } from '../scenes/call-contract.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import type { TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newPlayer, newVisitor, type TestPlayer } from '../scenes/test-visitor.ts'

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const AT = '/web-api/bringfriend'
/** Rounds follow each other no faster. */
const ROUND_MS = 5000

/** A player who brings friends. */
export async function newReferrer(server: TestServer): Promise<{ player: TestPlayer; code: string }> {
  const player = await newPlayer(server)
  const { code = '' } = (await player.send(`${AT}/registration`, post({ hasAgreed: true }))).json<ReferralAnswer>()
  return { player, code }
}

/** A player who has come by the link of a code. */
export async function newFriend(server: TestServer, code: string): Promise<TestPlayer> {
  const visitor = newVisitor(server)
  const { friendTag } = (await visitor.send(`/web-api/friend-reffer-tag?ref=${code}`)).json<FriendTagAnswer>()
  const body = { type: 'fast_reg', fields: await fastAnswers(visitor), friendTag }
  const answer = await visitor.send('/web-api/registration', post(body))
  if (answer.statusCode !== 200) throw new Error(`the friend was refused: ${answer.body}`)
  return { ...visitor, ...answer.json<{ userId: number; password: string }>() }
}

interface Fields {
  readonly data: {
    readonly attributes: { readonly fields: readonly { id: string; options?: { id?: number; selected?: boolean }[] }[] }
  }
}

async function fastAnswers(visitor: Pick<TestPlayer, 'send'>): Promise<object> {
  const { data } = (await visitor.send('/web-api/api/web/registration/v1/fields/fast_reg')).json<Fields>()
  const chosen = data.attributes.fields.flatMap(({ id, options }) => {
    const option = options?.find(({ selected }) => selected)
    return option?.id === undefined ? [] : [[id, option.id] as const]
  })
  return { ...Object.fromEntries(chosen), ...FAST_ANSWERS }
}

/** Every number of the wheel: 37.00 staked, 36.00 paid, whatever comes. */
const EVERY_NUMBER = Array.from({ length: 37 }, (_, number) => ({ on: `straight:${number}`, amountMinor: 100 }))

/** Plays roulette for a sure loss of 1.00 a round until so much is lost on balance. @returns what was lost, minor units */
export async function loseAtRoulette(server: TestServer, player: TestPlayer, atLeastMinor: number): Promise<number> {
  const { sessionId } = await launch(player, 'roulette', 'real')
  const { sessionStakeMinor, sessionPayoutMinor } = await playUntil(server, player, { sessionId, atLeastMinor })
  return sessionStakeMinor - sessionPayoutMinor
}

async function playUntil(
  server: TestServer,
  player: TestPlayer,
  { sessionId, atLeastMinor }: { readonly sessionId: string; readonly atLeastMinor: number },
): Promise<CasinoRound> {
  for (let round = 0; round < atLeastMinor / 100; round++) {
    server.wait(ROUND_MS)
    const stake = { ...onRed(sessionId), stakes: EVERY_NUMBER }
    const answer = await player.send('/web-api/casino/play', post(stake))
    const played = answer.json<CasinoRound>()
    if (answer.statusCode !== 200) throw new Error(`a round was refused: ${answer.body}`)
    if (played.sessionStakeMinor - played.sessionPayoutMinor >= atLeastMinor) return played
  }
  throw new Error('the player has not lost')
}

/** Counts all friends of the fixture brand now, as the rounds of the server do the next day. */
export async function countNow(server: TestServer): Promise<void> {
  const now = server.now()
  await forBrand(server.database.db, 'pier').transaction((tx) =>
    tx.update('referral', { count_at: now }).where('count_at', 'is not', null).execute(),
  )
  await server.referral.rounds.run()
}

/** A player who has earned something of a friend. */
export async function referrerWithMoney(server: TestServer) {
  const { player, code } = await newReferrer(server)
  const friend = await newFriend(server, code)
  await deposit(server, friend, 100)
  const lostMinor = await loseAtRoulette(server, friend, 600)
  await countNow(server)
  return { player, code, friend, lostMinor }
}

/** A partner of the fixture brand. */
export function newPartner(server: TestServer) {
  return forBrand(server.database.db, 'pier').transaction((tx) =>
    makePartner(
      tx,
      { randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      { name: 'Northern Sports Blog', now: server.now() },
    ),
  )
}

const asGuestPosts =
  (body?: object): CallContract['refuse'] =>
  (server, path) =>
    newVisitor(server).send(path, post(body))
const transfer = (amountMinor: number) => ({ guid: crypto.randomUUID(), transfer_amount: amountMinor })

/** The contracts of the calls of referrals (REF-1 to REF-3, REF-9). */
export const REFERRAL_CONTRACTS: Readonly<Record<string, CallContract>> = {
  getReferralUsers: {
    succeed: async (server, path) => (await newReferrer(server)).player.send(path, post()),
    refuse: asGuestPosts(),
    refusal: 'access.denied',
  },
  joinReferral: {
    succeed: async (server, path) => (await newPlayer(server)).send(path, post({ hasAgreed: true })),
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({ hasAgreed: false })),
    refusal: 'request.invalid',
  },
  getExtendedReferralUsers: {
    succeed: async (server, path) => {
      const { player, code } = await newReferrer(server)
      await newFriend(server, code)
      return player.send(path, post({ page_number: 1 }))
    },
    refuse: async (server, path) => (await newPlayer(server)).send(path, post({})),
    refusal: 'referral.not_member',
  },
  removeReferralUser: {
    succeed: async (server, path) => {
      const { player, code } = await newReferrer(server)
      await newFriend(server, code)
      const { friends } = (await player.send(`${AT}/getReferralUsers`, post())).json<ReferralAnswer>()
      return player.send(path, post({ referral_user_id: friends[0]?.referralUserId }))
    },
    refuse: async (server, path) => (await newReferrer(server)).player.send(path, post({ referral_user_id: 1 })),
    refusal: 'referral.friend_unknown',
  },
  transferReferralMoney: {
    succeed: async (server, path) => (await referrerWithMoney(server)).player.send(path, post(transfer(100))),
    refuse: async (server, path) => (await newReferrer(server)).player.send(path, post(transfer(99))),
    refusal: 'referral.below_minimum',
  },
  getReferralBanners: {
    succeed: async (server, path) => (await newReferrer(server)).player.send(path, post()),
    refuse: asGuestPosts(),
    refusal: 'access.denied',
  },
  getFriendTag: {
    succeed: async (server, path) => newVisitor(server).send(`${path}?ref=${(await newReferrer(server)).code}`),
    refuse: (server, path) => newVisitor(server).send(`${path}?ref=NOBODYHAS`),
    refusal: 'referral.code_unknown',
  },
  getPartnerProgramme: {
    succeed: (server, path) => newVisitor(server).send(path),
    refuse: (server, path) => newVisitor(server).send(path, { host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  getPartnerStatistics: {
    succeed: async (server, path) =>
      newVisitor(server).send(path, post({ key: (await newPartner(server)).key, days: 7 })),
    refuse: asGuestPosts({ key: 'A'.repeat(32) }),
    refusal: 'referral.partner_unknown',
  },
}
