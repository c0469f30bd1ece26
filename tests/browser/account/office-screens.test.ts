import { expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({
  edit: ({ patch }) => patch('nour', 'config/boolean.json', { isVipBetAllowed: true }),
})

async function newPlayer(): Promise<WatchedPage & { readonly credentials: Credentials }> {
  const watched = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  return { ...watched, credentials: await registerByOneClick(watched.page) }
}

async function open({ page }: WatchedPage, place: string): Promise<void> {
  await page.goto(`${site.origin('nour')}/en/office/${place}`)
  await hydrated(page)
}

test('OFF-16: a player chooses a login with the password and signs in by it', async () => {
  const player = await newPlayer()
  const { page, credentials, faults } = player
  await open(player, 'security')
  await open(player, 'change-login')
  await page.getByText(`Your account number is ${credentials.number}.`).waitFor()
  await page.getByLabel('New login').fill('1anna')
  await page.getByRole('button', { name: 'Save login' }).click()
  await page.getByText('It begins with a letter.').waitFor()
  await page.getByLabel('New login').fill('Anna_Keller')
  await page.getByLabel('Current password').fill('not the password')
  await page.getByRole('button', { name: 'Save login' }).click()
  await page.getByText('This is not your current password.').waitFor()
  await page.getByLabel('Current password').fill(credentials.password)
  await page.getByRole('button', { name: 'Save login' }).click()
  await page.getByText('You sign in as anna_keller.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults([/answer 422/, /status of 422/])).toEqual([])

  const other = await visit(browser, `${site.origin('nour')}/en/login`)
  await other.page.getByLabel('E-mail, phone or account number').fill('ANNA_keller')
  await other.page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await other.page.getByRole('button', { name: 'Sign in' }).last().click()
  await other.page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await open(other, 'change-login')
  await other.page.getByText('You sign in as anna_keller.').waitFor()
})

test('OFF-17: an idea is sent at any hour and found in the talk with the support', async () => {
  const player = await newPlayer()
  const { page, faults } = player
  await open(player, 'share-idea')
  await page.getByRole('button', { name: 'Send idea' }).click()
  await page.getByText('Write your idea first.').waitFor()
  await page.getByLabel('Your idea').fill('Show the standings beside the coupon.')
  await page.getByRole('button', { name: 'Send idea' }).click()
  await page.getByText('Your idea is with us.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'To the talk' }).click()
  await page.getByText('Show the standings beside the coupon.').waitFor()
  expect(faults()).toEqual([])
})

test('OFF-17: who has no e-mail address is led to give one before news can come by it', async () => {
  const player = await newPlayer()
  const { page, faults } = player
  await open(player, 'email/subscription')
  expect(
    await page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).disabled)),
  ).toEqual(expect.arrayContaining([true]))
  expect(await page.getByText('SMS').count()).toBe(0)
  await page.getByRole('link', { name: 'E-mail', exact: false }).last().waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
})

test('OFF-3: bets above the largest stake have a page of their own where the brand offers them, and none elsewhere', async () => {
  const player = await newPlayer()
  const { page, faults } = player
  await open(player, 'manager-bets')
  await page.getByText('No bets above the largest stake').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  const answer = await page.goto(`${site.origin('velvet')}/en/office/manager-bets`)
  expect(answer?.status()).toBe(404)
})
