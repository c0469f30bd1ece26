import type { DeskDrawAnswer, DeskExposedGameAnswer, DeskExposureAnswer, DeskGame, DeskResultAnswer } from '#schemas'

const GAME: DeskGame = {
  ...{ gameId: 500_123, name: 'Arsenal – Everton', championship: 'Premier League', sportId: 1, isField: false },
  ...{ startsAt: '2026-11-24T10:00:00.000Z', producer: 'football-data' },
}

const RESULT: DeskResultAnswer = {
  game: GAME,
  results: [{ version: 1, kind: 'played', text: '1:0', source: 'feed', at: '2026-11-24T12:00:00.000Z' }],
  bets: [
    {
      ...{ currency: 'EUR', exponent: 2, openBets: 3, openStakeMinor: 4500, possibleMinor: 12_000 },
      ...{ settledBets: 12, paidMinor: 9900 },
    },
  ],
  mayAct: true,
}

const EXPOSURE: DeskExposureAnswer = {
  ...{ currency: 'EUR', exponent: 2, limitMinor: 1_000_000, isMore: true },
  unconverted: [{ currency: 'TRY', stakeMinor: 120_000, worstMinor: 310_000 }],
  games: [
    {
      ...{ game: GAME, stakeMinor: 150_000, worstMinor: 420_000, worst: '1X2: Arsenal', bets: 31 },
      limit: { liabilityMinor: 500_000, by: 'Olga', at: '2026-11-24T09:00:00.000Z', reason: 'A cup final.' },
    },
    {
      game: { ...GAME, gameId: 500_124, name: 'Leeds – Fulham' },
      ...{ stakeMinor: 90_000, worstMinor: 130_000, worst: 'Total: Over 2.5', bets: 9 },
    },
  ],
}

const EXPOSED: DeskExposedGameAnswer = {
  ...{ game: GAME, currency: 'EUR', exponent: 2, limitMinor: 1_000_000, mayAct: true },
  unconverted: [],
  outcomes: [
    { outcomeId: 9001, name: '1X2: Arsenal', stakeMinor: 100_000, possibleMinor: 420_000, bets: 20 },
    {
      ...{ outcomeId: 9002, name: '1X2: Draw', stakeMinor: 50_000, possibleMinor: 180_000, bets: 11 },
      limit: { liabilityMinor: 200_000, by: 'Olga', at: '2026-11-24T09:00:00.000Z', reason: 'Many draws.' },
    },
  ],
}

const DRAW: DeskDrawAnswer = {
  draw: {
    ...{ kind: 'draw', item: 60_010, game: 'lotto_49', name: 'Lotto 6/49', number: 412, state: 'open' },
    ...{ tickets: 120 },
    staked: [
      { currency: 'EUR', exponent: 2, stakedMinor: 24_000 },
      { currency: 'USD', exponent: 2, stakedMinor: 3600 },
    ],
    ...{ closesAt: '2026-11-24T19:50:00.000Z', drawsAt: '2026-11-24T20:00:00.000Z' },
  },
  ...{ winners: 0, books: [], canCancel: true, mayAct: true },
}

/** Answers of results, liabilities and draws. */
export const RISK_ANSWERS: Readonly<Record<string, unknown>> = {
  getDeskResult: RESULT,
  enterDeskResult: { isDone: true },
  listDeskExposure: EXPOSURE,
  getDeskExposure: EXPOSED,
  setDeskLimit: { isDone: true },
  listDeskDraws: { draws: [DRAW.draw], isMore: false },
  getDeskDraw: DRAW,
  cancelDeskDraw: { isDone: true },
}
