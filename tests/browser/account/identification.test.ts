import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('velvet', 'config/registration.json', {
      afterRegistration: 'identification',
      types: { fast_reg: { order: 20, isAvailable: true, titleKey: 'site.registration_fast' } },
    })
  },
})
let picture: Buffer

/** A new player on a page of the office. */
async function playerAt(path: string, options = {}): Promise<WatchedPage> {
  const player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, options)
  await registerByOneClick(player.page)
  picture = await player.page.screenshot()
  await player.page.goto(`${site.origin('aurora')}/en/office/account/${path}`)
  await hydrated(player.page)
  player.faults()
  return player
}

async function pick(
  page: Page,
  ...files: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }[]
) {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chosen).setFiles(files)
}

const png = (name: string, buffer = picture) => ({ name, mimeType: 'image/png', buffer })

describe('verification', () => {
  test('OFF-14: files are judged, shown and taken back, and what is sent is being checked', async () => {
    const player = await playerAt('verification')
    const { page } = player
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    await page.getByText('Add at least one picture of the document.').waitFor()
    await pick(page, png('front.png'), { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') })
    const film = page.getByRole('listitem').filter({ hasText: 'film.mp4' })
    await film.getByText('Use a picture (JPEG, PNG, WebP) or a PDF.').waitFor()
    const drawn = page.locator('[data-drawn] canvas')
    await drawn.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove film.mp4' }).press('Enter')
    await film.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    await page.getByRole('heading', { name: 'Being checked' }).waitFor()
    const steps = page.getByRole('region', { name: 'What has happened' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBe(2)
    expect(await page.getByRole('button', { name: 'Choose files' }).count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: 'Being checked' }).waitFor()
    expect(player.faults()).toEqual([])
    await player.close()
  })

  test('SEC-7: what is no picture is refused at its place; what is kept stays when the page is left', async () => {
    const player = await playerAt('verification', PHONE)
    const { page } = player
    expect(await page.getByRole('button', { name: 'Take a photo' }).isVisible()).toBe(true)
    await pick(page, png('good.png'), png('bad.png', Buffer.from('<script>1</script>')))
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    const bad = page.getByRole('listitem').filter({ hasText: 'bad.png' })
    await bad.getByText('Use a picture (JPEG, PNG, WebP) or a PDF.').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'good.png' }).getByText('Kept').waitFor()
    expect(player.faults([/422/])).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Not sent yet' }).waitFor()
    await hydrated(page)
    await page.getByRole('button', { name: 'Remove File 1' }).click()
    await page.getByRole('listitem').filter({ hasText: 'File 1' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Not verified yet' }).waitFor()
    expect(player.faults()).toEqual([])
    await player.close()
  })
})

describe('identification', () => {
  test('KYC-2, KYC-8: the form asks for the fields of its document and goes with its pictures', async () => {
    const player = await playerAt('identification')
    const { page } = player
    await page.getByLabel('Document', { exact: true }).selectOption('CPF')
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    const name = page.getByLabel('First name')
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('Anna')
    await page.getByLabel('Last name').fill('Keller')
    await page.getByLabel('CPF').last().fill('529.982.247-25')
    await pick(page, png('cpf.png'))
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    await page.getByRole('heading', { name: 'Being checked' }).waitFor()
    expect(player.faults()).toEqual([])
    await player.close()
  })
})

describe('registration', () => {
  test('REG-1: its screen leads on to the one of the identification, and that to where the player was going', async () => {
    const origin = site.origin('velvet')
    const player = await visit(browser, `${origin}/en/registration/fast_reg?returnUrl=/en/information/about`)
    const { page } = player
    await page.getByRole('heading', { level: 1, name: 'Registration' }).waitFor()
    await registerByOneClick(page)
    picture = await page.screenshot()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.pathname === '/en/registration/identification')
    await page.getByRole('heading', { level: 1, name: 'Confirm who you are' }).waitFor()
    await hydrated(page)
    expect(await page.getByRole('link', { name: 'Later' }).getAttribute('href')).toBe('/en/information/about')
    await page.getByLabel('Document', { exact: true }).selectOption('CPF')
    await page.getByLabel('First name').fill('Anna')
    await page.getByLabel('Last name').fill('Keller')
    await page.getByLabel('CPF').last().fill('529.982.247-25')
    await pick(page, png('cpf.png'))
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send to be checked' }).click()
    await page.getByRole('heading', { name: 'Being checked' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(`${origin}/en/information/about`)
    expect(player.faults()).toEqual([])
    await player.close()
  })
})
