import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { say } from '#cli/command-text.ts'
import type { PageDeed, StageAct, StorageState } from '#machines/shell/machine-acts.ts'
import { type Authenticator, supportExpression } from '../browser/authenticator.ts'
import { CALL_NAME, type HeldCalls } from '../browser/held-calls.ts'
import { storeExpression, tellExpression } from '../browser/other-tab.ts'

/** Where what happens around the page is brought about. */
interface PageSurroundings {
  readonly page: Page
  readonly calls: HeldCalls
  readonly authenticator?: Authenticator | undefined
}

const LOOK_EVERY_MS = 5
const KINDS: ReadonlySet<string> = new Set<StageAct['do']>([
  'answer',
  'authenticator',
  'awaitAnswers',
  'awaitCall',
  'call',
  'callOff',
  'chance',
  'clock',
  'keepOfPlayer',
  'lock',
  'locks',
  'passkeySupport',
  'prepare',
  'return',
  'serve',
  'storage',
  'tellOfPlayer',
])

export function isOnStage(deed: PageDeed): deed is StageAct {
  return KINDS.has(deed.do)
}

/** Causes what happens around the page: the machine itself is sent nothing.
 *  @throws Error when it cannot be brought about within `timeout` ms */
export async function performOnStage(around: PageSurroundings, act: StageAct, timeout: number): Promise<void> {
  const { page, calls } = around
  switch (act.do) {
    case 'clock':
      return page.context().clock.setSystemTime(act.nowMs)
    case 'prepare':
      return page.evaluate('window.liveryQa.calls.startTokens()')
    case 'call':
      return beginCall(page, act)
    case 'callOff':
      return page.evaluate(`window.liveryQa.calls.callOff(${JSON.stringify(act.name)})`)
    case 'awaitAnswers':
      return until(
        () => calls.answered(act.path) >= act.count,
        say('driver.page_not_called', { path: act.path }),
        timeout,
      )
    case 'awaitCall':
      return awaitCall(calls, act.name, timeout)
    case 'answer':
    case 'serve':
      await awaitCall(calls, act.name, timeout)
      return calls.endNamed(act.name, act.do === 'answer' ? act.body : undefined)
    case 'return':
      // No browser without a window hides a tab, so that its word of one that is seen again is given for it.
      return page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")
    case 'lock':
      return inOtherTab(page, act.isTaken ? takeLock(act.lock) : GIVE_UP_LOCK)
    case 'locks':
      return page.evaluate(act.areThere ? 'void delete navigator.locks' : NO_LOCKS)
    case 'storage':
      return page.evaluate(STORAGE[act.is])
    case 'chance':
      return page.evaluate(act.isThere ? 'void delete crypto.randomUUID' : NO_CHANCE)
    case 'passkeySupport':
      return page.evaluate(supportExpression(act.hasAutofill))
    case 'authenticator':
      if (!around.authenticator) throw new Error(say('driver.device_no_authenticator'))
      return around.authenticator.meet(act.meets)
    case 'tellOfPlayer':
      return inOtherTab(page, tellExpression(act.channel, { ...act.word, userId: await playerOf(page) }))
    case 'keepOfPlayer': {
      const text = act.value && JSON.stringify({ ...act.value, userId: await playerOf(page) })
      await inOtherTab(page, storeExpression(act.key, text))
      const kept = `localStorage.getItem(${JSON.stringify(act.key)})`
      // What a tab keeps comes to the others a little later.
      return until(async () => (await page.evaluate(kept)) === text, say('driver.page_not_seen_kept'), timeout)
    }
  }
}

function beginCall(page: Page, { name, call, query }: StageAct & { readonly do: 'call' }): Promise<void> {
  const given = [name, call, { query: { ...query, [CALL_NAME]: name } }].map((part) => JSON.stringify(part))
  return page.evaluate(`window.liveryQa.calls.begin(${given.join(', ')})`)
}

function awaitCall(calls: HeldCalls, name: string, timeout: number): Promise<void> {
  return until(() => calls.hasNamed(name), say('driver.page_not_sent_call', { name }), timeout)
}

async function until(isSo: () => boolean | Promise<boolean>, otherwise: string, timeout: number): Promise<void> {
  const endMs = performance.now() + timeout
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(otherwise)
    await pause(LOOK_EVERY_MS)
  }
}

/** The number of the player of the page. */
function playerOf(page: Page): Promise<number> {
  return page.evaluate("JSON.parse(document.getElementById('livery-page').textContent).state.visitor.player.userId")
}

const NO_LOCKS = "void Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })"
const NO_CHANCE = "void Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })"
const OPEN_STORAGE = `
  if (window.openStorage) Object.defineProperty(window, 'localStorage', window.openStorage)
  if (window.takeItem) Storage.prototype.setItem = window.takeItem`
/** What makes the storage do so, whatever it has done before. */
const STORAGE: Readonly<Record<StorageState, string>> = {
  open: `void (() => {${OPEN_STORAGE}
  })()`,
  closed: `void (() => {${OPEN_STORAGE}
    window.openStorage ??= Object.getOwnPropertyDescriptor(window, 'localStorage')
    const get = () => { throw new DOMException('it is closed', 'SecurityError') }
    Object.defineProperty(window, 'localStorage', { get, configurable: true })
  })()`,
  full: `void (() => {${OPEN_STORAGE}
    window.takeItem ??= Storage.prototype.setItem
    Storage.prototype.setItem = () => { throw new DOMException('it is full', 'QuotaExceededError') }
  })()`,
}

/** The other tab holds the lock until it releases it; if it holds it already, it takes it again. */
function takeLock(name: string): string {
  return `new Promise((taken) => {
    const hold = () => new Promise((giveUp) => { window.giveUp = giveUp; taken() })
    navigator.locks.request(${JSON.stringify(name)}, { steal: true }, hold).catch(() => undefined)
  })`
}

const GIVE_UP_LOCK = 'void window.giveUp?.()'

/** The other tab of a page, which stays as long as the page does: a lock goes with its tab. */
const otherTabs = new WeakMap<Page, Promise<Page>>()

async function inOtherTab(page: Page, expression: string): Promise<void> {
  const tab = otherTabs.get(page) ?? openOtherTab(page)
  otherTabs.set(page, tab)
  await (await tab).evaluate(expression)
}

async function openOtherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(new URL('/robots.txt', page.url()).href)
  return tab
}
