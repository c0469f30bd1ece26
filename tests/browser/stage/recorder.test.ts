import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Download, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssetChunk } from '#calls/page.ts'
import type { LiveryQa } from '#client/qa/qa-port.ts'
import type { ScenarioRecordReport, ScenarioRunReport } from '#schemas'
import { isScenarioRecordReport as validate } from '#schemas/generated/validators/cli.js'
import { recordPages } from '#stage/commands/page-recordings.ts'
import { scenarioCommand } from '#stage/commands/scenario-commands.test-support.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenidProvider,
  startOpenidProvider,
} from '#tests/contract/scenes/openid-provider.ts'
import { ownSite } from '../test-site.ts'
import { knownVisitor, rawAnswer, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const BRAND = 'aurora'
const RTL = 'nour'
const FORBIDDEN = 'velvet'
const PASSWORD = 'a sentence of my own'
const WRONG_PASSWORD = 'not that sentence'
const DIST = new URL('../../../dist/client/', import.meta.url)
const RECORDER = 'src/client/qa/start-qa.tsx'
/** What is part of the recorder and of nothing that a player's page needs. */
const OF_RECORDER = ['A recording of ', 'no password is kept once the player is in']
const EXPECTED_REFUSAL = [/^answer (?:401|422): /, /Failed to load resource/]

const folder = mkdtempSync(join(tmpdir(), 'livery-recordings-'))
const { site, browser, brands } = await ownSite({
  edit: (brands) => {
    for (const brand of [BRAND, RTL])
      brands.patch(brand, 'config/other.json', { scenarioRecorder: { isAllowed: true, parameter: 'qa' } })
  },
  env: { LIVERY_SOCIAL_WALK_SECRET: CLIENT_SECRET },
})
let provider: OpenidProvider
beforeAll(async () => {
  provider = await startOpenidProvider([`${site.origin(BRAND)}/socauth/callback/google`])
  brands.patch(BRAND, 'config/auth.json', {
    types: { google: { isAvailable: true } },
    socialClientIds: { google: CLIENT_ID },
    socialClientSecrets: { google: 'LIVERY_SOCIAL_WALK_SECRET' },
    socialProviders: { google: { issuer: provider.issuer } },
  })
})
afterAll(async () => {
  await provider?.close()
  rmSync(folder, { recursive: true, force: true })
})

const tab = (page: Page) => page.getByRole('button', { name: /^(?:Recording|Stopped) · \d+$/ })
const recorded = (page: Page): Promise<ReturnType<LiveryQa['recordings']>> =>
  page.evaluate(() => window.liveryQa?.recordings() ?? [])

async function codeFor(phone: string): Promise<string> {
  const { body } = await rawAnswer(site, BRAND, '/outbox?format=json')
  const messages = JSON.parse(body) as { readonly recipient: string; readonly body: string }[]
  return /\b\d{6}\b/.exec(messages.find(({ recipient }) => recipient === phone)?.body ?? '')?.[0] ?? ''
}

/** Everything that the page sends or is given and that no file may hold. */
async function secretsOf(page: Page): Promise<Set<string>> {
  const secrets = new Set([PASSWORD, WRONG_PASSWORD])
  page.on('request', (request) => {
    const token = request.headers()['x-captcha-token']
    if (token) secrets.add(token)
    const { hostname, searchParams } = new URL(request.url())
    if (hostname !== `${BRAND}.localhost`)
      for (const name of ['state', 'nonce', 'code_challenge']) secrets.add(searchParams.get(name) ?? PASSWORD)
  })
  return secrets
}

/** Whether a text holds a secret; a code of digits alone may be part of a longer number by chance. */
function holds(text: string, secret: string): boolean {
  return /^\d+$/.test(secret) ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text) : text.includes(secret)
}

let phones = 0

function nextPhone(): string {
  phones += 1
  return `+7701234567${phones}`
}

async function registerByPhone(page: Page, phone: string, secrets: Set<string>): Promise<void> {
  await page.getByRole('button', { name: /\+7/ }).first().click()
  await page.keyboard.press('Escape')
  await page.locator('input[name="phone"]').fill(phone.slice(2))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: /^(Create account|Register by phone)$/ }).click()
  const input = page.getByLabel('Code from the message')
  await input.waitFor()
  const code = await codeFor(phone)
  secrets.add(code)
  const wrong = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10)
  secrets.add(wrong)
  await input.fill(wrong)
  await page.getByText('The code is wrong. Attempts left: 4.').waitFor()
  await input.fill(code)
  await page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()
}

