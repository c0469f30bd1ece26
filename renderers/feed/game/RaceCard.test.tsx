import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { entrantOutcome, MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import type { BoardGame, HorseRaceAnswer, RaceMeeting } from '#schemas'
import { IconsProvider } from '../../site/Icon.tsx'
import { type LinkProps, LinkProvider } from '../../site/link.tsx'
import { TextsProvider } from '../../site/texts.tsx'
import { Meetings } from './Meetings.tsx'
import { RaceCard } from './RaceCard.tsx'

const PlainLink = ({ to, children }: LinkProps) => <a href={to}>{children}</a>

/** The page as the server writes it, with each text standing as its key. */
function render(children: ReactNode): string {
  return renderToStaticMarkup(
    <TextsProvider t={(key) => key} language="en" direction="ltr">
      <IconsProvider spriteUrl="/icons.svg">
        <LinkProvider Link={PlainLink}>{children}</LinkProvider>
      </IconsProvider>
    </TextsProvider>,
  )
}

const NAMES = ['Silver Lantern', 'Quiet Comet', 'Copper Arrow', 'Hidden Ember', 'Royal Signal']
const silks = { pattern: 'sash', body: '#1d4ed8', second: '#facc15', sleeves: '#facc15', cap: '#dc2626' } as const
const card: HorseRaceAnswer = {
  gameId: 71,
  isOver: false,
  race: { raceNumber: 3, distanceM: 1600, going: 'good' },
  entrants: NAMES.map((name, at) => ({ number: at + 1, name, silks })),
}
const market = (type: typeof MARKET_TYPE.fieldWinner | typeof MARKET_TYPE.fieldPlace, marketId: number) => ({
  marketId,
  groupId: type.groupId,
  typeId: type.typeId,
  ...(type === MARKET_TYPE.fieldPlace && { parameter: '2' }),
  status: 1 as const,
  outcomes: NAMES.map((name, at) => ({
    outcomeId: marketId * 100 + at,
    typeId: entrantOutcome(type, at + 1),
    odds: `${marketId}.${at + 1}`,
    name,
  })),
})
const game: BoardGame = {
  gameId: 71,
  sportId: 130,
  champId: 5,
  champName: 'Harbour Downs',
  kind: 3,
  startsAt: '2026-03-14T15:00:00.000Z',
  hasStartTime: true,
  status: 1,
  participants: [{ participantId: 1, name: 'Fairwater Stakes' }],
  producer: 'simulator',
  markets: [market(MARKET_TYPE.fieldWinner, 3), market(MARKET_TYPE.fieldPlace, 4)],
  furtherMarketCount: 0,
}
const rows = (html: string) => [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row)

test('a card has a row for each runner, with silks and both prices; a non-runner has none', () => {
  const entrants = card.entrants.map((one) => (one.number === 4 ? { ...one, isWithdrawn: true } : one))
  const [, ...shown] = rows(render(<RaceCard game={game} card={{ ...card, entrants }} format="decimal" />))
  expect(shown).toHaveLength(NAMES.length)
  expect(shown[0]).toContain('Silver Lantern')
  expect(shown[0]).toContain('<svg')
  expect(shown[0]).toContain('3.1')
  expect(shown[0]).toContain('4.1')
  expect(shown.at(-1)).toContain('Hidden Ember')
  expect(shown.at(-1)).toContain('board.race_withdrawn')
  expect(shown.at(-1)).not.toContain('3.4')
})

test('once it is over, the card has the places, who did not finish below them, and no prices', () => {
  const places = [4, 1, 2, undefined, 2]
  const entrants = card.entrants.map((one, at) => {
    const place = places[at]
    return { ...one, ...(place !== undefined && { place }) }
  })
  const over = { ...game, status: 2 as const }
  const [, ...shown] = rows(
    render(<RaceCard game={over} card={{ ...card, isOver: true, entrants }} format="decimal" />),
  )
  expect(shown.map((row) => NAMES.findIndex((name) => row.includes(name)) + 1)).toEqual([2, 3, 5, 1, 4])
  expect(shown.at(-1)).toContain('board.race_unfinished')
  expect(shown.join('')).not.toContain('3.1')
})

test('the next races are in front, those that are over tell who came in', () => {
  const race = (gameId: number, hour: number, status: 1 | 2) => ({
    gameId,
    name: `Race at ${hour}`,
    startsAt: `2026-03-14T${hour}:00:00.000Z`,
    kind: status === 1 ? (3 as const) : (1 as const),
    status,
    runnerCount: 8,
    ...(status === 2 && { finish: [{ place: 1, number: 2, name: 'Quiet Comet' }] }),
  })
  const meeting: RaceMeeting = {
    champId: 5,
    sportId: 130,
    course: 'Harbour Downs',
    countryId: 76,
    going: 'soft',
    races: [race(1, 12, 2), race(2, 15, 1)],
  }
  const html = render(
    <Meetings
      meetings={[meeting, { ...meeting, champId: 6, course: 'Val Clair', races: [race(3, 14, 1)] }]}
      pathOf={(_, { gameId }) => `/race/${gameId}`}
      startOf={({ startsAt }) => ({ day: '', time: startsAt.slice(11, 16) })}
      countryOf={() => ({ name: 'Somewhere', code: 'gb' })}
    />,
  )
  const [next = '', all = ''] = html.split('board.race_meetings')
  expect([...next.matchAll(/\/race\/(\d)/g)].map(([, id]) => id)).toEqual(['3', '2'])
  expect([...all.matchAll(/\/race\/(\d)/g)].map(([, id]) => id)).toEqual(['1', '2', '3'])
  expect(all).toContain('1. Quiet Comet')
  expect(all).toContain('board.going_soft')
})
