import { expect, test } from 'vitest'
import {
  addNotification,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_KINDS,
  tickNotifications,
  VISIBLE_NOTIFICATIONS_MAX,
  visibleNotifications,
} from './notification-queue.rules.ts'

test('UI-12: there are eight kinds', () => {
  expect(NOTIFICATION_KINDS).toEqual(['success', 'warning', 'error', 'info', 'question', 'pending', 'live', 'selected'])
})

test('UI-13: 3000 ms, 260 px wide, at the bottom, at the end of the line (right in left-to-right writing)', () => {
  expect(NOTIFICATION_DEFAULTS).toEqual({ durationMs: 3000, widthPx: 260, placement: 'bottom-end' })
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
