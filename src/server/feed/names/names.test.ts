import fc from 'fast-check'
import { expect, test } from 'vitest'
import { champSegment } from '#machines/site/routes/slug.rules.ts'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createNameBook } from './name-book.ts'
import { takeNames } from './name-taking.ts'
import { writtenAnswer } from './written-answer.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

await describeOnEachEngine('names of the feed in other languages', (database) => {
  test('are kept by language, corrected by the feed, and read again within seconds', async () => {
    let ms = 0
    const door = forFeed(database().db)
    const book = createNameBook({ door, nowMs: () => ms })
    await door.write((tx) => takeNames(tx, 'Northgate FC', { ru: 'Нортгейт', ar: 'نورثغيت' }, NOW))
    expect(await book.in('ru')).toEqual(new Map([['Northgate FC', 'Нортгейт']]))
    expect(await book.in('ar')).toEqual(new Map([['Northgate FC', 'نورثغيت']]))
    expect(await book.in('en')).toEqual(new Map())
    await door.write((tx) => takeNames(tx, 'Northgate FC', { ru: 'Нортгейт ФК' }, later(1)))
    await door.write((tx) => takeNames(tx, 'Harbour FC', { ru: 'Харбор ФК' }, later(2)))
    expect((await book.in('ru')).get('Northgate FC')).toBe('Нортгейт')
    ms += 5000
    expect([...(await book.in('ru'))]).toEqual([
      ['Northgate FC', 'Нортгейт ФК'],
      ['Harbour FC', 'Харбор ФК'],
    ])
  })

  test('that the feed repeats cost no write, and an empty one is dropped', async () => {
    const door = forFeed(database().db)
    await door.write((tx) => takeNames(tx, 'Quiet FC', { ru: 'Квайет', de: ' ' }, NOW))
    await door.write((tx) => takeNames(tx, 'Quiet FC', { ru: 'Квайет' }, later(60)))
    const rows = await door.read((tx) =>
      tx.selectFrom('feed.name').selectAll().where('name', '=', 'Quiet FC').execute(),
    )
    expect(rows).toEqual([{ language: 'ru', name: 'Quiet FC', written: 'Квайет', changed_at: NOW }])
  })
})

const NAMES = new Map([
  ['Premier Division', 'Премьер-дивизион'],
  ['Northgate FC', 'Нортгейт ФК'],
])

test('an answer has the names of its language, and the slugs of its source', () => {
  const answer = {
    items: [
      {
        ...{ champId: 4, champName: 'Premier Division', code: 'Northgate FC' },
        participants: [
          { participantId: 1, name: 'Northgate FC' },
          { participantId: 2, name: 'Harbour FC' },
        ],
      },
      { playerId: 7, participantId: 1, name: 'Northgate FC' },
    ],
  }
  const before = structuredClone(answer)
  expect(writtenAnswer(answer, NAMES)).toEqual({
    items: [
      {
        ...{ champId: 4, champName: 'Премьер-дивизион', champSlug: 'premier-division', code: 'Northgate FC' },
        participants: [
          { participantId: 1, name: 'Нортгейт ФК', slug: 'northgate-fc' },
          { participantId: 2, name: 'Harbour FC' },
        ],
      },
      { playerId: 7, participantId: 1, name: 'Northgate FC' },
    ],
  })
  expect(answer).toEqual(before)
})

test('a name whose source has no Latin letters has the same slug, none, in every language', () => {
  const champ = { champId: 4, name: 'Премьер-лига' }
  const shown = writtenAnswer(champ, new Map([['Премьер-лига', 'Premier League']]))
  expect(shown).toEqual({ champId: 4, name: 'Premier League', slug: '' })
  const segments = [champ, shown].map((one) => champSegment(champPlaceOf(one)))
  expect(segments).toEqual(['4', '4'])
})

const champPlaceOf = ({ champId, name, slug }: { champId: number; name: string; slug?: string }) => ({
  ...{ champId, name, champName: name },
  champSlug: slug,
})

test('an answer of a language without names stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      expect(writtenAnswer(answer, new Map())).toBe(answer)
      expect(writtenAnswer(answer, NAMES)).toEqual(answer)
    }),
  )
})
