import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRatings } from '#calls/feed/statistics.calls.ts'
import { LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import { getPaymentHistory } from '#calls/payments.calls.ts'
import { getWelcomeBonuses } from '#calls/registration.calls.ts'
import type { PaymentCard, PaymentHistoryAnswer, ScratchCardsAnswer, WelcomeBonusesAnswer } from '#schemas'
import type { FeedScene } from '../../fixtures/feed-scene.ts'
import { playerWithCard } from '../lotteries/scratch-contracts.ts'
import { feedSceneOf } from '../scenes/feed-contracts.ts'
import { wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor } from '../scenes/test-visitor.ts'

const HOUR_MS = 3_600_000
/** A brand that leaves each of these as the engine has it. */
const PLAIN = 'trust.example'

let server: TestServer
let scene: FeedScene
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      for (const [section, content] of Object.entries(SECTIONS)) await write(`pier/config/${section}.json`, content)
      for (const [section, content] of Object.entries(USUAL)) await write(`trust/config/${section}.json`, content)
      await write('pier/registration/welcome-bonuses.json', {
        bonuses: { welcome: { order: 1, title: 'site.page_about', bonusCode: 'PIER-1' } },
      })
    },
  })
  scene = await feedSceneOf(server)
})
afterAll(() => server.close())

const SECTIONS = {
  betting: { disallowedLiveSports: [1] },
  captcha: { type: 'custom', challengeCost: 100, guards: { sign_in: 'after_failures' }, failuresBeforeCaptcha: 2 },
  lotteries: { revealAfterHours: 5 },
  payments: { depositLifeMs: 2 * HOUR_MS, historyDays: 3 },
  registration: { isManualPhoneCodeAllowed: true },
  seo: { isGameListed: false },
  statistics: { ratingStart: 2000, ratingWeight: 40, ratingHomeAdvantage: 10, isRatingMarginCounted: false },
}
const USUAL = {
  betting: { disallowedLiveSports: [], topChampionships: {} },
  registration: { isManualPhoneCodeAllowed: false },
  seo: { isGameListed: true },
  statistics: { ratingStart: 1500, ratingWeight: 20, ratingHomeAdvantage: 65, isRatingMarginCounted: true },
}

const post = (body: object) => ({ method: 'POST' as const, body })

describe('what a brand sets rules what its server does', () => {
  test('sports that it leaves out of the live feed', async () => {
    const live = async (host?: string) => {
      const answer = await newVisitor(server).send(LIVE_FEED.get1x2.path, host ? { host } : {})
      return answer.json().items.map(({ sportId }: { sportId: number }) => sportId)
    }
    expect(await live(PLAIN)).toContain(1)
    expect(await live()).not.toContain(1)
  })

  test('championships that come first, in its order', async () => {
    const { E0 = 0, SP1 = 0 } = scene.champs
    const first = async (topChampionships: object) => {
      await server.brands.write('trust/config/betting.json', { ...USUAL.betting, topChampionships })
      const ids = async () => {
        const answer = await newVisitor(server).send(LINE_FEED.topChamps.path, { host: PLAIN })
        return answer.json().items.map(({ champId }: { champId: number }) => champId)
      }
      return ids
    }
    const firstOnes = await first({ [E0]: { order: 20 }, [SP1]: { order: 10 } })
    await expect.poll(firstOnes, { timeout: 10_000 }).toEqual([SP1, E0])
    const turned = await first({ [E0]: { order: 10 }, [SP1]: { order: 20 } })
    await expect.poll(turned, { timeout: 10_000 }).toEqual([E0, SP1])
  })

  test('games are in the sitemap of a brand that lists them alone', async () => {
    const map = async (host?: string) => (await server.send('/sitemap.xml', host ? { host } : {})).body
    expect(await map(PLAIN)).toContain('games-1-en.xml')
    expect(await map()).not.toContain('games-1')
    expect(await map()).toContain('pages-en.xml')
  })

  test('how ratings of sides are reckoned', async () => {
    const ratings = async (host?: string) =>
      (await newVisitor(server).send(`${getRatings.path}?sportId=1`, host ? { host } : {})).json()
    const [mine, plain] = [await ratings(), await ratings(PLAIN)]
    expect(mine.rules).toEqual({ start: 2000, weight: 40, homeAdvantage: 10, isMarginCounted: false })
    expect(mine.rows[0].rating - 2000).toBeGreaterThan(plain.rows[0].rating - 1500)
  })

  test('the captcha is asked for after so many sign-ins that have failed', async () => {
    const visitor = newVisitor(server)
    const tried = async () => {
      const body = { login: 'nobody@mail.example', password: 'wrong words 12', auth_by_email: true }
      return (await visitor.send('/web-api/account/login', post(body))).json<{ code: string }>().code
    }
    // The first answer gives the browser its name.
    await tried()
    expect([await tried(), await tried(), await tried()]).toEqual([
      ...['sign_in.wrong_credentials', 'sign_in.wrong_credentials', 'captcha.required'],
    ])
  })

  test('a deposit that nobody pays ends after its time, and payments leave the history for the archive', async () => {
    const player = await newPlayer(server)
    const asked = (await player.send('/web-api/payments/deposit', post(wish()))).json<PaymentCard>()
    const state = async () => {
      await server.cashier.rounds.run()
      return (await player.send(`/web-api/payments/payment?payment_id=${asked.id}`)).json<PaymentCard>().state
    }
    server.wait(2 * HOUR_MS - 60_000)
    expect(await state()).not.toBe('expired')
    server.wait(2 * 60_000)
    expect(await state()).toBe('expired')
    const isListed = async (is_include_archive: boolean) => {
      const body = { page_number: 1, is_include_archive }
      const { payments } = (await player.send(getPaymentHistory.path, post(body))).json<PaymentHistoryAnswer>()
      return payments.some(({ id }) => id === asked.id)
    }
    expect(await isListed(false)).toBe(true)
    server.wait(3 * 24 * HOUR_MS)
    const { login, password } = { login: String(player.userId), password: player.password }
    await player.send('/web-api/account/login', post({ login, password }))
    expect([await isListed(false), await isListed(true)]).toEqual([false, true])
  })

  test('a scratch card that lies too long is scratched by the server', async () => {
    const { player } = await playerWithCard(server)
    const state = async () => {
      await server.draws.rounds.run()
      return (await player.send('/web-api/lotteries/scratch/cards')).json<ScratchCardsAnswer>().cards[0]?.state
    }
    server.wait(5 * HOUR_MS - 60_000)
    expect(await state()).toBe('sealed')
    server.wait(2 * 60_000)
    expect(await state()).not.toBe('sealed')
  })

  test('a number whose dialling code the list lacks is taken where the brand lets it be typed', async () => {
    const sent = async (host?: string) => {
      const request = { ...post({ phone: '+99912345678' }), ...(host ? { host } : {}) }
      return (await newVisitor(server).send('/web-api/sms-auth/send-code', request)).json()
    }
    expect(await sent(PLAIN)).toMatchObject({ code: 'registration.invalid' })
    expect(await sent()).not.toMatchObject({ code: 'registration.invalid' })
  })

  test('the code of a welcome bonus', async () => {
    const { data } = (await newVisitor(server).send(getWelcomeBonuses.path)).json<WelcomeBonusesAnswer>()
    expect(data[0]).toMatchObject({
      id: 'welcome',
      attributes: { bonusCode: 'PIER-1', payload: { bonusCode: 'PIER-1' } },
    })
  })
})
