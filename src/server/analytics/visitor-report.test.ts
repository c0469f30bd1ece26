import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createEventStore, type StoredEvent } from './event-store.ts'

const DAY = 86_400_000
/** A Monday. */
const MONDAY = Date.parse('2026-03-02T00:00:00Z')
const SPAN = { from: new Date(MONDAY), to: new Date(MONDAY + 21 * DAY) }
const PAGE = 10
const name = (number: number) => `3f0c8a52-6f0e-4c63-9a7e-${String(number).padStart(12, '0')}`

await describeOnQuickestEngine('reports of visitors', (database) => {
  const store = () => createEventStore(database().db)
  const event = (visitor: number, day: number, more: Partial<StoredEvent> = {}): StoredEvent => ({
    ...{ visitId: name(visitor * 100 + Math.floor(day)), visitorId: name(visitor), accountId: null, number: PAGE },
    ...{ at: new Date(MONDAY + day * DAY), isBot: false, metrics: {}, language: 'en', source: null, referrer: null },
    ...{ width: 1440, height: 900 },
    ...more,
  })

  test('visitors are counted by the week in which they came first, and in every week after it', async () => {
    await store().add('v-weeks', [
      ...[event(1, 0), event(1, 2), event(1, 8), event(1, 15), event(2, 3), event(2, 16), event(3, 7.5)],
      event(4, 1, { isBot: true }),
    ])
    expect(await store().cohorts('v-weeks', SPAN)).toEqual([
      { week: new Date(MONDAY), visitors: [2, 1, 2] },
      { week: new Date(MONDAY + 7 * DAY), visitors: [1, 0] },
    ])
    // A visitor who came before the span is no newcomer in it.
    const later = { from: new Date(MONDAY + 7 * DAY), to: SPAN.to }
    expect(await store().cohorts('v-weeks', later)).toEqual([{ week: new Date(MONDAY + 7 * DAY), visitors: [1, 0] }])
  })

  test('steps lead from page to page of one visit; a page that is shown again is one, and the last one leads nowhere', async () => {
    const shown = (visitor: number, pages: readonly string[]) =>
      pages.map((s1, at) => event(visitor, 1 + at / 1000, { visitId: name(visitor), metrics: { s1 } }))
    await store().add('v-steps', [
      ...[...shown(1, ['home', 'live', 'live', 'game']), ...shown(2, ['home', 'live']), ...shown(3, ['home'])],
      ...shown(4, ['home', 'casino']).map((one) => ({ ...one, isBot: true })),
    ])
    expect(await store().pageSteps('v-steps', PAGE, SPAN)).toEqual([
      { from: 'home', to: 'live', count: 2 },
      { from: 'game', to: null, count: 1 },
      { from: 'home', to: null, count: 1 },
      { from: 'live', to: 'game', count: 1 },
      { from: 'live', to: null, count: 1 },
    ])
  })

  test('visitors and events are divided by language, by where they came from, and by the width of the window', async () => {
    await store().add('v-split', [
      ...[event(1, 1), event(1, 2), event(2, 1, { language: 'de', width: 390, source: 'mail' })],
      event(3, 1, { language: 'de', width: 800 }),
      event(4, 1, { isBot: true, language: 'fr' }),
    ])
    const split = (by: 'language' | 'screen' | 'source') => store().split('v-split', by, SPAN)
    expect(await split('language')).toEqual([
      { value: 'de', visitors: 2, events: 2 },
      { value: 'en', visitors: 1, events: 2 },
    ])
    expect(await split('screen')).toEqual([
      { value: 'desktop', visitors: 1, events: 2 },
      { value: 'phone', visitors: 1, events: 1 },
      { value: 'tablet', visitors: 1, events: 1 },
    ])
    expect(await split('source')).toEqual([
      { value: null, visitors: 2, events: 3 },
      { value: 'mail', visitors: 1, events: 1 },
    ])
  })
})
