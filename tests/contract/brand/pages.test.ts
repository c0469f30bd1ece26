import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGamesActions, getGamesPreviewByGameIds } from '#calls/casino/lobby.calls.ts'
import { getIdentificationConfig } from '#calls/identification.calls.ts'
import { getAvailableLimits } from '#calls/limits.calls.ts'
import { getAccountData } from '#calls/office.calls.ts'
import { getLoyaltyProgramme } from '#calls/promo/loyalty.calls.ts'
import { getFriendTag, getPartnerProgramme, getReferralBanners, joinReferral } from '#calls/promo/referral.calls.ts'
import { postRegistration } from '#calls/registration.calls.ts'
import { getUserToken } from '#calls/token.calls.ts'
import type { ReferralAnswer, ReferralBannersAnswer, RegistrationData } from '#schemas'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newVisitor, register, type TestVisitor } from '../scenes/test-visitor.ts'
import { JETTY_HOST, JETTY_SECTIONS, writeJetty } from './jetty-brand.ts'

const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    environment: { LIVERY_COUNTRY_HEADER: 'x-country', LIVERY_TRUSTED_PROXIES: '10.0.0.1' },
    prepare: async ({ write }) => {
      await writeJetty(write)
      await write('trust/config/customize.json', { illustrationSet: 'night' })
    },
  })
})
afterAll(() => server.close())

function guestOfJetty(): TestVisitor {
  const visitor = newVisitor(server)
  return { ...visitor, send: (url, request) => visitor.send(url, { host: JETTY_HOST, ...request }) }
}

let signedIn: Promise<TestVisitor> | undefined
function playerOfJetty(): Promise<TestVisitor> {
  signedIn ??= (async () => {
    const visitor = guestOfJetty()
    const answer = await register(visitor, 'fast_reg', FAST_ANSWERS)
    expect(answer.statusCode).toBe(200)
    return visitor
  })()
  return signedIn
}

async function page(path: string, { visitor = guestOfJetty(), country = 'DE' } = {}): Promise<string> {
  const headers = { accept: 'text/html', 'x-country': country }
  const answer = await visitor.send(path, { headers })
  // The configuration itself, which the page carries as data, has everything.
  return answer.body.replace(/<script type="application\/json"[\s\S]*?<\/script>/g, '')
}

describe.runIf(HAS_PAGES)('what a brand sets stands on its pages', () => {
  let home: string
  beforeAll(async () => {
    home = await page('/en')
  })

  test('styles of header, cards, boards and rows', () => {
    const { headerStyle, cardStyle, boardStyle, density } = JETTY_SECTIONS.customize
    expect(/<html[^>]*>/.exec(home)?.[0]).toMatch(
      new RegExp(
        `(?=.*data-header="${headerStyle}")(?=.*data-card="${cardStyle}")(?=.*data-board="${boardStyle}")(?=.*data-density="${density}")`,
      ),
    )
  })

  test('the alternative text of a banner, the badge of an entry of a block, and the banner above the navigation', () => {
    expect(home).toContain('alt="A boat at the jetty"')
    expect(home).toMatch(/Fresh today/)
    const line = /<a [^>]*href="\/en\/live"[^>]*>(?:(?!<\/a>)[\s\S])*Fresh today/
    expect(home).toMatch(line)
  })

  test('the copyright, the marks of partners in their order, and the authority that confirms the licence', () => {
    expect(home).toContain('All rights of the harbour')
    expect(home).toMatch(/href="https:\/\/first\.example\/"/)
    expect(home.indexOf('First league')).toBeLessThan(home.indexOf('Second league'))
    expect(home).toMatch(/href="https:\/\/board\.example\/jet-1"/)
  })

  test('the picture of a page that is not there, its own or the one of the set', async () => {
    expect(await page('/en/nowhere')).toContain('/lost.svg')
    const missing = async (host: string) =>
      (await newVisitor(server).send('/en/nowhere', { host, headers: { accept: 'text/html' } })).body
    expect(await missing('pier.example')).toContain('illustrations/geometric-404.svg')
    expect(await missing('trust.example')).toContain('illustrations/night-404.svg')
  })

  test('terminals for cash in their order, and what is dialled to bet by text message or USSD', async () => {
    const terminals = await page('/en/information/cash-terminals')
    expect(terminals.indexOf('South station')).toBeGreaterThan(-1)
    expect(terminals.indexOf('South station')).toBeLessThan(terminals.indexOf('North station'))
    expect(await page('/en/information/sms-bets')).toContain('<strong>\u206655512\u2069</strong>')
    for (const language of ['en', 'ar'])
      expect(await page(`/${language}/information/ussd-instruction`)).toContain('<strong>\u2066*512#\u2069</strong>')
  })

  test('menus of the office', async () => {
    const visitor = await playerOfJetty()
    const office = await page('/en/office', { visitor })
    for (const text of ['What the harbour plays', 'Fresh today', 'A lighthouse at night'])
      expect(office).toContain(text)
    expect(await page('/en/office/menu/profile', { visitor })).toContain('What the harbour plays')
  })

  test('organisations that help in the country of the visitor, in their order', async () => {
    const visitor = await playerOfJetty()
    const screen = await page('/en/office/responsible', { visitor })
    expect(screen).toContain('href="https://buoy.example"')
    expect(screen.indexOf('Anchor')).toBeLessThan(screen.indexOf('Buoy'))
    expect(screen).not.toContain('Reef')
  })

  test('the least height of an embedded page of statistics', async () => {
    expect(await page('/en/statisticpopup/form/1')).toContain('data-frame-min-height="345"')
  })

  test('the logo for the dark, on pages without the bundle too', async () => {
    const offline = await page('/app/offline/en')
    expect(offline).toMatch(/<img[^>]*night\.svg[^>]*data-for="dark"/)
  })
})

