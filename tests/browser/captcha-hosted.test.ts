import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { agree, challenge, factsOf, isReady, isSubmission, openForm, refused, send } from './captcha-page.ts'
import { frameOf, startPartner } from './partner-site.ts'
import { ownSite } from './test-site.ts'
import { rawAnswer } from './visitor.ts'
import { watchedPage } from './watched-page.ts'

const SITE_KEY = '10000000-ffff-ffff-ffff-000000000001'

let provider: Server
const judged: URLSearchParams[] = []

/** Where a hosted provider judges tokens: those that it has made are called good. */
async function startProvider(): Promise<string> {
  provider = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const asked = new URLSearchParams(text)
      judged.push(asked)
      const success = asked.get('response')?.startsWith('good') === true
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
    })
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`
}

const verify = await startProvider()
const partner = await startPartner('127.0.0.1')
const { site, browser, brands } = await ownSite({
  edit: (brands) => {
    const hosted = { siteKeys: { hcaptcha: SITE_KEY, google: 'google-key', hunt: 'hunt-key' }, huntAppHash: '4f3a9c' }
    brands.patch('nour', 'config/global.json', {
      countries: { cn: { currency: 'AED', language: 'en', isRegistrationAllowed: true } },
    })
    brands.patch('nour', 'config/registration.json', { widgetOrigins: [partner.origin] })
    const secret = 'LIVERY_TEST_SECRET'
    const secretKeys = { hcaptcha: secret, google: secret, hunt: secret }
    const guards = { registration: 'always' }
    brands.patch('nour', 'config/captcha.json', { type: 'hcaptcha', guards, ...hosted, secretKeys })
  },
  env: { LIVERY_TEST_SECRET: 'a secret', LIVERY_CAPTCHA_VERIFY_URLS: `hcaptcha=${verify},google=${verify}` },
})
afterAll(() => {
  partner.stop()
  provider.close()
})

/** What a provider's script offers; the page of a test says how its challenge ends. */
function widgetScript(name: string, end: string): string {
  return `globalThis.${name} = { render: (place, options) => { place.textContent = options.sitekey + ' ' + options.size; globalThis.o = options; return 0 }, execute: () => setTimeout(() => { const o = globalThis.o; ${end} }, 50) }`
}

/** Replaces a provider's script by one of the test, in every frame of the page. @returns the addresses asked for */
async function standIn(page: Page, end: string, type: string): Promise<readonly string[]> {
  const scripts: string[] = []
  const name = type === 'google' ? 'grecaptcha' : type
  await page.route(/hcaptcha\.com|google\.com|recaptcha\.net|\/hd-api\//, (route) => {
    scripts.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: widgetScript(name, end) })
  })
  return scripts
}

/** Gives nour a captcha and waits for its pages to have it. */
async function switchCaptcha(now: { readonly type: string; readonly isForceDisabled?: boolean }): Promise<void> {
  const wanted = { isForceDisabled: false, ...now }
  brands.patch('nour', 'config/captcha.json', wanted)
  const shown = async () => {
    const { body } = await rawAnswer(site, 'nour', '/web-api/user/getuserconfig')
    return (JSON.parse(body) as { captcha: object }).captcha
  }
  await expect.poll(shown, { timeout: 10_000 }).toEqual(wanted)
}

describe('CAP-1, CAP-13: a hosted captcha', () => {
  async function hostedForm(end: string, type = 'hcaptcha') {
    await switchCaptcha({ type })
    const watched = await openForm(browser, site.origin('nour'))
    const scripts = await standIn(watched.page, end, type)
    await agree(watched.page)
    return { ...watched, scripts }
  }

  test('runs in a frame whose policy alone names its host; its token is judged by its provider', async () => {
    const { page, faults, close, scripts } = await hostedForm("o.callback('good token')")
    const policy = (await rawAnswer(site, 'nour', '/en/registration/fast_reg')).headers['content-security-policy'] ?? ''
    const frame = page.waitForResponse((answer) => answer.url().includes('/captcha/frame/'))
    await send(page)
    const framed = (await frame).headers()
    await isReady(page)
    expect(policy).not.toContain('hcaptcha')
    expect(policy).toContain("frame-src 'self'")
    expect(framed['content-security-policy']).toContain('https://*.hcaptcha.com')
    expect(framed['x-frame-options']).toBe('SAMEORIGIN')
    expect(scripts).toEqual([`https://js.hcaptcha.com/1/api.js?render=explicit&hl=en&sitekey=${SITE_KEY}`])
    expect(Object.fromEntries(judged.at(-1) ?? [])).toMatchObject({ secret: 'a secret', response: 'good token' })
    expect(await factsOf(page)).toEqual([10190])
    expect(faults()).toEqual([])
    await close()
  })

  test.each([
    ['CAP-6: an error of the provider', "o['error-callback']('rate-limited')", 'The check failed'],
    ['CAP-6: a challenge that expires', "o['chalexpired-callback']()", 'The check has expired'],
    ['CAP-7: a challenge that is closed', "o['close-callback']()", 'The check was closed'],
  ])('%s ends the attempt with its reason', async (_what, end, text) => {
    const { page, faults, close } = await hostedForm(end)
    await send(page)
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
    expect(await challenge(page).count()).toBe(0)
    expect(await factsOf(page)).toEqual([10191])
    expect(faults()).toEqual([])
    await close()
  })

  test('a message that does not come from the frame is not heard', async () => {
    const { page, close } = await hostedForm('')
    await send(page)
    await page.locator('iframe').waitFor()
    await page.evaluate(() => {
      const data = { kind: 'token', token: 'forged' }
      const source = document.querySelector('iframe')?.contentWindow ?? null
      window.postMessage(data, location.origin)
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example', source }))
    })
    await page.waitForTimeout(500)
    expect(await challenge(page).isVisible()).toBe(true)
    expect(await factsOf(page)).toEqual([])
    await close()
  })

  test('FIELD-21: the site key of the form’s own field wins over the configuration', async () => {
    mkdirSync(join(brands.directory, 'nour/registration'), { recursive: true })
    brands.patch('nour', 'registration/fields.json', { google_captcha_response: { key: 'field-key' } })
    const form = async () => (await rawAnswer(site, 'nour', '/en/registration/fast_reg')).body
    await expect.poll(form, { timeout: 15_000 }).toContain('field-key')
    const { page, faults, close, scripts } = await hostedForm("o.callback('good field token')")
    await send(page)
    await isReady(page)
    expect(scripts).toEqual(['https://js.hcaptcha.com/1/api.js?render=explicit&hl=en&sitekey=field-key'])
    expect(faults()).toEqual([])
    await close()
  })

  test('CAP-14: the script of google comes from another host for visitors of country 90', async () => {
    await switchCaptcha({ type: 'google' })
    const hostFor = async (country: string) => {
      const { body } = await rawAnswer(site, 'nour', `/captcha/frame/google?country=${country}`)
      return /data-script="https:\/\/([^/]+)\//.exec(body)?.[1]
    }
    await expect.poll(() => hostFor('ae'), { timeout: 10_000 }).toBe('www.google.com')
    expect(await hostFor('cn')).toBe('www.recaptcha.net')
  })

  test('CAP-11: the script of hunt is requested at its path; the page says that nobody serves it', async () => {
    await switchCaptcha({ type: 'hunt' })
    const { page, faults, close } = await openForm(browser, site.origin('nour'))
    await agree(page)
    const script = page.waitForResponse((answer) => answer.url().includes('/hd-api/external/apps/4f3a9c/api.js'))
    await send(page)
    expect((await script).status()).toBe(404)
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor()
    expect(faults([...refused(404, '/hd-api/'), /Refused to execute script/])).toEqual([])
    await close()
  })
})

