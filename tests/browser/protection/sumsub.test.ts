import { createHmac } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { createIdentityStandIn, IDENTITY_CONFIG, IDENTITY_SECRETS } from '#tests/fixtures/identity/identity-stand-in.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const SDK = 'https://static.sumsub.com/idensic/static/sns-websdk-builder.js'
const VERIFICATION = '/en/office/account/verification'
const standIn = createIdentityStandIn()
const service = await listen()
const { port } = service.address() as AddressInfo

/** Sumsub's API of the stand-in over the network. */
function listen(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const answer = await standIn.fetch(`https://sumsub.stand-in.example${request.url}`, { method: 'POST', body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** As the script of the provider does it: a frame of its own with the camera, which is spoken to by messages. */
const SCRIPT = `globalThis.snsWebSdk = { init: (token, renew) => {
  const handlers = new Map()
  const builder = {
    withConf: (conf) => Object.assign(builder, { conf }), withOptions: () => builder,
    on: (event, handler) => (handlers.set(event, handler), builder),
    build: () => ({ launch: (selector) => {
      const frame = document.createElement('iframe')
      frame.width = '100%'
      frame.title = 'Sumsub'
      frame.allow = 'camera; microphone; geolocation; clipboard-write; hid'
      frame.setAttribute('frameborder', '0')
      addEventListener('message', async ({ origin, data }) => {
        if (origin !== 'https://in.sumsub.com') return
        if (data.method === 'renew') frame.contentWindow.postMessage({ renewed: await renew() }, '*')
        frame.style.height = '500px'
        handlers.get(data.method)?.({})
      })
      document.querySelector(selector).append(frame)
      frame.src = 'https://in.sumsub.com/websdk/websdk.html?token=' + token + '&lang=' + builder.conf.lang + '&theme=' + builder.conf.theme
    } }),
  }
  return builder
} }`
const FRAME = `<!doctype html><html lang="en"><title>Sumsub</title><main><h1>Sumsub</h1>
<button onclick="parent.postMessage({ method: 'renew' }, '*')">Renew</button>
<button onclick="parent.postMessage({ method: 'idCheck.onApplicantSubmitted' }, '*')">Submit</button>
<button onclick="parent.postMessage({ method: 'idCheck.onApplicantStatusChanged' }, '*')">Reviewed</button></main>
<script>addEventListener('message', ({ data }) => { document.title = data.renewed })</script></html>`

const { site, browser } = await ownSite({
  env: IDENTITY_SECRETS,
  edit: (brands) => {
    const sumsub = { ...IDENTITY_CONFIG.identity.sumsub, url: `http://127.0.0.1:${port}` }
    const { sumsubToken, sumsubKey, sumsubWebhook } = IDENTITY_CONFIG.identitySecrets
    const identitySecrets = { sumsubToken, sumsubKey, sumsubWebhook }
    brands.patch('aurora', 'config/third-party.json', { identity: { sumsub }, identitySecrets })
  },
})
afterAll(() => service.close())

/** The test answers what the browser asks of Sumsub. @returns the addresses that were asked for */
async function playSumsub(page: Page, isThere: () => boolean = () => true): Promise<string[]> {
  const asked: string[] = []
  await page.context().route(/^https:\/\/[a-z]+\.sumsub\.com\//, (route) => {
    const url = route.request().url()
    asked.push(url)
    if (!isThere()) return route.abort('blockedbyclient')
    return url === SDK
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.fulfill({ contentType: 'text/html', body: FRAME })
  })
  return asked
}

/** A player of a brand at the page on which they are verified. */
async function verifying(brand: string, isThere?: () => boolean) {
  const visitor = await visit(browser, `${site.origin(brand)}/en/registration/fast_reg`)
  await registerByOneClick(visitor.page)
  const asked = await playSumsub(visitor.page, isThere)
  const open = async (query = '') => {
    const answer = await visitor.page.goto(`${site.origin(brand)}${VERIFICATION}${query}`)
    await hydrated(visitor.page)
    return answer?.headers() ?? {}
  }
  return { ...visitor, asked, open }
}

/** What the provider says at last, as it says it. @returns what it is answered */
function review(reference: string): Promise<string> {
  const event = { type: 'applicantReviewed', externalUserId: reference, createdAtMs: '2026-03-01 12:00:00.000' }
  const body = JSON.stringify({ ...event, reviewResult: { reviewAnswer: 'GREEN' } })
  const digest = createHmac('sha256', IDENTITY_SECRETS.LIVERY_SUMSUB_WEBHOOK).update(body).digest('hex')
  const signed = { 'x-payload-digest': digest, 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }
  const headers = { host: new URL(site.origin('aurora')).host, 'content-type': 'application/json', ...signed }
  const path = '/web-api/verification-api/sumsub/webhook'
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: site.port, path, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text))
    })
    sent.on('error', reject).end(body)
  })
}

