import { expect, test } from 'vitest'
import type { GameSubscription } from '#schemas'
import { gameNews, type Standing } from './game-news.rules.ts'

const ALL: GameSubscription['eventTypes'] = [1, 2, 3]
const line: Standing = { kind: 3, status: 1 }
const live = (home: number, away: number): Standing => ({ kind: 1, status: 1, score: { home, away } })
const over = (home: number, away: number): Standing => ({ ...live(home, away), status: 2 })

test('FEED-17: a start, a goal and the end are news, each once, and what stands still is none', () => {
  const course = [line, line, live(0, 0), live(1, 0), live(1, 0), over(1, 0), over(1, 0)]
  const told = course.slice(1).map((after, place) => gameNews(course[place] ?? line, after, ALL))
  expect(told).toEqual([[], ['start'], ['score'], [], ['result'], []])
})

test('FEED-17: only news that the player wants is reported', () => {
  expect(gameNews(line, live(0, 1), [1])).toEqual(['start'])
  expect(gameNews(line, live(0, 1), [2])).toEqual(['score'])
  expect(gameNews(live(0, 1), over(0, 2), [1, 2])).toEqual([])
  expect(gameNews(live(0, 1), over(0, 2), [3])).toEqual(['result'])
})

test('FEED-17: a disallowed goal is reported; a game that is called off is void; a suspension is no news', () => {
  expect(gameNews(live(1, 0), live(0, 0), ALL)).toEqual(['score'])
  expect(gameNews(live(1, 0), { ...live(1, 0), status: 4 }, ALL)).toEqual(['void'])
  expect(gameNews(live(1, 0), { ...live(1, 0), status: 3 }, ALL)).toEqual([])
})