describe('what a brand sets is in what its server answers', () => {
  const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
  const asked = async (path: string, visitor?: TestVisitor) => (await (visitor ?? guestOfJetty()).send(path)).json()

  test('the short name of the app', async () => {
    expect(await asked('/manifest.webmanifest')).toMatchObject({ name: 'Jetty', short_name: 'Jet' })
  })

  test('the programme for friends: its rules, least deposit and banners', async () => {
    const player = await playerOfJetty()
    const joined = (await player.send(joinReferral.path, post({ hasAgreed: true }))).json<ReferralAnswer>()
    expect(joined).toMatchObject({ rulesPage: 'contacts', terms: { minimumDepositMinor: 4300 } })
    const { banners } = (await player.send(getReferralBanners.path, post())).json<ReferralBannersAnswer>()
    expect(banners[0]).toMatchObject({ id: 'boat', alt: 'A boat at the jetty' })
    const { until } = await asked(`${getFriendTag.path}?ref=${joined.code}`)
    expect(Date.parse(until) - server.now().getTime()).toBe(17 * DAY_MS)
  })

  test('the programme for partners: how long it earns, its terms and banners', async () => {
    const programme = await asked(getPartnerProgramme.path)
    expect(programme).toMatchObject({ earnForMs: 7_776_000_000, termsPage: 'cookies', refCodeDays: 17 })
    expect(programme.banners[0]).toMatchObject({ id: 'light', alt: 'A lighthouse at night' })
  })

  test('what goes with the form of the registration: its banner, bonus and means of payment', async () => {
    const data = (await guestOfJetty().send(postRegistration.path, post({ type: 'full_reg' }))).json<RegistrationData>()
    expect(data.banner?.alt).toBe('A ticket office')
    expect(data.bonusAmount).toMatch(/123/)
    expect(data.payments).toHaveLength(1)
  })

  test('kinds of documents in its order, among them one of its own', async () => {
    const { data } = await asked('/web-api/api/web/registration/v1/fields/full_reg')
    const field = data.attributes.fields.find(({ id }: { id: string }) => id === 'document_type_id')
    expect(field.options[0]).toMatchObject({ value: 'seaman', title: 'Seaman’s book' })
  })

  test('periods of limits, and how long a raise may be confirmed', async () => {
    const available = await asked(getAvailableLimits.path, await playerOfJetty())
    expect(available).toMatchObject({ periods: ['month', 'day'], confirmHours: 11 })
  })

  test('how many documents of which size, and the fields of the profile that must be answered', async () => {
    const player = await playerOfJetty()
    expect(await asked(getIdentificationConfig.path, player)).toMatchObject({ maxFiles: 2, maxFileBytes: 1_234_567 })
    const [first] = (await asked(getAccountData.path, player)).data.attributes.fields
    expect(first).toMatchObject({ id: 'postal_code', required: true })
  })

  test('rows of the lobby, and how much the returns of a game vary', async () => {
    const { rows } = await asked(getGamesActions.path)
    expect(rows[0]).toMatchObject({ id: 'harbour', titleKey: 'jetty.row' })
    const details = await guestOfJetty().send(getGamesPreviewByGameIds.path, post({ ids: ['dice'] }))
    expect(details.json().games[0]).toMatchObject({ game: { id: 'dice' }, volatility: 'high' })
  })

  test('for how long a saved coupon and a token are good', async () => {
    const { expiresAt } = await server.betting.saveCoupon('jetty', [1])
    expect(expiresAt.getTime() - server.now().getTime()).toBe(19 * DAY_MS)
    const { token } = (await asked(getUserToken.path, await playerOfJetty())).data
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(exp - iat).toBe(123)
  })

  test('each tier of loyalty: what keeps it, and the bounds and days of its cashback', async () => {
    const { tiers } = await asked(getLoyaltyProgramme.path)
    expect(tiers[0]).toMatchObject({ tier: 'copper', keepXp: 3, periodDays: 11, capMinor: 7700, minimumMinor: 210 })
  })
})
