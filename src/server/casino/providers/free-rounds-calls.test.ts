import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CasinoProviderSettings } from '#schemas'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { RoundsAtProvider } from './casino-provider.ts'
import { isHub88Signature } from './hub88/hub88-signature.ts'
import { createJoinedCasinoProviders } from './joined-casino-providers.ts'
import { ownSignatureFault } from './own-protocol/own-signature.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const ROUNDS: RoundsAtProvider = {
  ...{ reward: 'ours', accountId: 4711, gameCode: 'book-7', currency: 'EUR', exponent: 2, stakeMinor: 20, rounds: 10 },
  ...{ startsAt: NOW, expiresAt: new Date('2026-03-08T12:00:00Z'), isAgain: false },
}

type Answers = Readonly<Record<string, unknown>>
interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A provider that answers each path as the test says: a body, a status, or silence (`null`). */
async function joined(
  protocol: 'livery' | 'hub88' | 'swipe',
  answers: Answers,
  wallet: 'seamless' | 'transfer' = 'seamless',
) {
  const sent: Sent[] = []
  const settings: CasinoProviderSettings = {
    ...{ name: 'Games', protocol, wallet, url: 'https://api.games.example/v1/', operatorId: '1042', partnerId: 'pier' },
    ...{ publicKey, frameOrigins: ['https://play.games.example'], takesBets: true },
  }
  const providers = createJoinedCasinoProviders({
    casino: async () => ({
      providers: { games: settings },
      providerApiKeys: { games: 'KEY' },
      providerWalletSecrets: { games: 'KEY' },
    }),
    secretOf: () => (protocol === 'hub88' ? privateKey : 'a key of the brand'),
    ...{ clock: () => NOW, log: silentLog },
    fetch: async (url, init) => {
      const path = String(url).replace('https://api.games.example/v1/', '')
      sent.push({ path, headers: Object.fromEntries(new Headers(init?.headers)), text: String(init?.body) })
      const answer = answers[path.split('freebet/').at(-1) ?? '']
      if (answer === null) throw new Error('no line')
      return typeof answer === 'number' ? new Response('{}', { status: answer }) : Response.json(answer)
    },
  })
  const found = await providers.find('pier', 'games')
  return { sent, freeRounds: found?.provider.freeRounds ?? null }
}

async function client(...of: Parameters<typeof joined>) {
  const { sent, freeRounds } = await joined(...of)
  if (!freeRounds) throw new Error('the provider gives no free rounds')
  return { sent, ...freeRounds, bodies: () => sent.map(({ path, text }) => [path, JSON.parse(text)] as const) }
}

describe('the own protocol', () => {
  test('free rounds are asked for with player, game, stake and end, signed by the brand', async () => {
    const { give, sent, bodies } = await client('livery', { 'free-rounds': { state: 'given' } })
    expect(await give(ROUNDS)).toEqual({ state: 'given', reward: 'ours' })
    expect(bodies()).toEqual([
      [
        'free-rounds',
        {
          ...{ operatorId: '1042', reward: 'ours', player: 'player-4711', game: 'book-7', currency: 'EUR', rounds: 10 },
          ...{ stake: '20', expiresAt: '2026-03-08T12:00:00.000Z' },
        },
      ],
    ])
    const [{ headers, text } = { headers: {}, text: '' }] = sent
    expect(ownSignatureFault('a key of the brand', { headers, body: Buffer.from(text), now: NOW })).toBeNull()
  })

  test.each([
    [
      { state: 'refused', found: 'not this game' },
      { state: 'refused', found: 'not this game' },
    ],
    [404, { state: 'refused', found: 'it has no free rounds' }],
    [500, { state: 'silent' }],
    [{ state: 'perhaps' }, { state: 'silent' }],
    [null, { state: 'silent' }],
  ])('the answer %j means %j', async (answer, meant) => {
    const { give } = await client('livery', { 'free-rounds': answer })
    expect(await give(ROUNDS)).toEqual(meant)
  })

  test.each([
    [{ state: 'ended' }, true],
    [404, true],
    [503, false],
    [null, false],
  ])('the end is known by the answer %j: %s', async (answer, isEnded) => {
    const { end } = await client('livery', { 'free-rounds/end': answer })
    expect(await end(ROUNDS)).toBe(isEnded)
  })
})

