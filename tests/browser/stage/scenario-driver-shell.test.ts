import { expect, test } from 'vitest'
import { scenarioPlayer } from './scenario-world.ts'

const { play, pass } = scenarioPlayer()

test('STORE-4, STORE-5, STORE-7: the question about cookies is asked, answered, kept and logged as its scenarios say', async () => {
  const names = ['asked-at-the-first-visit', 'answer-is-kept-and-logged', 'level-1-functionality', 'not-asked-again']
  await pass('cookie-consent', names)
})

test('STORE-5: answers of other tabs, and settings that are opened again', async () => {
  const names = ['another-tab-answers', 'storage-is-emptied', 'settings-reopened-and-left']
  await pass('cookie-consent', names)
})

test('STORE-9, STORE-10: a storage that is closed, or full, is reported, and the answer holds all the same', async () => {
  const names = ['closed-storage-asks', 'full-storage']
  await pass('cookie-consent', names)
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
  await pass('tooltip', names)
})

test('DROPDOWN-D1, UI-9: a hover dropdown opens after its delay, a pointer that goes before cancels it', async () => {
  const names = ['hover-opens-after-delay', 'hover-cancelled', 'hover-travels-to-panel', 'press-beats-the-delay']
  await pass('dropdown', names)
})

test('DROPDOWN-D2, DROPDOWN-D3, UI-10, UI-11: a touch is a click, and a press on the scroll bar closes nothing', async () => {
  const names = ['touch-is-a-click', 'outside-press-closes', 'click-toggles']
  await pass('dropdown', names)
})

test('MODAL-M4, UI-6: a modal whose file cannot be had is errored, and opens when it is asked for again', async () => {
  const names = ['registration-cannot-be-fetched']
  await pass('modal-queue', names)
})

test('MODAL-M5, MODAL-M6, UI-1, UI-7: the registration over the page comes and goes with its address, Escape and cross', async () => {
  const names = [
    'address-of-the-registration',
    'registration-over-the-page',
    'way-back-hides-the-registration',
    'way-back-while-it-is-fetched',
    'page-is-left-with-the-registration-over-it',
  ]
  await pass('modal-queue', names)
})

test('MODAL-M10, UI-13: a notification goes after 3000 ms, and not while the pointer or the focus holds it', async () => {
  const names = [
    'told-that-a-mail-was-sent',
    'pointer-holds-it',
    'focus-and-pointer-hold',
    'dismissed-while-pointed-at',
  ]
  await pass('notification-queue', names)
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
