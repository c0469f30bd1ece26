import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { knownVisitor, rawAnswer, visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const SPRITE = new URL('../../brands/_base/assets/icons.svg', import.meta.url)
const PIXEL = '/genfiles/cms/1/desktop/system/pixel.png'

/** Velvet with every key of these tests set otherwise; Aurora as it is shipped. */
const { site, browser } = await ownSite({
  edit: (brands) => {
    const patch = (section: string, change: Readonly<Record<string, unknown>>) =>
      brands.patch('velvet', `config/${section}.json`, change)
    patch('application', { fontSize: 'large' })
    patch('boolean', { isLightVersion: true, isGameIdShown: true, isVideoShown: false, isCouponDeleteAllowed: false })
    patch('header', { serviceMenu: { how_to_bet: { isHighlighted: true } } })
    patch('footer', { isAgeMarkShown: false })
    patch('licence', { seal: 'mark.svg' })
    patch('banner-widgets', { widgets: { home: { banners: { welcome: { imageDark: 'banners/live.svg' } } } } })
    patch('information', {
      contacts: { networks: { tele: { order: 10, value: 'https://t.example/velvet', icon: 'telegram' } } },
    })
    patch('modules', { resources: { 'error-page': { main: 'illustrations/line-404.svg' } } })
  },
})

/** The picture of the welcome banner, once the browser has chosen it: it does for what can be seen. */
async function bannerOf(page: Page): Promise<string> {
  const banner = page.getByAltText('A golden crown on a stage before plum curtains')
  const chosen = () =>
    banner.evaluate((image: HTMLImageElement) => {
      image.scrollIntoView()
      return image.currentSrc
    })
  await expect.poll(chosen).not.toBe('')
  return chosen()
}

test('OPS-26: application.fontSize is the size of texts of a visitor who has chosen none', async () => {
  const sizeAt = async (brand: string) => {
    const { page, close } = await visit(browser, `${site.origin(brand)}/en`)
    const found = await page.evaluate(() => [
      document.documentElement.dataset.fontSize ?? null,
      getComputedStyle(document.documentElement).getPropertyValue('--text-14').trim(),
    ])
    await close()
    return found
  }
  expect(await sizeAt('velvet')).toEqual(['large', '16px'])
  expect(await sizeAt('aurora')).toEqual([null, '0.875rem'])
})

test('OPS-26, STORE-1: the light version and the numbers of games are the brand’s until the visitor chooses', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/live`)
  const switches = async () => {
    await page.getByRole('button', { name: 'Display' }).first().click()
    const light = page.locator(':popover-open').getByText('Light version')
    const ids = page.locator(':popover-open').getByText('Show game numbers')
    const isOn = (item: typeof light) => item.evaluate((node) => node.closest('[aria-pressed]')?.ariaPressed ?? null)
    return { states: [await isOn(light), await isOn(ids)], light }
  }
  const first = await switches()
  expect(first.states).toEqual(['true', 'true'])
  await first.light.click()
  await page.reload()
  await hydrated(page)
  expect((await switches()).states).toEqual(['false', 'true'])
  expect(faults()).toEqual([])
  await close()
})

test('OPS-26, BET-12: broadcasts and the clearing of a history are pages where the brand has them', async () => {
  const statusOf = async (brand: string, path: string) => (await rawAnswer(site, brand, path)).status
  expect(await statusOf('velvet', '/en/office/history/clear')).toBe(404)
  expect(await statusOf('aurora', '/en/office/history/clear')).toBe(302)
})

test('OPS-26: the service menu is above the header, with the brand’s highlight', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en`)
  const menu = page.getByRole('navigation', { name: 'Help and rules' })
  expect(await menu.getByRole('link').allTextContents()).toEqual(['How to bet', 'Responsible gaming', 'Contacts'])
  expect(await menu.locator('[data-highlighted]').allTextContents()).toEqual(['How to bet'])
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('OPS-26: a banner has another picture for dark colours, chosen or of the device', async () => {
  const pictureOf = async (scheme: string | null, colorScheme: 'light' | 'dark') => {
    const { page, close } = await knownVisitor(browser, { colorScheme, viewport: { width: 1280, height: 900 } })
    if (scheme) await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.origin('velvet') }])
    await page.goto(`${site.origin('velvet')}/en`)
    await hydrated(page)
    const source = await bannerOf(page)
    await close()
    return source.split('/').at(-1)
  }
  expect(await pictureOf('light', 'dark')).toBe('welcome.svg')
  expect(await pictureOf('dark', 'light')).toBe('live.svg')
  expect(await pictureOf('system', 'dark')).toBe('live.svg')
  expect(await pictureOf('system', 'light')).toBe('welcome.svg')
})

test('OPS-26: age mark, address and seal of the licence are the brand’s to show', async () => {
  const footerOf = async (brand: string) => {
    const { body } = await rawAnswer(site, brand, '/en')
    // Names are kept apart from the text around them by marks that nobody sees.
    return body.slice(body.indexOf('<footer'), body.indexOf('</footer>')).replaceAll(/[\u2066-\u2069]/g, '')
  }
  const velvet = await footerOf('velvet')
  expect(velvet).not.toContain('>18+<')
  expect(velvet).toContain('Registered at 1 Harbour Street, Sample City.')
  expect(velvet).toMatch(/<img[^>]*alt="Sample Gaming Authority"/)
  expect(velvet).toContain('href="https://t.example/velvet"')
  const aurora = await footerOf('aurora')
  expect(aurora).toMatch(/18(?:<!-- -->)?\+/)
  expect(aurora).not.toContain('alt="Sample Gaming Authority"')
})

test('INFO-2, I18N-15, I18N-17: the page of contacts has them as the configuration names them, and an icon that is not in the sprite is reported', async () => {
  const { page, faults, close } = await knownVisitor(browser)
  // No configuration that its check lets pass names an icon that there is not; a browser may have an older sprite.
  const sprite = readFileSync(SPRITE, 'utf8').replace('id="telegram"', 'id="paper-plane"')
  await page.route('**/icons.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: sprite }))
  await page.goto(`${site.origin('velvet')}/en/information/contacts`)
  await hydrated(page)
  const main = page.getByRole('main')
  const href = (name: RegExp) => main.getByRole('link', { name }).getAttribute('href')
  expect(await href(/35600000202/)).toBe('tel:+35600000202')
  expect(await href(/safety@velvet/)).toBe('mailto:safety@velvet.example')
  expect(await href(/t\.example\/velvet/)).toBe('https://t.example/velvet')
  expect(await main.getByRole('navigation', { name: 'Information' }).getByRole('link').count()).toBeGreaterThan(5)
  await expect.poll(() => faults()).toEqual([expect.stringMatching(/icon\.unknown.*telegram/)])
  await close()
})

test('I18N-16, I18N-17: a missing picture is reported and replaced, and the page works', async () => {
  const { status, headers } = await rawAnswer(site, 'velvet', PIXEL)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
  await page.evaluate(() => {
    const image = new Image()
    image.id = 'lost'
    image.src = '/brand/0/no-such-picture.svg'
    document.body.append(image)
  })
  const shown = () =>
    page.evaluate(() => {
      const image = document.getElementById('lost') as HTMLImageElement
      return [new URL(image.src).pathname, image.naturalWidth]
    })
  await expect.poll(shown).toEqual([PIXEL, 1])
  expect(faults([/no-such-picture/, /404/])).toEqual([])
  await close()
})

test('I18N-14: a module’s media are those that the brand names', async () => {
  const { body } = await rawAnswer(site, 'velvet', '/en/nothing-is-here')
  expect(body).toContain('illustrations/line-404.svg')
})
