import { expect, test } from 'vitest'
import type { GlobalConfig } from '#schemas'
import type { App } from '../page/app-context.ts'
import type { Fact } from '../page/track.ts'
import { seasonEventItem } from './season-event.ts'

const CHAMP = { champId: 77, champName: 'World Cup 2026', sportId: 1 }
const START = '2026-06-11T19:00:00Z'

/** A page of a brand with an event, opened so many ms after its first game began. */
function itemOf(globalEvent: GlobalConfig['globalEvent'], sinceMs = -1, champ: typeof CHAMP | null = CHAMP) {
  const told: Fact[] = []
  const app = {
    site: {
      config: {
        global: {
          ...(globalEvent && { globalEvent }),
          languages: { en: { locale: 'en', hasEnglishDates: false } },
          dateFormats: { withoutYear: 'dd.MM / HH:mm', withYear: 'dd.MM.yyyy / HH:mm' },
        },
      },
    },
    state: { visitor: { language: 'en' } },
    texts: { t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ') },
    nowMs: () => Date.parse(START) + sinceMs,
  } as unknown as App
  const item = seasonEventItem(app, champ, { pathname: '/en', timeZone: 'UTC', tell: (fact) => told.push(fact) })
  item?.onPress?.()
  return { item, told }
}

test('CFG-24: the event of the season has the entry of its championship, with its name and when its first game starts', () => {
  const { item } = itemOf({ id: 41, name: 'World Cup', championshipId: 77, firstGameStart: START })
  expect(item).toMatchObject({ label: 'World Cup', note: 'board.event_from 11.06 / 19:00' })
  expect(item?.to).toContain('/77-world-cup-2026')
})

test('CFG-24: from its first game on an event says no more when it starts', () => {
  expect(itemOf({ id: 41, name: 'Cup', championshipId: 77, firstGameStart: START }, 0).item).not.toHaveProperty('note')
  expect(itemOf({ id: 41, name: 'Cup', championshipId: 77 }).item).not.toHaveProperty('note')
})

test('CFG-24: analytics hear the id of the event that was opened', () => {
  const events = (id?: number) =>
    itemOf({ name: 'Cup', championshipId: 77, ...(id && { id }) }).told.map(({ details }) => details)
  expect([events(41), events()]).toEqual([[{ event: '41' }], [{ event: '77' }]])
})

test('CFG-24: without an event, or where the feed does not have it, there is no entry', () => {
  expect(itemOf(undefined).item).toBeNull()
  expect(itemOf({ name: 'Cup', championshipId: 77 }, 0, null).item).toBeNull()
})
