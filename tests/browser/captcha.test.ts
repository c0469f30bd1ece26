import type { Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  agree,
  challenge,
  factsOf,
  isReady,
  isRegistration,
  isSubmission,
  openForm as openFormAt,
  refused,
  send,
} from './captcha-page.ts'
import { ownSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const GUARDED = { guards: { registration: 'always' } }

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('velvet', 'config/captcha.json', { type: 'puzzle', ...GUARDED })
    brands.patch('velvet', 'config/registration.json', { types: { fast_reg: { isAvailable: true } } })
  },
})

const openForm = (brand: string) => openFormAt(browser, site.origin(brand))

describe('CAP-3: the type custom', () => {
  test('CAP-5, CAP-15, CAP-16: a registration passes without any other host, its token sent once', async () => {
    const { page, faults, close } = await openForm('aurora')
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await agree(page)
    const submission = page.waitForRequest(isSubmission)
    await send(page)
    const request = await submission
    await isReady(page)
    const token = (await request.allHeaders())['x-captcha-token'] ?? ''
    const { fields } = request.postDataJSON() as { fields: Record<string, string> }
    expect(token).toMatch(/^[\w-]{22}\.\d+-[0-9a-f]{64}$/)
    expect(`${fields.custom_captcha_id}.${fields.custom_captcha_value}`).toBe(token)
    expect([...hosts]).toEqual([new URL(site.origin('aurora')).host])
    expect(await factsOf(page)).toEqual([10190])
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3: its field is run ahead by keyboard, says how far it is, and has no axe finding', async () => {
    const { page, faults, close } = await openForm('aurora')
    const start = page.getByRole('button', { name: 'I am not a robot' })
    await start.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Checked: you are not a robot.' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const challenges: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/captcha/')) challenges.push(request.url())
    })
    await agree(page)
    await send(page)
    await isReady(page)
    expect(challenges).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('a refused form gets a new token when it is sent again', async () => {
    const { page, faults, close } = await openForm('aurora')
    await agree(page)
    await page.route(isRegistration, (route) => route.abort())
    await send(page)
    await page.getByText('No connection').waitFor()
    await page.unroute(isRegistration)
    await page.getByRole('button', { name: 'Try again' }).click()
    await isReady(page)
    expect(await factsOf(page)).toEqual([10190, 10190])
    faults()
    await close()
  })

  test('C1: a script that is blocked fails cleanly and can be tried again', async () => {
    const { page, faults, close } = await openForm('aurora')
    await page.route('**/assets/work.worker-*', (route) => route.abort())
    await agree(page)
    await send(page)
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor()
    expect(await factsOf(page)).toEqual([10191])
    await page.unroute('**/assets/work.worker-*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await isReady(page)
    faults()
    await close()
  })
})

/** Turns the disc as a player would who looks at it: the angle at which the edge of the disc fits the picture best. */
async function solvePuzzle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('.pain-puzzle img')]
    return images.length === 2 && images.every((image) => image.complete && image.src !== '')
  })
  const degrees = await page.evaluate(() => {
    const [picture, disc] = [...document.querySelectorAll<HTMLImageElement>('.pain-puzzle img')]
    if (!picture || !disc) throw new Error('there is no puzzle')
    const ring = (image: HTMLImageElement, size: number, radius: number): number[][] => {
      const canvas = document.createElement('canvas')
      canvas.width = size
      canvas.height = size
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0, size, size)
      return Array.from({ length: 360 }, (_, angle) => {
        const x = size / 2 + radius * Math.cos((angle * Math.PI) / 180)
        const y = size / 2 + radius * Math.sin((angle * Math.PI) / 180)
        return [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data]
      })
    }
    const [outer, inner] = [ring(picture, 280, 84), ring(disc, 160, 76)]
    const misfit = (turn: number) =>
      outer.reduce((sum, colour, angle) => {
        const other = inner[(angle - turn + 360) % 360] ?? []
        return sum + colour.reduce((part, value, index) => part + Math.abs(value - (other[index] ?? 0)), 0)
      }, 0)
    return Array.from({ length: 360 }, (_, turn) => turn).reduce((best, turn) =>
      misfit(turn) < misfit(best) ? turn : best,
    )
  })
  await page.getByRole('slider', { name: 'Turn of the disc' }).fill(String(degrees))
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

describe('CAP-12: the puzzle', () => {
  test('CAP-10: is shown in a dialog without a confirm button, is solved, and lets the registration pass', async () => {
    const { page, faults, close } = await openForm('velvet')
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await agree(page)
    await send(page)
    await challenge(page).waitFor()
    await page.getByRole('slider').waitFor()
    expect(
      await challenge(page)
        .getByRole('button', { name: /^(?:ok|confirm)$/i })
        .count(),
    ).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    for (let tries = 0; tries < 5 && (await challenge(page).isVisible()); tries += 1) {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/puzzle-api/answer'))
      await solvePuzzle(page)
      if ((await answered).ok()) break
    }
    await isReady(page)
    expect(scripts).toContain('/genfiles/puzzle/pain-puzzle.js')
    expect(await factsOf(page)).toEqual([10190])
    expect(faults(refused(403, '/puzzle-api/answer'))).toEqual([])
    await close()
  })

  test('A11Y-3: by keyboard alone: the slider turns, a wrong answer brings another picture, the device works instead', async () => {
    const { page, faults, close } = await openForm('velvet')
    await agree(page)
    await page.getByRole('button', { name: 'Create account' }).focus()
    await page.keyboard.press('Enter')
    const slider = page.getByRole('slider', { name: 'Turn of the disc' })
    await slider.waitFor()
    await expect.poll(() => slider.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toBe('1 degrees')
    await page.keyboard.press('Enter')
    await page.getByText('That did not fit. Here is another picture.').waitFor()
    await page.getByRole('button', { name: /I cannot see the picture/ }).focus()
    await page.keyboard.press('Enter')
    await isReady(page)
    expect(faults(refused(403, '/puzzle-api/answer'))).toEqual([])
    await close()
  })

  test('CAP-7, CAP-16: closing it cancels the sending, counts as a failure and logs no error', async () => {
    const { page, faults, close } = await openForm('velvet')
    const submissions: Request[] = []
    page.on('request', (request) => isSubmission(request) && submissions.push(request))
    await agree(page)
    await send(page)
    await page.getByRole('slider').waitFor()
    await challenge(page).getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('alert').filter({ hasText: 'The check was closed, so nothing was sent.' }).waitFor()
    expect(await challenge(page).count()).toBe(0)
    expect(submissions).toEqual([])
    expect(await factsOf(page)).toEqual([10191])
    expect(faults()).toEqual([])
    await close()
  })
})

test('SEC-6: after four wrong passwords the sign-in asks for the captcha by itself', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/login`)
  await hydrated(page)
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/account/login')) tokens.push(request.headers()['x-captcha-token'])
  })
  for (let count = 1; count <= 5; count += 1) {
    await page.getByLabel('E-mail, phone or account number').fill('nobody@mail.example')
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${count}`)
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith('/account/login') && answer.status() !== 403,
    )
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    expect((await answered).status()).toBe(401)
    await page.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor()
  }
  expect(tokens.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => undefined))
  expect(tokens[5]).toMatch(/^[\w-]{22}\./)
  expect(tokens).toHaveLength(6)
  expect(faults([/^answer 40[13]: \/web-api\/account\/login$/, /Failed to load resource/])).toEqual([])
  await close()
})