test('KYC-6: the frame of Sumsub opens with the camera, renews its token, and the verdict is shown', async () => {
  const { page, faults, asked, open, close } = await verifying('aurora')
  await open()
  expect(asked).toEqual([])
  const start = page.getByRole('region', { name: 'Verify with a document and the camera' })
  await start.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL(`**${VERIFICATION}?check=sumsub`)
  await hydrated(page)
  const frame = page.frameLocator('iframe[title=Sumsub]')
  await frame.getByRole('heading', { name: 'Sumsub' }).waitFor()
  expect(asked).toEqual([
    SDK,
    expect.stringMatching(/^https:\/\/in\.sumsub\.com\/websdk\/websdk\.html\?token=token-of-.*&lang=en&theme=/),
  ])
  const inner = page.frames().find((one) => one.url().startsWith('https://in.sumsub.com/'))
  const mayUse = (feature: string) =>
    inner?.evaluate(
      (name) =>
        (document as unknown as { featurePolicy: { allowsFeature(of: string): boolean } }).featurePolicy.allowsFeature(
          name,
        ),
      feature,
    )
  expect([await mayUse('camera'), await mayUse('microphone'), await mayUse('geolocation')]).toEqual([true, true, false])
  await frame.getByRole('button', { name: 'Renew' }).click()
  const reference = String(standIn.asked.at(-1)?.body.userId)
  await expect.poll(() => inner?.title()).toBe(`token-of-${reference}`)
  await frame.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Everything is sent.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(JSON.parse(await review(reference))).toEqual({ outcome: 'applied' })
  await frame.getByRole('button', { name: 'Reviewed' }).click()
  await page.getByRole('heading', { name: 'Verified', exact: true }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  // The accessibility check speaks to every frame as if it were of this site.
  expect(faults([/postMessage/])).toEqual([])
  await close()
})

test('SEC-1: only the page of the check, at a brand that has Sumsub, lets its frame in; Trusted Types hold there too', async () => {
  const { open, close } = await verifying('aurora')
  const [plain, checking] = [await open(), await open('?check=sumsub')]
  const policyOf = (headers: Readonly<Record<string, string>>) => headers['content-security-policy'] ?? ''
  expect(policyOf(plain)).not.toContain('sumsub')
  expect(plain['permissions-policy']).toContain('camera=()')
  expect(policyOf(checking)).toContain("frame-src 'self' https://*.sumsub.com")
  expect(policyOf(checking)).toContain("require-trusted-types-for 'script'; trusted-types livery livery-identity")
  expect(policyOf(checking)).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/)
  expect(checking['permissions-policy']).toContain('camera=(self "https://*.sumsub.com")')
  await close()
  const other = await verifying('nour')
  const without = await other.open('?check=sumsub')
  expect(policyOf(without)).not.toContain('sumsub')
  expect(without['permissions-policy']).toContain('camera=()')
  expect(await other.page.getByText('with a document and the camera').count()).toBe(0)
  expect([other.asked, other.faults()]).toEqual([[], []])
  await other.close()
})

test('KYC-6: a script that is blocked leaves a way to try again, and the page keeps its other ways', async () => {
  let isThere = false
  const { page, faults, open, close } = await verifying('aurora', () => isThere)
  await open('?check=sumsub')
  await page.getByRole('alert').filter({ hasText: 'The check could not be opened.' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  isThere = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.frameLocator('iframe[title=Sumsub]').getByRole('heading', { name: 'Sumsub' }).waitFor()
  await page.getByRole('button', { name: 'Back to verification' }).click()
  await page.waitForURL(`**${VERIFICATION}`)
  await page.getByRole('button', { name: 'Start' }).waitFor()
  expect(faults([/ERR_BLOCKED_BY_CLIENT/])).toEqual([])
  await close()
})
