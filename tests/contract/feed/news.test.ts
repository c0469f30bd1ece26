import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewsAnswer, NewsArticleAnswer } from '#schemas'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

let server: TestServer
const DAY_MS = 86_400_000
const day = (days: number) => new Date(server.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer()
  const { write, brandsDir } = server.brands
  await write('pier/pages/en/news_old.md', '# An old *story*\n\nOnce **upon** a time.\n\n## Then\n\nThe end.\n')
  await write('pier/pages/de/news_old.md', '# Eine alte Geschichte\n\nEs war einmal.\n')
  await write('pier/pages/en/news_new.md', '# A new story\n\nJust now.\n')
  const entry = { section: 'champions' }
  const news = {
    pier_open: null,
    old: { ...entry, date: day(-9), page: 'news_old', championship: 'Sim Cup', image: 'logo.svg' },
    newer: { ...entry, date: day(-1), page: 'news_new' },
    tomorrow: { ...entry, date: day(3), page: 'news_new' },
    off: { ...entry, date: day(-2), page: 'news_new', isAvailable: false },
  }
  await writeFile(join(brandsDir, 'pier/config/information.json'), JSON.stringify({ news }))
})
afterAll(() => server.close())

const list = async (language: string, more = '') =>
  (await server.send(`/web-api/content/news/${language}?section=champions${more}`)).json<NewsAnswer>().items

test('SPORT-8: news of a section is listed with the latest first, in the language or else the default one, never before their day', async () => {
  await expect.poll(async () => (await list('de')).length, { timeout: 5000, interval: 100 }).toBe(2)
  expect(await list('de')).toEqual([
    { id: 'newer', date: day(-1), section: 'champions', language: 'en', title: 'A new story', summary: 'Just now.' },
    {
      ...{ id: 'old', date: day(-9), section: 'champions', language: 'de', title: 'Eine alte Geschichte' },
      ...{ summary: 'Es war einmal.', championship: 'Sim Cup', image: 'logo.svg' },
    },
  ])
  expect((await list('en', '&championship=sim%20cup')).map(({ id }) => id)).toEqual(['old'])
  const none = await server.send('/web-api/content/news/en?section=cricket')
  expect(none.json()).toEqual({ items: [] })
})

test('SPORT-8: an article is sent whole; one that is not available, or of a later day, is not found', async () => {
  const article = async (id: string) => server.send(`/web-api/content/article/en/${id}`)
  const found = (await article('old')).json<NewsArticleAnswer>()
  expect(found.item.title).toBe('An old story')
  expect(found.nodes.map((node) => (typeof node === 'string' ? node : node.tag))).toEqual(['p', 'h2', 'p'])
  for (const id of ['tomorrow', 'off', 'never', 'constructor'])
    expect((await article(id)).json(), id).toMatchObject({ code: 'news.unknown' })
})
