import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import {
  CODES,
  createIdentityStandIn,
  IDENTITY_CONFIG,
  IDENTITY_SECRETS,
} from '#tests/fixtures/identity/identity-stand-in.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const standIn = createIdentityStandIn()
const service = await listen()
const { port } = service.address() as AddressInfo

/** Smart-ID of the stand-in over the network. */
function listen(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const sent = request.method === 'POST' ? { method: 'POST', body } : {}
    const answer = await standIn.fetch(`https://smart-id.stand-in.example${request.url}`, sent)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const { site, browser } = await ownSite({
  env: IDENTITY_SECRETS,
  edit: (brands) => {
    const smartId = { ...IDENTITY_CONFIG.identity.smartId, url: `http://127.0.0.1:${port}/rp/v2` }
    const { smartIdParty } = IDENTITY_CONFIG.identitySecrets
    brands.patch('aurora', 'config/third-party.json', { identity: { smartId }, identitySecrets: { smartIdParty } })
  },
})
afterAll(() => service.close())

test('KYC-5: a player compares the code, signs on the phone, and is verified without a document', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`)
  await registerByOneClick(page)
  await page.goto(`${site.origin('aurora')}/en/office/account/verification`)
  await hydrated(page)
  const part = page.getByRole('region', { name: 'Verify with your phone' })
  await part.getByRole('button', { name: 'Send the request' }).click()
  expect(await part.getByRole('alert').textContent()).toBe('Enter your personal code.')
  await part.getByLabel('Personal code').fill(CODES.waits)
  await part.getByRole('button', { name: 'Send the request' }).click()
  await part.getByText(/^\d{4}$/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await part.getByRole('button', { name: 'Start over' }).click()
  await part.getByLabel('Personal code').fill(CODES.signs)
  await part.getByRole('button', { name: 'Send the request' }).click()
  await part.getByRole('alert').filter({ hasText: 'Try again in' }).waitFor()
  expect(faults([/^answer 429/, /Failed to load resource/])).toEqual([])
  await close()

  const second = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`)
  await registerByOneClick(second.page)
  await second.page.goto(`${site.origin('aurora')}/en/office/account/verification`)
  await hydrated(second.page)
  await second.page.getByLabel('Personal code').fill(CODES.signs)
  await second.page.getByRole('button', { name: 'Send the request' }).click()
  await second.page.getByRole('heading', { name: 'Verified', exact: true }).waitFor()
  expect(await second.page.getByRole('region', { name: 'Verify with your phone' }).count()).toBe(0)
  expect(second.faults()).toEqual([])
  await second.close()
})
