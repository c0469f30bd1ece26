import { expect, test } from 'vitest'
import {
  addNotification,
  isExpired,
  NOTIFICATION_KINDS,
  NOTIFICATION_TICK_MS,
  tickNotifications,
  VISIBLE_NOTIFICATIONS_MAX,
  visibleNotifications,
} from './notification-queue.rules.ts'

test('UI-12: there are eight kinds', () => {
  expect(NOTIFICATION_KINDS).toEqual(['success', 'warning', 'error', 'info', 'question', 'pending', 'live', 'selected'])
})

test('UI-13: without a duration of its own a notification is shown for 3000 ms', () => {
  let all = addNotification([], { id: '0', kind: 'info', text: 'a' })
  for (let passedMs = 0; passedMs < 3000; passedMs += NOTIFICATION_TICK_MS) {
    expect(all.some(isExpired), `${passedMs} ms`).toBe(false)
    all = tickNotifications(all)
  }
  expect(all.every(isExpired)).toBe(true)
})

test('time runs for the visible ones alone', () => {
  let all = addNotification([], { id: '0', kind: 'info', text: 'a' })
  for (let index = 1; index <= VISIBLE_NOTIFICATIONS_MAX; index += 1) {
    all = addNotification(all, { id: String(index), kind: 'info', text: 'a', durationMs: 1000 })
  }
  const ticked = tickNotifications(all)
  expect(visibleNotifications(ticked).map(({ leftMs }) => leftMs)).toEqual([2900, 1000, 1000, 1000, 1000])
  expect(ticked.at(-1)?.leftMs).toBe(1100)
})
