import type { BoardGame, Market } from '#schemas'

let nextId = 1

/** A market with prices in the order of its type's outcomes. */
function market(typeId: number, groupId: number, outcomes: readonly [number, string][], parameter?: string): Market {
  nextId += 1
  return {
    marketId: nextId,
    groupId,
    typeId,
    status: 1,
    ...(parameter === undefined ? {} : { parameter }),
    outcomes: outcomes.map(([outcomeTypeId, odds]) => {
      nextId += 1
      return { outcomeId: nextId, typeId: outcomeTypeId, odds }
    }),
  }
}

const main = (): Market[] => [
  market(1, 1, [
    [1, '1.85'],
    [2, '3.6'],
    [3, '4.33'],
  ]),
  market(
    4,
    4,
    [
      [9, '1.9'],
      [10, '1.95'],
    ],
    '2.5',
  ),
  market(
    5,
    5,
    [
      [11, '2.04'],
      [12, '1.83'],
    ],
    '-0.5',
  ),
]

/** A football game of the Premier League; a story's changes are in `own`. */
export function storyGame(home: string, away: string, own: Partial<BoardGame> = {}): BoardGame {
  nextId += 1
  return {
    gameId: nextId,
    sportId: 1,
    countryId: 76,
    champId: 9,
    champName: 'Premier League',
    kind: 3,
    startsAt: '2026-03-14T15:00:00.000Z',
    hasStartTime: true,
    status: 1,
    participants: [
      { participantId: 1, name: home },
      { participantId: 2, name: away },
    ],
    producer: 'story',
    markets: main(),
    furtherMarketCount: 124,
    ...own,
  }
}

/** A football game in its second half. */
export const LIVE_GAME = storyGame('Arsenal', 'Everton', {
  kind: 1,
  score: {
    home: 2,
    away: 1,
    periods: [
      { home: 1, away: 0 },
      { home: 1, away: 1 },
    ],
  },
  clock: { periodNumber: 2, seconds: 4012, isRunning: false },
  statistics: [
    { code: 'corners', home: 6, away: 3 },
    { code: 'yellow_cards', home: 1, away: 2 },
  ],
})

/** A tennis match: sets, no clock's face. */
export const TENNIS_GAME = storyGame('Alexander Very-Long-Surname', 'Benjamin Extraordinarily-Longer-Surname', {
  sportId: 4,
  champId: 12,
  champName: 'Open of the City, qualification, second round',
  kind: 1,
  score: {
    home: 1,
    away: 1,
    periods: [
      { home: 6, away: 4 },
      { home: 3, away: 6 },
      { home: 2, away: 2 },
    ],
  },
  clock: { periodNumber: 3, seconds: 0, isRunning: true },
  markets: [
    market(12, 11, [
      [24, '1.72'],
      [25, '2.1'],
    ]),
    market(
      4,
      4,
      [
        [9, '1.87'],
        [10, '1.87'],
      ],
      '22.5',
    ),
  ],
  furtherMarketCount: 38,
})

/** The games of a page: line and live, two sports. */
export const BOARD_GAMES: readonly BoardGame[] = [
  LIVE_GAME,
  storyGame('Manchester City', 'Brighton & Hove Albion'),
  storyGame('Nottingham Forest', 'Wolverhampton Wanderers', { status: 3 }),
  storyGame('Leeds', 'Burnley', { hasStartTime: false, markets: main().slice(0, 1), furtherMarketCount: 0 }),
  TENNIS_GAME,
]

/** All markets of a game. */
export const GAME_MARKETS: readonly Market[] = [
  ...main(),
  market(
    4,
    4,
    [
      [9, '1.3'],
      [10, '3.4'],
    ],
    '1.5',
  ),
  market(2, 2, [
    [4, '1.22'],
    [5, '1.3'],
    [6, '1.95'],
  ]),
  market(6, 6, [
    [13, '1.8'],
    [14, '1.95'],
  ]),
  market(7, 7, [
    [10_100, '9'],
    [10_101, '7'],
    [10_200, '8.5'],
    [10_201, '9'],
    [10_002, '21'],
    [19_999, '12'],
  ]),
  market(9, 9, [
    [18, '1.92'],
    [19, '1.88'],
  ]),
]
