import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#calls/call.ts'
import { isForPlayers } from '#calls/call.ts'
import { CALLS } from '#calls/catalogue.ts'
import * as STATISTICS from '#calls/feed/statistics.calls.ts'
import { LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import type { ErrorAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { told } from './contact-scene.ts'
import { USD } from './currency-account-contracts.ts'
import { upload } from './identification-scene.ts'
import { messageTo } from './office-scene.ts'
import { addPasskeyTo } from './passkey-scene.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from './test-visitor.ts'
import { asBearer, serviceToken } from './token-scene.ts'
import { atSecondStep, playerWithTwoFactor } from './two-factor-scene.ts'
import { type Attempt, attemptsOn, belongingsOf, changedTables, idsOf, leaksIn, type Victim } from './two-players.ts'

/** The calls that a guest may make, and in which tables naming another player may leave a trace with that player:
 *  a failed sign-in is recorded, a wrong code costs an attempt, and a requested message is sent to its owner alone. */
const OPEN_CALLS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['actInGame', 'changeGameSeed', 'closeGame', 'getGameSession', 'launchGame', 'playGame'],
      ...['betAtTable', 'cashOutAtTable', 'getTable', 'getTableSeat'],
      ...['getFriendTag', 'getPartnerProgramme', 'getPartnerStatistics'],
      ...['getGamesActions', 'getGamesBanner', 'getGamesPreviewByGameIds', 'getGamesPreviewLight'],
      'getJackpots',
      ...['getTotoDraw', 'getTotoDraws'],
    ].map((id) => [id, []]),
  ),
  activate: [],
  activateFast: [],
  answerPuzzle: [],
  authenticate: ['security_event'],
  checkPasswordReset: [],
  checkPhoneCode: [],
  createCaptchaChallenge: [],
  createPuzzle: [],
  disconnect: [],
  ...Object.fromEntries([...Object.values(LINE_FEED), ...Object.values(LIVE_FEED)].map(({ id }) => [id, []])),
  checkLink: [],
  checkRecording: [],
  getExperiments: [],
  getCountries: [],
  getEventTypesByGameId: [],
  getGameStatus: [],
  getHeadToHead: [],
  getHorseRace: [],
  getHorsesRace: [],
  getLineUps: [],
  getPlayerInfo: [],
  getPromoOffers: [],
  getLoyaltyProgramme: [],
  getDrawGame: [],
  getDrawGames: [],
  getDrawProof: [],
  getScratchGames: [],
  getScratchDeck: [],
  getBingoRoom: [],
  getBingoRooms: [],
  getBingoRound: [],
  getTeamPlayers: [],
  getAvailablePlayersForDuel: [],
  buildDuel: [],
  getShortPlayersInfo: [],
  getStadiumForGame: [],
  getStageTable: [],
  ...Object.fromEntries(Object.values(STATISTICS).map(({ id }) => [id, []])),
  getTeamLastGames: [],
  getResultChamps: [],
  getResults: [],
  getSportTable: [],
  finishPasskeySignIn: [],
  finishPasskeyStep: ['security_event', 'sign_in_challenge'],
  finishSignIn: ['security_event', 'sign_in_challenge'],
  finishSocial: [],
  finishSocialSignIn: [],
  getCitiesByRegion: [],
  getCoupon: [],
  getDictionary: [],
  getDictionaryMap: [],
  getNews: [],
  getNewsArticle: [],
  sendAnalytics: [],
  sendRecording: [],
  getSeoContent: [],
  getSeoPageData: [],
  getSeoVisual: [],
  getAnalyticsCounters: [],
  getFooterQuestions: [],
  getInformationLinks: [],
  getLanguageIsoCodes: [],
  getPage: [],
  getPasswordReset: [],
  getPhoneCountries: [],
  getPhoneMasks: [],
  getPhoneMetadata: [],
  getRegions: [],
  getRegistrationFields: [],
  getRegistrationTypes: [],
  getSocialProviders: [],
  getStreamImages: [],
  getUnitDictionaries: [],
  getUserConfig: [],
  getSiteStatus: [],
  getWelcomeBonuses: [],
  logCookieAgreement: [],
  login: ['security_event'],
  openUnsubscribe: [],
  postRegistration: [],
  postRegistrationFields: [],
  readSocial: [],
  requestPasswordReset: ['one_time_code', 'security_event'],
  resetPassword: [],
  saveCoupon: [],
  sendActivationMail: [],
  sendPhoneCode: [],
  startPasskeySignIn: [],
  startPasskeyStep: [],
  sendBlockAppeal: [],
  startSocial: [],
  undoEmailChange: [],
  unsubscribe: [],
  updateCoupon: [],
  updateCouponLive: [],
  updateCouponMulti: [],
  updateCouponMultiLive: [],
}

let server: TestServer
let victim: Victim
/** What the victim has, as it was last read. */
let belongings: Awaited<ReturnType<typeof belongingsOf>>

