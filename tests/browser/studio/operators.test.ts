import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf, startMailServer } from '#server/delivery/mail-server.test-support.ts'
import { claimedOwner, OWNER, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const mailServer = await startMailServer([], { authOptional: true, disabledCommands: ['STARTTLS'] })
const { site, browser } = await ownSite({
  env: { ...STUDIO_ENV, LIVERY_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
})
const NEW_PASSWORD = 'eleven grey herons wade'

let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1200, height: 900 } })
  page = watched.page
  faults = watched.faults
  await claimedOwner(site)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await signInOwner(page, studioOrigin(site))
})
afterAll(() => mailServer.close())

const signOut = () => page.getByRole('button', { name: 'Sign out' }).click()
const brands = () => page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor()

test('OPS-19: a passkey is made by the password, signs in without one, and is removed', async () => {
  await page.goto(`${studioOrigin(site)}/you`)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  const box = page.getByRole('dialog', { name: 'Make a passkey' })
  await box.getByLabel('Name, such as “My laptop”').fill('Test bench')
  await box.getByLabel('Your password, to confirm').fill('wrong')
  await box.getByRole('button', { name: 'Make it' }).click()
  await box.getByText('The e-mail address or the password is wrong.').waitFor()
  await box.getByLabel('Your password, to confirm').fill(OWNER.password)
  await box.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('Test bench', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await signOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { level: 1, name: 'You' }).waitFor()
  await page.getByRole('button', { name: 'Remove Test bench' }).click()
  await page.getByRole('dialog').getByLabel('Your password, to confirm').fill(OWNER.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Test bench', { exact: true }).waitFor({ state: 'detached' })
  await signOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('alert').waitFor()
  expect(faults([/answer 422: \/studio-api\/passkey/, /^console: Failed to load resource.*422/])).toEqual([])
})

test('a forgotten password is replaced by the link of a mail', async () => {
  await page.goto(`${studioOrigin(site)}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('E-mail address').fill(OWNER.email)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If ${OWNER.email} has an account, a mail is on its way.`).waitFor()
  await expect.poll(() => mailServer.mails.length).toBeGreaterThan(0)
  const [link = ''] = /http:\S+#[\w-]{43}/.exec(partsOf(mailServer.mails.at(-1) ?? '')['text/plain'] ?? '') ?? []
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('The new password is set.').waitFor()
  await page.getByRole('link', { name: 'To the sign-in' }).click()
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await brands()
  expect(faults()).toEqual([])
})

test('a translator sees what they may edit, and the rest is to be read', async () => {
  await page.goto(`${studioOrigin(site)}/people`)
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const box = page.getByRole('dialog')
  await box.getByLabel('E-mail address').fill('tom@operator.example')
  await box.getByLabel('Limited to (optional)').fill('../secrets')
  await box.getByText('Write paths such as').waitFor()
  await box.getByLabel('Limited to (optional)').fill('locales/pt, config/header.json#/menu')
  await box.getByRole('button', { name: 'Add a role' }).click()
  await box.getByText('Editor · All brands · locales/pt, config/header.json#/menu').waitFor()
  await box.getByRole('button', { name: 'Make the link' }).click()
  const link = await box.getByLabel('Link for tom@operator.example').inputValue()
  const { page: toms, faults: tomsFaults } = await watchedPage(browser)
  await toms.goto(link)
  await toms.getByLabel('Your name').fill('Tom')
  await toms.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await toms.getByRole('button', { name: 'Join' }).click()
  await toms.getByRole('heading', { level: 1, name: 'Brands' }).waitFor()
  const open = (document: string) => toms.goto(`${studioOrigin(site)}/brands/aurora?document=${document}`)
  await open('config/header.json')
  await toms.getByText('You may edit only locales/pt, config/header.json#/menu.').waitFor()
  await expect.poll(() => toms.getByLabel('Max visible items', { exact: true }).isDisabled()).toBe(true)
  expect(await toms.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  await open('locales/pt/site.json&language=pt')
  const text = toms.getByLabel('Text of site.menu_live', { exact: true })
  await toms.getByLabel('Filter').fill('menu_live')
  await text.fill('Ao vivo agora')
  await toms.getByText('Saved in the draft').waitFor()
  expect(tomsFaults([/request\.cancelled/, /postMessage/])).toEqual([])
})
