import { newToken } from '#server/account/secrets/secrets.ts'
import { beginTransaction, claimTransaction, identifyTransaction } from '#server/account/social/social-transactions.ts'
import { BROWSER_COOKIE, SESSION_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { CASINO_CONTRACTS } from '../casino/casino-contracts.ts'
import { BINGO_CONTRACTS } from '../lotteries/bingo-contracts.ts'
import { DRAW_CONTRACTS } from '../lotteries/draw-contracts.ts'
import { SCRATCH_CONTRACTS } from '../lotteries/scratch-contracts.ts'
import { TOTO_CONTRACTS } from '../lotteries/toto-contracts.ts'
import { BONUS_CONTRACTS } from '../promo/bonus-contracts.ts'
import { LOYALTY_CONTRACTS } from '../promo/loyalty-contracts.ts'
import { REFERRAL_CONTRACTS } from '../promo/referral-contracts.ts'
import { PUSH_CONTRACTS } from '../push/push-contracts.ts'
import { BETTING_CONTRACTS } from './betting-contracts.ts'
import type { CallContract, Send } from './call-contract.ts'
import { CONTACT_CONTRACTS } from './contact-contracts.ts'
import { CURRENCY_ACCOUNT_CONTRACTS } from './currency-account-contracts.ts'
import { FEED_CONTRACTS } from './feed-contracts.ts'
import { IDENTIFICATION_CONTRACTS } from './identification-contracts.ts'
import { LIMITS_CONTRACTS } from './limits-contracts.ts'
import { ODDS_STREAM_CONTRACTS } from './odds-stream-contracts.ts'
import { OFFICE_CONTRACTS } from './office-contracts.ts'
import { OWN_DATA_CONTRACTS } from './own-data-contracts.ts'
import { PASSKEY_CONTRACTS } from './passkey-contracts.ts'
import { PAYMENT_CONTRACTS } from './payment-contracts.ts'
import { SECRET_QUESTION_CONTRACTS } from './secret-question-contracts.ts'
import { SECURITY_CONTRACTS } from './security-contracts.ts'
import type { TestServer } from './test-server.ts'
import { newPending, newPhone, newPlayer, newVisitor, phoneCode } from './test-visitor.ts'
import { TOKEN_CONTRACTS } from './token-contracts.ts'
import { TWO_FACTOR_CONTRACTS } from './two-factor-contracts.ts'

/** What a server has to find in its environment: the secret of the fixture brand's social provider. */
export const CONTRACT_SECRETS = { LIVERY_SOCIAL_PIER_SECRET: 'a secret of the fixture' }

/** After so long another mail is sent to the same address. */
const RESEND_MS = 60_000

let mails = 0
const newAddress = () => `contract-${++mails}@mail.example`

const asGuest =
  (rest = '', request = {}): Send =>
  (server, path) =>
    newVisitor(server).send(path + rest, request)
const asPlayer =
  (request = {}): Send =>
  async (server, path) =>
    (await newPlayer(server)).send(path, request)
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const fromUnknownHost = asGuest('', { host: 'nobody.example' })

/** A browser in which a provider has confirmed somebody. @returns the token of its cookie */
async function confirmedBrowser(server: TestServer): Promise<string> {
  const [browser, state] = [newToken(), newToken()]
  const now = server.now()
  const begin = { purpose: 'sign_in', language: 'en', returnPath: null, provider: 'discord' } as const
  await forBrand(server.database.db, 'pier').transaction(async (tx) => {
    await beginTransaction(tx, { ...begin, state, browser, now })
    await claimTransaction(tx, { state, browser, provider: 'discord', now })
    await identifyTransaction(tx, { state, profile: { subject: browser }, now })
  })
  return browser
}

/** Nobody tells how far a disc is turned, so puzzles are guessed at until one fits: about one of 24 does. */
const solvePuzzle: Send = async (server, path) => {
  const visitor = newVisitor(server)
  for (let tries = 0; tries < 60 * 8; tries += 1) {
    const puzzle = await visitor.send('/puzzle-api/challenge', post({ action: 'registration' }))
    if (puzzle.statusCode === 429) server.wait(60_000)
    else {
      const answer = await visitor.send(path, post({ id: puzzle.json<{ id: string }>().id, degrees: 180 }))
      if (answer.statusCode === 200) return answer
    }
  }
  throw new Error('no puzzle was ever solved')
}

const SIGN_IN: CallContract = {
  succeed: async (server, path) => {
    const { userId, password } = await newPlayer(server)
    const body = { login: String(userId), password, auth_by_email: false }
    return newVisitor(server).send(path, post(body))
  },
  refuse: asGuest('', post({ login: 'nobody@mail.example', password: 'not the password', auth_by_email: true })),
  refusal: 'sign_in.wrong_credentials',
}

/** A segment of a recording, as a worker sends it. */
function madeSegment() {
  const timestamp = Date.now()
  const chain = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'
  const events = [
    { type: 4, timestamp, data: { href: '/home', width: 1, height: 1 } },
    { type: 2, timestamp, data: { node: { type: 0, id: 1, childNodes: [] } } },
  ]
  return {
    body: JSON.stringify({ chain, part: 0, events }),
    headers: { 'content-type': 'fatman/json', 'x-sess-id': chain, 'x-referer': '/home' },
  }
}

/** A batch of analytics with events. */
const madeBatch = (ev: object) => ({
  ...{ w: 0, sw: 1440, sh: 900, ev },
  u: { visitor: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', visit: '9b1c8a52-6f0e-4c63-9a7e-0d4a1f6f9b12' },
})

/** One contract for every call of the catalogue, by operation id. */
export const CALL_CONTRACTS: Readonly<Record<string, CallContract>> = {
  login: SIGN_IN,
  authenticate: SIGN_IN,
  disconnect: {
    succeed: asPlayer(post()),
    refuse: asPlayer({ ...post(), headers: { origin: 'https://evil.example' } }),
    refusal: 'origin.refused',
  },
  activate: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { token } = await newPending(server, visitor, newAddress())
      return visitor.send(path, post({ data: { attributes: { token } } }))
    },
    refuse: asGuest('', post({ data: { attributes: { userId: 10_000_001, code: '000000' } } })),
    refusal: 'activation.invalid',
  },
  sendActivationMail: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const { userId } = await newPending(server, visitor, newAddress())
      // The mail of the registration was the first to the same address.
      server.wait(RESEND_MS)
      return visitor.send(path, post({ userId }))
    },
    refuse: asGuest('', post({ userId: 'me' })),
    refusal: 'request.invalid',
  },
  sendPhoneCode: {
    succeed: (server, path) => newVisitor(server).send(path, post({ phone: newPhone() })),
    refuse: asGuest('', post({ phone: '01512 3456789' })),
    refusal: 'request.invalid',
  },
  checkPhoneCode: {
    succeed: async (server, path) => {
      const visitor = newVisitor(server)
      const phone = newPhone()
      return visitor.send(path, post({ phone, code: await phoneCode(server, visitor, phone) }))
    },
    refuse: asGuest('', post({ phone: '+4915123456789', code: '000000' })),
    refusal: 'phone_code.expired',
  },
  getUserInformation: { succeed: asPlayer(), refuse: asGuest(), refusal: 'access.denied' },
  ...BETTING_CONTRACTS,
  ...CURRENCY_ACCOUNT_CONTRACTS,
  ...CONTACT_CONTRACTS,
  getSocialProviders: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  startSocial: {
    succeed: asGuest('', post({ provider: 'discord', purpose: 'sign_in' })),
    refuse: asGuest('', post({ provider: 'google', purpose: 'sign_in' })),
    refusal: 'social.not_offered',
  },
  finishSocial: {
    succeed: asGuest('/discord?state=nobody-began-this&code=nothing&scope=more'),
    refuse: asGuest(`/discord?state=${'x'.repeat(201)}`),
    refusal: 'request.invalid',
    status: 303,
  },
  readSocial: {
    succeed: asGuest('', post()),
    refuse: asGuest('', { ...post(), host: 'nobody.example' }),
    refusal: 'brand.unknown_host',
  },
  joinSocial: {
    succeed: async (server, path) => {
      const player = await newPlayer(server)
      const browser = await confirmedBrowser(server)
      const cookie = `${SESSION_COOKIE}=${player.session()}; ${BROWSER_COOKIE}=${browser}`
      return player.send(path, { ...post(), headers: { cookie } })
    },
    refuse: asPlayer(post()),
    refusal: 'social.expired',
  },
  ...TWO_FACTOR_CONTRACTS,
  sendBlockAppeal: {
    succeed: asGuest('', post({ login: '10204080', email: 'ann@mail.example', text: 'Please look at it once more.' })),
    refuse: asGuest('', post({ login: '10204080', email: 'ann', text: 'Please look at it once more.' })),
    refusal: 'request.invalid',
  },
  ...OWN_DATA_CONTRACTS,
  ...FEED_CONTRACTS,
  ...SECRET_QUESTION_CONTRACTS,
  ...PASSKEY_CONTRACTS,
  ...CASINO_CONTRACTS,
  ...PAYMENT_CONTRACTS,
  ...BONUS_CONTRACTS,
  ...BINGO_CONTRACTS,
  ...DRAW_CONTRACTS,
  ...SCRATCH_CONTRACTS,
  ...LOYALTY_CONTRACTS,
  ...REFERRAL_CONTRACTS,
  ...TOTO_CONTRACTS,
  ...IDENTIFICATION_CONTRACTS,
  ...LIMITS_CONTRACTS,
  ...SECURITY_CONTRACTS,
  ...TOKEN_CONTRACTS,
  ...ODDS_STREAM_CONTRACTS,
  ...OFFICE_CONTRACTS,
  ...PUSH_CONTRACTS,
  getNews: {
    succeed: asGuest('/en?section=champions'),
    refuse: asGuest('/en?section='),
    refusal: 'request.invalid',
  },
  getNewsArticle: { succeed: asGuest('/en/pier_open'), refuse: asGuest('/en/no_such_news'), refusal: 'news.unknown' },
  getInformationLinks: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getLanguageIsoCodes: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  sendAnalytics: {
    succeed: asGuest('', post(madeBatch([{ ts: Date.now(), e: 1000 }]))),
    refuse: asGuest('', post(madeBatch([{ ts: Date.now(), e: 1000, i1: '3' }]))),
    refusal: 'request.invalid',
  },
  getExperiments: {
    succeed: asGuest('', post({ w: 'home', u: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11', state: 'started' })),
    refuse: asGuest('', post({ w: 'home', u: 'me', state: 'started' })),
    refusal: 'request.invalid',
  },
  checkRecording: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  sendRecording: {
    succeed: (server, path) => server.send(path, { method: 'POST', ...madeSegment() }),
    refuse: (server, path) => server.send(path, { method: 'POST', body: {} }),
    refusal: 'request.unsupported_media',
  },
  getSeoContent: { succeed: asGuest('?language=en'), refuse: asGuest('?stream=line'), refusal: 'request.invalid' },
  getSeoPageData: {
    succeed: asGuest('?language=en&stream=live&path=/en/live'),
    refuse: asGuest('?language=en&stream=river'),
    refusal: 'request.invalid',
  },
  getSeoVisual: {
    succeed: asGuest('?language=en&match=7'),
    refuse: asGuest('?language=en&path=nowhere'),
    refusal: 'request.invalid',
  },
  getAnalyticsCounters: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getFooterQuestions: { succeed: asGuest('/main'), refuse: asGuest('/nowhere'), refusal: 'route.not_found' },
  getPage: { succeed: asGuest('/en/about'), refuse: asGuest('/en/no_such_page'), refusal: 'page.unknown' },
  createCaptchaChallenge: {
    succeed: asGuest('', post({ action: 'registration' })),
    refuse: asGuest('', post({ action: 'betting' })),
    refusal: 'request.invalid',
  },
  createPuzzle: {
    succeed: asGuest('', post({ action: 'sign_in' })),
    refuse: asGuest('', post({})),
    refusal: 'request.invalid',
  },
  answerPuzzle: {
    succeed: solvePuzzle,
    refuse: asGuest('', post({ id: 'q3N0b2xlbi1pZC1vZi0xNg', degrees: 1 })),
    refusal: 'captcha.invalid',
  },
  getPhoneCountries: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getPhoneMasks: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getPhoneMetadata: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getRegions: {
    succeed: asGuest('?country_id=12'),
    refuse: asGuest('?country_id=100'),
    refusal: 'request.invalid',
  },
  getCitiesByRegion: {
    succeed: asGuest('?region_id=AT.09'),
    refuse: asGuest('?region_id=AT.77'),
    refusal: 'request.invalid',
  },
  getRegistrationTypes: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getRegistrationFields: {
    succeed: asGuest('/full_reg?country=kz'),
    refuse: asGuest('/no_such_reg'),
    refusal: 'registration.type_unknown',
  },
  postRegistrationFields: {
    succeed: asGuest('?bonus=sport', post({ type: 'full_reg', country: 'kz' })),
    refuse: asGuest('', post({})),
    refusal: 'request.invalid',
  },
  postRegistration: {
    succeed: asGuest('?isWidget=false', post({})),
    refuse: asGuest('', post({ type: 'full_reg', fields: { email: 'not an address' } })),
    refusal: 'registration.invalid',
  },
  getWelcomeBonuses: {
    succeed: asGuest('?bonus=sport'),
    refuse: asGuest(`?bonus=${'x'.repeat(65)}`),
    refusal: 'request.invalid',
  },
  getUserConfig: { succeed: asPlayer(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getSiteStatus: { succeed: asGuest(), refuse: fromUnknownHost, refusal: 'brand.unknown_host' },
  getDictionaryMap: { succeed: asGuest('/en'), refuse: asGuest('/xx'), refusal: 'dictionary.unknown' },
  getUnitDictionaries: { succeed: asGuest('/ar'), refuse: asGuest('/xx'), refusal: 'dictionary.unknown' },
  getDictionary: {
    succeed: asGuest('/de/forms.0000.json'),
    refuse: asGuest('/de/no_such_unit.json'),
    refusal: 'dictionary.unknown',
  },
  logCookieAgreement: {
    succeed: asGuest('', post({ level: 3 })),
    refuse: asGuest('', post({ level: 9 })),
    refusal: 'request.invalid',
  },
}