describe('Hub88', () => {
  const TEMPLATES = [
    { prepaid_uuid: 'buys', currency: 'EUR', bet_value: null, bet_count: null, bonus_buy: true },
    { prepaid_uuid: 'dollars', currency: 'USD', bet_value: 20_000, bet_count: 10 },
    { prepaid_uuid: 'fits', currency: 'EUR', bet_value: 20_000, bet_count: null, bonus_buy: false },
  ]

  test('a reward is made of the template that fits stake, currency and number, with a beginning and an end', async () => {
    const { give, sent, bodies } = await client('hub88', {
      'prepaids/list': TEMPLATES,
      'rewards/create': { reward_uuid: 'theirs', status: 'FRS_ACTIVE' },
    })
    expect(await give(ROUNDS)).toEqual({ state: 'given', reward: 'theirs' })
    expect(bodies()).toEqual([
      ['operator/generic/v2/freebet/prepaids/list', { operator_id: 1042, sub_partner_id: 'pier', game_code: 'book-7' }],
      [
        'operator/generic/v2/freebet/rewards/create',
        {
          ...{ operator_id: 1042, sub_partner_id: 'pier', user: 'player-4711', prepaid_uuid: 'fits' },
          ...{ game_code: 'book-7', currency: 'EUR', operator_reference: 'ours', bet_value: 20_000, bet_count: 10 },
          ...{ start_time: '2026-03-01T12:00:00', end_time: '2026-03-08T12:00:00' },
        },
      ],
    ])
    for (const { headers, text } of sent)
      expect(isHub88Signature(publicKey, Buffer.from(text), headers['x-hub88-signature'])).toBe(true)
  })

  test('a reward whose answer was lost is found by our name of it, and not made twice', async () => {
    const rewards = [
      { reward_uuid: 'other', operator_reference: 'x' },
      { reward_uuid: 'theirs', operator_reference: 'ours' },
    ]
    const { give, sent } = await client('hub88', { 'rewards/list': { rewards, pagination: {} } })
    expect(await give({ ...ROUNDS, isAgain: true })).toEqual({ state: 'given', reward: 'theirs' })
    expect(sent).toHaveLength(1)
  })

  test.each<[string, Answers, object]>([
    ['no template fits', { 'prepaids/list': [TEMPLATES[0], TEMPLATES[1]] }, { state: 'refused' }],
    ['the list is refused', { 'prepaids/list': 403 }, { state: 'refused' }],
    ['the list does not come', { 'prepaids/list': null }, { state: 'silent' }],
    ['the reward is refused', { 'prepaids/list': TEMPLATES, 'rewards/create': 400 }, { state: 'refused' }],
    ['too much was asked', { 'prepaids/list': TEMPLATES, 'rewards/create': 429 }, { state: 'silent' }],
    ['the reward has no name', { 'prepaids/list': TEMPLATES, 'rewards/create': {} }, { state: 'silent' }],
  ])('%s: %#', async (_name, answers, meant) => {
    const { give } = await client('hub88', answers)
    expect(await give(ROUNDS)).toMatchObject(meant)
  })

  test.each<[string, Answers, boolean]>([
    ['is cancelled', { 'rewards/list': { rewards: [{ reward_uuid: 'ours' }] }, 'rewards/cancel': {} }, true],
    ['is over already', { 'rewards/list': { rewards: [{ reward_uuid: 'ours' }] }, 'rewards/cancel': 400 }, true],
    ['was never made', { 'rewards/list': { rewards: [] } }, true],
    ['gets no answer', { 'rewards/list': { rewards: [{ reward_uuid: 'ours' }] }, 'rewards/cancel': null }, false],
    ['is not listed', { 'rewards/list': 503 }, false],
  ])('a reward that %s', async (_name, answers, isEnded) => {
    const { end } = await client('hub88', answers)
    expect(await end(ROUNDS)).toBe(isEnded)
  })
})

test('neither Swipe Games nor a provider with money of its own is asked for free rounds', async () => {
  expect((await joined('swipe', {})).freeRounds).toBeNull()
  expect((await joined('livery', {}, 'transfer')).freeRounds).toBeNull()
})