async function signIn(page: Page, phone: string): Promise<void> {
  const main = page.getByRole('main')
  await page.getByLabel('E-mail, phone or account number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(WRONG_PASSWORD)
  await main.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await hydrated(page)
}

/** Presses a button of the panel and saves the file that it gives. @returns its path */
async function saved(page: Page, button: string): Promise<string> {
  const given = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download: Download = await given
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

/** Takes the files out of an archive that is not compressed. */
function unpack(archive: string): readonly string[] {
  const bytes = readFileSync(archive)
  const names: string[] = []
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)]
    const content = at + 30 + nameLength
    const name = bytes.toString('utf8', at + 30, content)
    writeFileSync(join(folder, name), bytes.subarray(content, content + size))
    names.push(name)
    at = content + size
  }
  return names
}

test('QA-6: what a registration by phone and a sign-in did is downloaded, replays to the same trace, and holds no secret', async () => {
  const { page, faults, close } = await knownVisitor(browser, { acceptDownloads: true })
  const secrets = await secretsOf(page)
  await page.goto(`${site.origin(BRAND)}/en/registration/phone_reg?qa=on`)
  await hydrated(page)
  const phone = nextPhone()
  await registerByPhone(page, phone, secrets)
  await page.goto(`${site.origin(BRAND)}/en/office/account`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await page.goto(`${site.origin(BRAND)}/en/login`)
  await hydrated(page)
  await page.getByRole('button', { name: /Google/ }).click()
  await page.waitForURL(/social=/)
  await page.goto(`${site.origin(BRAND)}/en/login`)
  await hydrated(page)
  await signIn(page, phone)
  for (const { value } of await page.context().cookies()) if (value.length >= 16) secrets.add(value)

  await tab(page).click()
  const listed = await recorded(page)
  const machines = listed.map(({ machine }) => machine)
  expect(machines).toEqual(
    expect.arrayContaining([
      ...['forms/form', 'registration/registration', 'phone/sms-code', 'phone/phone-code', 'captcha/captcha'],
      ...['shell/modal-queue', 'account/sign-in', 'social/social-start', 'site/cookie-consent'],
    ]),
  )
  const first = readFileSync(await saved(page, `Download ${listed[0]?.machine} ${listed[0]?.id}`), 'utf8')
  const names = unpack(await saved(page, 'Download all'))
  // What lies over the page may have come meanwhile.
  const files = listed.map(({ id, machine }) => `${machine.replace('/', '-')}-${id}.scn.json`)
  expect(names).toEqual(expect.arrayContaining(files))
  expect(names.some((name) => readFileSync(join(folder, name), 'utf8') === first)).toBe(true)
  const { code, stdout, stderr } = await scenarioCommand('run', ['*.scn.json', '--json'], folder)
  expect([code, stderr], stdout).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ passed: names.length, failed: 0, skipped: 0 })
  expect(secrets.size).toBeGreaterThanOrEqual(8)
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(JSON.parse(text), name).toMatchObject({ source: 'recorded', brand: BRAND, traceHash: expect.any(String) })
    for (const secret of secrets) expect(holds(text, secret), `${name} holds ${secret}`).toBe(false)
  }
  expect(faults(EXPECTED_REFUSAL)).toEqual([])
  await close()
})