beforeAll(async () => {
  server = await startTestServer()
  const player = await playerWithTwoFactor(server)
  const { authId } = await atSecondStep(server, player)
  const passkeyId = (await addPasskeyTo(player, player.appCode())).passkeyId()
  await told(player, '/web-api/createCurrencyAccount', { currency_id: USD })
  await messageTo(server, player.userId)
  const uploaded = await upload(player)
  if (uploaded.statusCode !== 200) throw new Error(`the upload was refused: ${uploaded.body}`)
  belongings = await belongingsOf(server, player.userId)
  const ids = idsOf(belongings).map(({ value }) => value)
  victim = {
    userId: player.userId,
    passkeyId,
    ids: [...new Set([player.userId, ...ids, authId])],
    secrets: [player.password, player.session() ?? 'no session', ...player.recoveryCodes],
  }
})
afterAll(() => server.close())

/** Who holds the ticket of a second step has shown the password, and has to be told which passkeys can end it. */
const TELLS_PASSKEYS = 'startPasskeyStep'

type Send = (attempt: Attempt) => Promise<LightMyRequestResponse>

/** What goes wrong when somebody makes all attempts of a call: telling, changing, failing. */
async function faultsOf(call: Call, send: Send): Promise<readonly string[]> {
  const before = belongings
  const faults: string[] = []
  for (const attempt of attemptsOn(call, victim)) {
    const answer = await send(attempt)
    const where = `${attempt.url} ${JSON.stringify(attempt.request.body ?? '')}`
    if (answer.statusCode >= 500) faults.push(`${where} is answered with ${answer.statusCode}`)
    const leaks = leaksIn(answer, attempt, victim)
    const told = call.id === TELLS_PASSKEYS ? leaks.filter((mark) => mark !== victim.passkeyId) : leaks
    for (const mark of told) faults.push(`${where} tells ${mark}`)
  }
  const allowed = OPEN_CALLS[call.id] ?? []
  belongings = await belongingsOf(server, victim.userId)
  const changed = changedTables(before, belongings)
  return [...faults, ...changed.filter((table) => !allowed.includes(table)).map((table) => `${table} is changed`)]
}

/** Sends from a new address each time, so that no budget hides a missing check of rights. */
function sending(visitor: Pick<TestVisitor, 'send'>): Send {
  let sent = 0
  return ({ url, request }) => {
    sent += 1
    return visitor.send(url, { ...request, address: `192.0.2.${sent % 250}` })
  }
}

test('a call is for players alone, or is listed as one for guests', () => {
  const open = CALLS.filter((call) => !isForPlayers(call)).map(({ id }) => id)
  expect(open.sort()).toEqual(Object.keys(OPEN_CALLS).sort())
})

describe.each(CALLS.map((call) => ({ id: call.id, call })))('$id', ({ call }) => {
  test('tells and changes nothing of a player whom a guest names, and refuses guests when it is for players', async () => {
    const send = sending(newVisitor(server))
    const codes: string[] = []
    const watched: Send = async (attempt) => {
      const answer = await send(attempt)
      if (answer.statusCode >= 400) codes.push(answer.json<ErrorAnswer>().code)
      else codes.push('answered')
      return answer
    }
    expect(await faultsOf(call, watched)).toEqual([])
    if (isForPlayers(call)) expect(codes).not.toContain('answered')
    else expect(codes).not.toContain('access.denied')
  })

  test('tells and changes nothing of a player whom another player names', async () => {
    const player = await newPlayer(server)
    const send = sending(call.access === 'bearer' ? asBearer(await serviceToken(player), player) : player)
    const statuses: number[] = []
    const watched: Send = async (attempt) => {
      const answer = await send(attempt)
      statuses.push(answer.statusCode)
      return answer
    }
    expect(await faultsOf(call, watched)).toEqual([])
    if (isForPlayers(call)) expect(statuses[0]).not.toBe(401)
  })
})

describe('what the matrix would see', () => {
  const [call] = CALLS.filter(({ id }) => id === 'getBalance')

  test('an answer that holds something of somebody else', async () => {
    const send = sending(await newPlayer(server))
    const leaking: Send = async (attempt) => {
      const answer = await send(attempt)
      return { ...answer, body: `${answer.body}${victim.secrets[0]}`, headers: answer.headers, statusCode: 200 }
    }
    expect((await faultsOf(call as Call, leaking)).join('\n')).toContain(`tells ${victim.secrets[0]}`)
  })

  test('a row of somebody else that is changed', async () => {
    const send = sending(await newPlayer(server))
    const harming: Send = async (attempt) => {
      await forBrand(server.database.db, 'pier').transaction((tx) =>
        tx.update('profile', { language: 'xx' }).where('account_id', '=', victim.userId).execute(),
      )
      return send(attempt)
    }
    expect(await faultsOf(call as Call, harming)).toContain('profile is changed')
  })

  test('the ids of a body in every place of their type', () => {
    const login = CALLS.find(({ id }) => id === 'login') as Call
    const bodies = attemptsOn(login, victim).map(({ request }) => JSON.stringify(request.body))
    expect(victim.ids.length).toBeGreaterThan(8)
    for (const id of victim.ids) expect(bodies.some((body) => body.includes(`"login":"${id}"`))).toBe(true)
  })
})
