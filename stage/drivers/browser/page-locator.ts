import type { CDPSession, Locator, Page } from 'playwright'
import { say } from '#cli/command-text.ts'
import type { PageAct, PageFile, PageThing } from '#machines/shell/machine-acts.ts'
import { storeExpression, tellExpression } from './other-tab.ts'

type Role = Parameters<Page['getByRole']>[0]

/** The thing on the page that a person would mean. */
export function locate(page: Page, thing: PageThing): Locator {
  const { within, index } = thing
  const found = locateIn(within ? locate(page, within) : page, thing)
  return index === undefined ? found : found.nth(index)
}

function locateIn(place: Page | Locator, { role, name, label, text }: PageThing): Locator {
  if (role !== undefined) return place.getByRole(role as Role, name === undefined ? {} : { name, exact: true })
  if (label !== undefined) return place.getByLabel(label, { exact: true })
  if (text !== undefined) return place.getByText(text, { exact: true })
  throw new Error(say('driver.thing_page_neither_role'))
}

/** What is done at the page itself; time and prices are the driver's. */
export type PersonalAct = Exclude<PageAct, { readonly do: 'feed' | 'wait' }>

/** Does on the page what a person does. Nothing is dispatched by script: pointer and keyboard are the browser's own.
 *  @throws what Playwright throws when a thing is not there, is hidden, or takes no input, after `timeout` ms */
export async function perform(page: Page, act: PersonalAct, timeout: number): Promise<void> {
  // A page that an act would leave stays, so nothing may wait for the next one.
  const once = { timeout, noWaitAfter: true } as const
  switch (act.do) {
    case 'click':
    case 'tap':
    case 'hover':
    case 'check':
    case 'uncheck':
      return locate(page, act.on)[act.do](once)
    case 'beside':
      return pressBeside(page, locate(page, act.on), timeout)
    case 'unfold':
      return unfold(locate(page, act.on), once)
    case 'touch':
      return touch(page, locate(page, act.on), timeout)
    case 'focus':
      return locate(page, act.on).focus(once)
    case 'fill':
      return locate(page, act.on).fill(act.text, once)
    case 'type':
      return locate(page, act.on).pressSequentially(act.text, once)
    case 'choose':
      return void (await locate(page, act.on).selectOption(act.text, once))
    case 'press':
      return act.on ? locate(page, act.on).press(act.key, once) : page.keyboard.press(act.key)
    case 'pick':
      return pickFiles(page, act, once)
    default:
      return performOnPage(page, act)
  }
}

type ActOnPage = Extract<
  PageAct,
  {
    readonly do:
      | 'leave'
      | 'blur'
      | 'lift'
      | 'scrollbar'
      | 'back'
      | 'forward'
      | 'reload'
      | 'scroll'
      | 'store'
      | 'tell'
      | 'connection'
  }
>

async function performOnPage(page: Page, act: ActOnPage): Promise<void> {
  switch (act.do) {
    case 'leave':
      return page.mouse.move(0, 0)
    case 'blur':
      return page.evaluate('document.activeElement?.blur()')
    case 'scrollbar':
      return pressScrollbar(page)
    case 'lift':
      return moveFinger(page, 'touchEnd', [])
    case 'back':
      if (act.pages === undefined) return void (await page.goBack({ waitUntil: 'commit' }))
      return page.evaluate(`history.go(-${act.pages})`)
    case 'forward':
      return void (await page.goForward({ waitUntil: 'commit' }))
    case 'reload':
      return void (await page.reload({ waitUntil: 'commit' }))
    case 'scroll':
      return page.evaluate(`window.scrollTo({ top: ${act.toPx}, behavior: 'instant' })`)
    case 'store':
      return runInOtherTab(page, storeExpression(act.key, act.text))
    case 'tell':
      return runInOtherTab(page, tellExpression(act.channel, act.word))
    case 'connection':
      return page.context().setOffline(!act.isOnline)
  }
}

/** Presses what asks for files, and gives them to the chooser of the browser. */
async function pickFiles(
  page: Page,
  { on, files }: PageAct & { readonly do: 'pick' },
  once: { readonly timeout: number; readonly noWaitAfter: true },
): Promise<void> {
  const asked = page.waitForEvent('filechooser', { timeout: once.timeout })
  asked.catch(() => undefined)
  await locate(page, on).click(once)
  await (await asked).setFiles(files.map(fileOf))
}

function fileOf({ name, mediaType, sizeBytes }: PageFile) {
  return { name, mimeType: mediaType, buffer: Buffer.alloc(sizeBytes) }
}

/** Half way between the thing and the edge of the window. @throws Error when there is nothing beside it */
async function pressBeside(page: Page, thing: Locator, timeout: number): Promise<void> {
  const box = await thing.boundingBox({ timeout })
  if (!box || box.x < 2) throw new Error(say('driver.nothing_beside_pressed'))
  await page.mouse.click(box.x / 2, box.y + box.height / 2)
}

async function unfold(summary: Locator, once: { readonly timeout: number; readonly noWaitAfter: true }): Promise<void> {
  const isOpen = await summary.evaluate((one) => (one as unknown as Summary).parentElement.open, undefined, once)
  if (!isOpen) await summary.click(once)
}

interface Summary {
  readonly parentElement: { readonly open: boolean }
}

async function touch(page: Page, thing: Locator, timeout: number): Promise<void> {
  await thing.scrollIntoViewIfNeeded({ timeout })
  const box = await thing.boundingBox({ timeout })
  if (!box) throw new Error(say('driver.thing_not_seen'))
  await moveFinger(page, 'touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
}

/** The finger on a page. Playwright lifts one at once; the protocol of the browser leaves it there, within one session. */
const fingers = new WeakMap<Page, Promise<CDPSession>>()

async function moveFinger(page: Page, type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) {
  const finger = fingers.get(page) ?? page.context().newCDPSession(page)
  fingers.set(page, finger)
  await (await finger).send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** Presses below the thumb of the bar, so that the page scrolls on. @throws Error when there is no bar */
async function pressScrollbar(page: Page): Promise<void> {
  const { barPx, width, height } = await page.evaluate<{ barPx: number; width: number; height: number }>(
    '({ barPx: innerWidth - document.documentElement.clientWidth, width: innerWidth, height: innerHeight })',
  )
  if (barPx === 0) throw new Error(say('driver.page_no_scroll_bar'))
  await page.mouse.click(width - barPx / 2, height - barPx * 3)
}

/** Only changes made by another document of the site are reported to this one. */
async function runInOtherTab(page: Page, expression: string): Promise<void> {
  const other = await page.context().newPage()
  try {
    await other.goto(new URL('/robots.txt', page.url()).href)
    await other.evaluate(expression)
  } finally {
    await other.close()
  }
}