/** A challenge that ends well; a token is good once. */
const solvedBy = (token: string) => `o.callback('${token}')`
/** What a browser says of a frame that is not there. */
const noFrame = [/^request failed: .*\/captcha\/frame\/hcaptcha\?.*ERR_BLOCKED_BY_RESPONSE/, /frame-ancestors 'none'/]

describe('C11: the brand asks for another captcha while a form is open', () => {
  /** The tokens with which forms were sent, and how often the page was loaded. */
  function watch(page: Page) {
    const seen: { readonly tokens: (string | undefined)[]; loads: number } = { tokens: [], loads: 0 }
    page.on('request', (request) => isSubmission(request) && seen.tokens.push(request.headers()['x-captcha-token']))
    page.on('load', () => (seen.loads += 1))
    return seen
  }

  test('the frame of a hosted one is not there any more: the engine’s own takes its place', async () => {
    await switchCaptcha({ type: 'hcaptcha' })
    const { page, faults, close } = await openForm(browser, site.origin('nour'))
    const seen = watch(page)
    await agree(page)
    await switchCaptcha({ type: 'custom' })
    await send(page)
    await isReady(page)
    expect(seen.tokens).toEqual([expect.stringMatching(/^[\w-]{22}\.\d+-[0-9a-f]{64}$/)])
    expect(seen.loads).toBe(0)
    expect(faults([...refused(404, '/captcha/frame/hcaptcha'), ...noFrame])).toEqual([])
    await close()
  })

  test('the engine’s own is refused: that of the provider is run in its frame', async () => {
    await switchCaptcha({ type: 'custom' })
    const { page, faults, close } = await openForm(browser, site.origin('nour'))
    const seen = watch(page)
    await standIn(page, solvedBy('good after a switch'), 'hcaptcha')
    await agree(page)
    await switchCaptcha({ type: 'hcaptcha' })
    await send(page)
    await isReady(page)
    expect(seen.tokens).toEqual([expect.stringMatching(/^[\w-]{22}\./), 'good after a switch'])
    expect(seen.loads).toBe(0)
    expect(faults(refused(403, '/web-api/registration'))).toEqual([])
    await close()
  })

  test('one that is switched off lets the form go', async () => {
    await switchCaptcha({ type: 'hcaptcha' })
    const { page, faults, close } = await openForm(browser, site.origin('nour'))
    const seen = watch(page)
    await agree(page)
    await switchCaptcha({ type: 'hcaptcha', isForceDisabled: true })
    await send(page)
    await isReady(page)
    expect(seen).toEqual({ tokens: [undefined], loads: 0 })
    expect(faults([...refused(404, '/captcha/frame/hcaptcha'), ...noFrame])).toEqual([])
    await close()
  })
})

