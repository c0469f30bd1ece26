import type { BetHistoryAnswer, HistoryBet } from '#schemas'

const LEG: HistoryBet['legs'][number] = {
  gameId: 501,
  gameName: 'Arsenal – Chelsea',
  game: { kind: 3, sportId: 1, champId: 77, champName: 'Premier League', score: { home: 2, away: 1 } },
  marketTypeId: 1,
  typeId: 1,
  odds: '1.85',
  startsAt: '2026-01-15T15:00:00.000Z',
  result: 'win',
}

function bet(number: number, changes: Partial<HistoryBet>): HistoryBet {
  return {
    betId: 8000 + number,
    betGuid: `3f0c8a52-6f0e-4c63-9a7e-${String(number).padStart(12, '0')}`,
    place: 0,
    status: 1,
    betType: 'single',
    currency: 'EUR',
    exponent: 2,
    stakeMinor: 1000,
    possibleMinor: 1850,
    placedAt: '2026-01-15T12:00:00.000Z',
    legs: [LEG],
    ...changes,
  }
}

const { result: _open, ...OPEN_LEG } = LEG

const ADVANCE = { ownMinor: 400, advanceMinor: 600, repaidMinor: 0, until: '2026-01-17T12:00:00.000Z' }

/** A request that became no bet: it has no number, and pays nothing. */
function rejected(number: number, changes: Pick<HistoryBet, 'legs'>): HistoryBet {
  const { betId: _number, possibleMinor: _possible, ...request } = bet(number, { status: 6, ...changes })
  return { ...request, reason: 'bet.market_closed', params: { event: 1 } }
}

/** Bets in every state that the history shows. */
export const BET_HISTORY: BetHistoryAnswer = {
  bets: [
    bet(1, {
      status: 2,
      soldMinor: 400,
      soldForMinor: 380,
      payoutMinor: 1110,
      stakeTaxMinor: 0,
      payoutTaxMinor: 0,
      settledAt: '2026-01-15T17:00:00.000Z',
      explanation: [
        { step: 'leg', expression: '1.85', value: '1.85' },
        { step: 'gross', expression: '6 × 1.85', value: '11.1' },
        { step: 'payout', expression: '11.1', value: '11.1' },
      ],
    }),
    bet(2, { legs: [{ ...OPEN_LEG, gameName: 'Leeds – Burnley' }], insuredMinor: 500, premiumMinor: 270 }),
    bet(3, {
      status: 3,
      betType: 'express',
      payoutMinor: 0,
      settledAt: '2026-01-15T17:00:00.000Z',
      legs: [
        { ...LEG, gameName: 'Everton – Fulham' },
        { ...LEG, gameName: 'Brighton – Wolves', result: 'lose' },
      ],
    }),
    bet(6, {
      legs: [{ ...LEG, gameName: 'Celtic – Rangers' }],
      advance: { ...ADVANCE, state: 'waiting', cover: [{ betId: 8002, creditedMinor: 600, repaidMinor: 0 }] },
    }),
    bet(7, {
      status: 4,
      payoutMinor: 1000,
      settledAt: '2026-01-15T17:00:00.000Z',
      legs: [{ ...LEG, gameName: 'Hearts – Hibernian' }],
      advance: { ...ADVANCE, state: 'void', cover: [{ betId: 8003, creditedMinor: 600, repaidMinor: 0 }] },
    }),
    bet(5, {
      status: 5,
      autoBetCf: '2.50',
      isDroppedOnScore: true,
      possibleMinor: 2500,
      legs: [{ ...OPEN_LEG, gameName: 'Derby – Stoke' }],
    }),
    bet(4, { status: 7, soldMinor: 1000, soldForMinor: 950, settledAt: '2026-01-15T14:00:00.000Z', legs: [OPEN_LEG] }),
    rejected(8, { legs: [{ ...OPEN_LEG, gameName: 'Torino – Lecce', odds: '1.90' }] }),
  ].map((one, place) => (place === 6 ? { ...one, legs: [{ ...OPEN_LEG, gameName: 'Spurs – Luton' }] } : one)),
  page_number: 1,
  total: 8,
  dateFrom: '2026-01-09',
  dateTo: '2026-01-15',
}
