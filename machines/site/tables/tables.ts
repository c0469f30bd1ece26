/** Status of a market or a game (TABLE-1). */
export const MARKET_STATUS = {
  BETS_ARE_BEING_ACCEPTED: 1,
  SETTLED: 2,
  BETS_ARE_NO_LONGER_ACCEPTED: 3,
  CANCELED: 4,
} as const

/** Whether a market or a game of this status takes bets. */
export function takesBets(status: number): boolean {
  return status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED
}

/** Kinds of feed (TABLE-2). */
export const FEED_KIND = { line: 3, live: 1 } as const

/** Sections of the menu of the feed by name (TABLE-3). */
export const MENU_SECTION = {
  alternative: 3,
  long: 7,
  marbleLive: 8,
  cyberStream: 9,
  simulatedReality: 11,
  aftermatchVersusLive: 13,
  cyberLive: 28,
  sportsSimulators: 1001,
  sportsGames: 1002,
  fightingGames: 1003,
  cardGames: 1004,
  shooters: 1005,
  onlineRpgs: 1006,
  adventure: 1007,
  strategy: 1008,
  vehicularCombat: 1009,
  puzzles: 1010,
  others: 1011,
  eSports: 1012,
} as const

/** Number of a menu section. */
export type MenuSection = (typeof MENU_SECTION)[keyof typeof MENU_SECTION]

const MENU_SECTIONS: ReadonlySet<unknown> = new Set(Object.values(MENU_SECTION))

/** Whether a number is one of the allowed menu sections (TABLE-4). */
export function isMenuSection(value: unknown): value is MenuSection {
  return MENU_SECTIONS.has(value)
}

/** Numbers beside those of the menu sections (TABLE-5). */
export const FURTHER_SECTION = { sort: 10000, topSport: 10001, play: 10002 } as const

/** Numbers that the specification names without a purpose; nothing reads them (TABLE-10, decision 59). */
export const UNEXPLAINED_NUMBERS = {
  tenThousand: 10000,
  ten: 10,
  sixThousandFourHundredFourteen: 6414,
  seventy: 70,
  sevenHundredSeven: { number: 707, code: 'SP' },
} as const