describe('REG-4: in the registration that another site frames', () => {
  async function widget() {
    // The frame is as high as its form: all of it is in the window.
    const watched = await watchedPage(browser, { viewport: { width: 1280, height: 1800 } })
    watched.page.setDefaultTimeout(20_000)
    await watched.page.goto(partner.around(`${site.origin('nour')}/en/registration/fast_reg?isWidget=true`))
    return { ...watched, frame: await frameOf(watched.page) }
  }

  test.each(['hcaptcha', 'google'])(
    'CAP-1: a captcha of the type %s runs in a frame within the frame',
    async (type) => {
      await switchCaptcha({ type })
      const { page, frame, faults, close } = await widget()
      await standIn(page, solvedBy(`good in a widget, ${type}`), type)
      await agree(frame)
      const framed = page.waitForResponse((answer) => answer.url().includes(`/captcha/frame/${type}`))
      await send(frame)
      expect((await framed).headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${partner.origin}`)
      await isReady(frame)
      expect(judged.at(-1)?.get('response')).toBe(`good in a widget, ${type}`)
      expect(faults()).toEqual([])
      await close()
    },
  )

  test.each(['custom', 'puzzle'])('CAP-1: so does the engine’s own, of the type %s', async (type) => {
    await switchCaptcha({ type })
    const { frame, faults, close } = await widget()
    await agree(frame)
    await send(frame)
    if (type === 'puzzle') await frame.getByRole('button', { name: /I cannot see the picture/ }).click()
    await isReady(frame)
    expect(faults()).toEqual([])
    await close()
  })
})
