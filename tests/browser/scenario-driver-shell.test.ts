import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BrowserWorld, openBrowserWorld, runInBrowser } from '#cli/scenario/browser/browser-driver.ts'

const SCENARIOS = fileURLToPath(new URL('../scenarios/', import.meta.url))
/** The pages may have to be built first. */
const START_MS = 180_000

vi.setConfig({ testTimeout: 180_000 })

let world: BrowserWorld
beforeAll(async () => {
  world = await openBrowserWorld()
}, START_MS)
afterAll(() => world?.close())

/** Plays scenarios of one folder on pages of one server and one browser. @returns name → what came of it */
async function play(folder: string, names: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const files = new Map(names.map((name) => [name, join(SCENARIOS, folder, `${name}.scn.json`)]))
  const { scenarios } = await runInBrowser(files, async () => ({ ...world, close: async () => undefined }))
  return Object.fromEntries(
    scenarios.map(({ file, status, reason, divergence, problems }) => [
      file,
      reason ?? divergence ?? problems ?? status,
    ]),
  )
}

function allPassed(names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, 'passed']))
}

test('STORE-4, STORE-5, STORE-7: the question about cookies is asked, answered, kept and logged as its scenarios say', async () => {
  const names = ['asked-at-the-first-visit', 'answer-is-kept-and-logged', 'level-1-functionality', 'not-asked-again']
  expect(await play('cookie-consent', names)).toEqual(allPassed(names))
})

test('STORE-5: answers of other tabs, and settings that are opened again', async () => {
  const names = ['another-tab-answers', 'storage-is-emptied', 'settings-reopened-and-left']
  expect(await play('cookie-consent', names)).toEqual(allPassed(names))
})

test('STORE-9, STORE-10: a storage that is closed, or full, is told of, and the answer holds all the same', async () => {
  const names = ['closed-storage-asks', 'full-storage']
  expect(await play('cookie-consent', names)).toEqual(allPassed(names))
})

test('UI-14, A11Y-3: a tooltip opens for a mouse that rests, for the keyboard, and under a finger that stays', async () => {
  const names = [
    'opens-after-200-ms',
    'the-tip-can-be-pointed-at',
    'escape-sends-it-away',
    'keyboard-focus-opens-at-once',
    'a-finger-that-stays-opens-it',
    'touched-and-hovered',
  ]
  expect(await play('tooltip', names)).toEqual(allPassed(names))
})

test('DROPDOWN-D1, UI-9: a hover dropdown opens after its delay, a pointer that goes before cancels it', async () => {
  const names = ['hover-opens-after-delay', 'hover-cancelled', 'hover-travels-to-panel', 'press-beats-the-delay']
  expect(await play('dropdown', names)).toEqual(allPassed(names))
})

test('DROPDOWN-D2, DROPDOWN-D3, UI-10, UI-11: a touch is a click, and a press on the scroll bar closes nothing', async () => {
  const names = ['touch-is-a-click', 'outside-press-closes', 'click-toggles']
  expect(await play('dropdown', names)).toEqual(allPassed(names))
})

test('MODAL-M4, UI-6: a modal whose file cannot be had is errored, and opens when it is asked for again', async () => {
  const names = ['registration-cannot-be-fetched']
  expect(await play('modal-queue', names)).toEqual(allPassed(names))
})

test('MODAL-M5, MODAL-M6, UI-1, UI-7: the registration over the page comes and goes with its address, Escape and cross', async () => {
  const names = [
    'address-of-the-registration',
    'registration-over-the-page',
    'way-back-hides-the-registration',
    'way-back-while-it-is-fetched',
    'page-is-left-with-the-registration-over-it',
  ]
  expect(await play('modal-queue', names)).toEqual(allPassed(names))
})

test('MODAL-M10, UI-13: a notification goes after 3000 ms, and not while the pointer or the focus holds it', async () => {
  const names = [
    'told-that-a-mail-was-sent',
    'pointer-holds-it',
    'focus-and-pointer-hold',
    'dismissed-while-pointed-at',
  ]
  expect(await play('notification-queue', names)).toEqual(allPassed(names))
})

test('QA-13: what one person cannot do with their hands, and what the page does by itself before, is skipped with its reason', async () => {
  const reasons = {
    ...(await play('dropdown', ['gone-from-both-does-not-open'])),
    ...(await play('tooltip', ['a-pen-hovers-a-finger-does-not'])),
    ...(await play('cookie-consent', ['silent-storage-asks'])),
  }
  expect(reasons).toEqual({
    'gone-from-both-does-not-open': 'step 2: there is no panel while it is closed',
    'a-pen-hovers-a-finger-does-not': 'step 2: a person here has no pen',
    'silent-storage-asks': expect.stringContaining('on the page root/readAnswer#1 is over by then'),
  })
})