test('QA-6: a password that was made for the player is in no recording, and what is stopped and cleared stays so', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/registration/fast_reg?qa=on`)
  const { password } = await registerByOneClick(page)
  const running = await page.evaluate(() => window.liveryQa?.observe.list().map(({ machine }) => machine))
  expect(running).toContain('shell/notification-queue')
  expect(password.length).toBeGreaterThanOrEqual(8)
  const files = await page.evaluate(() => window.liveryQa?.recordings().map(({ id }) => window.liveryQa?.scenario(id)))
  expect(files?.map((file) => [file?.isReplayable, file?.notes])).toEqual(files?.map(() => [true, []]))
  expect(JSON.stringify(files)).toContain('fast_reg')
  expect(JSON.stringify(files)).not.toContain(password)
  await tab(page).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Nothing is recorded any more.').waitFor()
  await page.goto(`${site.origin(BRAND)}/en/registration/fast_reg`)
  await hydrated(page)
  expect(await page.evaluate(() => 'liveryQa' in window)).toBe(false)
  expect(faults()).toEqual([])
  await close()
})

test('QA-6: livery scenario record takes what is recorded while a tester goes from page to page', async () => {
  const interrupted = new AbortController()
  const ready = Promise.withResolvers<void>()
  const taking = recordPages(browser, `${site.origin(BRAND)}/en/login`, interrupted.signal, ready.resolve)
  await ready.promise
  const page = browser.contexts().at(-1)?.pages()[0] as Page
  await hydrated(page)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.goto(`${site.origin(BRAND)}/en/registration/fast_reg`)
  await hydrated(page)
  await page.getByLabel(/minimum age/).check()
  await expect.poll(async () => (await recorded(page)).map(({ machine }) => machine)).toContain('forms/form')
  await page.waitForTimeout(600)
  await page.close()
  const taken = await taking
  const machines = taken.map(({ machine }) => machine)
  expect(machines).toContain('account/sign-in')
  expect(machines).toContain('forms/form')
  for (const { isReplayable, text } of taken) expect([isReplayable, text.includes(PASSWORD)]).toEqual([true, false])
})

/** A browser whose pages have a quarter of the processor. */
function slowed({ newContext }: Pick<Browser, 'newContext'>): Pick<Browser, 'newContext'> {
  return {
    newContext: async (options) => {
      const context = await newContext.call(browser, options)
      const newPage = context.newPage.bind(context)
      context.newPage = async () => {
        const page = await newPage()
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
        return page
      }
      return context
    },
  }
}

/** Records a registration. @returns the folder of its files */
async function recordedRegistration(
  type: string,
  register: (page: Page) => Promise<unknown>,
  recorder: Pick<Browser, 'newContext'> = browser,
): Promise<string> {
  const [interrupted, ready] = [new AbortController(), Promise.withResolvers<void>()]
  const address = `${site.origin(BRAND)}/en/registration/${type}`
  const taking = recordPages(recorder, address, interrupted.signal, ready.resolve)
  await Promise.race([ready.promise, taking])
  const page = browser.contexts().at(-1)?.pages()[0] as Page
  await hydrated(page)
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await register(page)
  const steps = async () => (await recorded(page)).find(({ machine }) => machine === 'registration/registration')?.steps
  await expect.poll(steps, { timeout: 60_000 }).toBeGreaterThan(1)
  interrupted.abort()
  const taken = await taking
  await page.context().close()
  const target = mkdtempSync(join(folder, `${type}-`))
  for (const { fileName, text } of taken) writeFileSync(join(target, fileName), text)
  return target
}

/** Plays the files of a folder. @returns machine → the results of its recordings, and what else is reported */
async function playedBy(driver: string, target: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const args = ['*.scn.json', '--json', '--driver', driver, '--brands', brands.directory]
  const { stdout } = await scenarioCommand('run', args, target)
  return new Map(
    (JSON.parse(stdout) as ScenarioRunReport).scenarios.map(({ file, status, divergence, problems, warnings }) => [
      file.replace(/-\d+-\d+\.scn.*$/, ''),
      [status, ...[divergence ?? [], problems ?? [], warnings ?? []].flat()],
    ]),
  )
}

test.each([
  ['by one click', 'fast_reg', registerByOneClick, []],
  [
    'by phone, with a code that was mistyped once',
    'phone_reg',
    (page: Page) => registerByPhone(page, nextPhone(), new Set()),
    ['phone-sms-code'],
  ],
] as const)(
  'QA-13: what a registration %s did in a real browser replays on all three drivers',
  {
    timeout: 300_000,
  },
  async (_how, type, register, more) => {
    const target = await recordedRegistration(type, register)
    for (const driver of ['machine', 'http', 'browser']) {
      const played = await playedBy(driver, target)
      for (const machine of ['registration-registration', 'captcha-captcha', ...more])
        expect(played.get(machine), `${machine} by ${driver}`).toEqual(['passed'])
      const others = [...played].filter(([, [status]]) => status !== 'passed' && status !== 'skipped')
      expect(others, driver).toEqual([])
    }
  },
)

test('QA-6: what a one-click registration did in a slow browser replays as it was recorded', {
  timeout: 240_000,
}, async () => {
  const target = await recordedRegistration('fast_reg', registerByOneClick, slowed(browser))
  const { code, stdout } = await scenarioCommand('run', ['*.scn.json', '--json'], target)
  expect(code, stdout).toBe(0)
  const files = (JSON.parse(stdout) as ScenarioRunReport).scenarios.map(({ file }) =>
    file.replace(/-\d+-\d+\.scn.*$/, ''),
  )
  expect(files).toEqual(expect.arrayContaining(['registration-registration', 'forms-form', 'captcha-captcha']))
})

test.each([
  [
    'a brand that does not allow it',
    () => `${site.origin(FORBIDDEN)}/en`,
    'does not allow recording: set other.scenarioRecorder',
  ],
  ['a page of somebody else', () => `${site.origin(BRAND)}/healthz`, 'is no page of Livery'],
  ['a server that is not there', () => 'http://127.0.0.1:1/', 'cannot be opened: '],
])('livery scenario record refuses %s', async (_what, url, why) => {
  const args = ['--url', url(), '--out', 'taken', '--headless']
  const { code, stdout, stderr } = await scenarioCommand('record', args, folder)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(why)
  expect(readdirSync(folder)).not.toContain('taken')
})

test('livery scenario record saves its files when it is interrupted', async () => {
  const cli = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
  const args = [
    cli,
    'scenario',
    'record',
    '--url',
    `${site.origin(BRAND)}/en`,
    '--out',
    'by-command',
    '--headless',
    '--json',
  ]
  const command = spawn(process.execPath, args, { cwd: folder })
  const said = { stdout: '', stderr: '' }
  command.stdout.on('data', (text) => (said.stdout += text))
  command.stderr.on('data', (text) => (said.stderr += text))
  await expect.poll(() => said.stderr, { timeout: 60_000 }).toContain('is recorded')
  // What lies over a page comes when it is at rest.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  command.kill('SIGINT')
  const [code] = await once(command, 'close')
  expect([code, said.stderr]).toEqual([0, expect.stringContaining('Ctrl+C to save')])
  const report: unknown = JSON.parse(said.stdout)
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true)
  const { saved } = report as ScenarioRecordReport
  expect(saved.map(({ machine }) => machine)).toContain('site/cookie-consent')
  const { code: played } = await scenarioCommand('run', ['by-command/*.scn.json'], folder)
  expect(played).toBe(0)
})

test.each([
  ['nobody asks for it', BRAND, '/en/login'],
  ['it was switched off again', BRAND, '/en/login?qa=off'],
  ['the brand does not allow it', FORBIDDEN, '/en/login?qa=on'],
  ['another brand names its parameter otherwise', FORBIDDEN, '/en/login?recorder=on'],
])('no page records when %s', async (_why, brand, path) => {
  const { page, faults, close } = await knownVisitor(browser)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(site.origin(brand) + path)
  await hydrated(page)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'liveryQa' in window)).toBe(false)
  expect(scripts.some((url) => url.includes('/assets/'))).toBe(true)
  expect(scripts.filter((url) => url.includes('start-qa'))).toEqual([])
  expect(await tab(page).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('a page whose recorder cannot be fetched says so and keeps working', async () => {
  const { page, faults, close } = await knownVisitor(browser)
  await page.route('**/start-qa-*.js', (route) => route.abort())
  await page.goto(`${site.origin(BRAND)}/en/login?qa=on`)
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
  expect(faults().join()).toContain('recorder.failed')
  await close()
})

test('the panel is out of the way on a phone, and axe finds nothing wrong with it on a page from right to left', async () => {
  const phone = { viewport: { width: 375, height: 667 }, hasTouch: true } as const
  const { page, faults, close } = await visit(browser, `${site.origin(RTL)}/ar?qa=on`, phone)
  await tab(page).waitFor()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const covered = () =>
    page.evaluate(() => {
      const button = [...document.querySelectorAll('[aria-label="Recorder"] button')][0] as HTMLElement
      const place = button.getBoundingClientRect()
      return [...document.querySelectorAll('footer a, footer button, nav a')]
        .map((control) => ({ text: control.textContent, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && box.bottom > place.top && box.top < place.bottom)
        .filter(({ box }) => box.right > place.left && box.left < place.right)
        .map(({ text }) => text)
    })
  expect(await covered()).toEqual([])
  await tab(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'To the top' }).click()
  expect((await tab(page).boundingBox())?.y).toBeLessThan(40)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Minimise' }).click()
  expect(await tab(page).getAttribute('aria-expanded')).toBe('false')
  expect(faults()).toEqual([])
  await close()
})

test('no chunk that a page loads first holds anything of the recorder', () => {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')) as Record<string, AssetChunk>
  const closure = (names: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = manifest[name]
      if (!chunk || seen.has(chunk.file)) continue
      seen.add(chunk.file)
      closure(chunk.imports ?? [], seen)
    }
    return seen
  }
  const textOf = (file: string) => readFileSync(new URL(file, DIST), 'utf8')
  const screens = Object.keys(manifest).filter((name) => /^src\/client\/.*(?:Screen|ShellHost|Modal)\.tsx$/.test(name))
  const first = closure(['src/client/app/entry-client.tsx', ...screens])
  expect(screens.length).toBeGreaterThan(5)
  const recorder = manifest[RECORDER]?.file ?? ''
  for (const text of OF_RECORDER) expect(textOf(recorder)).toContain(text)
  expect([...first]).not.toContain(recorder)
  for (const file of first) for (const text of OF_RECORDER) expect(textOf(file).includes(text), file).toBe(false)
})
