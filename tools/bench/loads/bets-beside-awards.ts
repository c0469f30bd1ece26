/** Bets of players who have bonuses, and of players who have none, through the same service. */
import { randomUUID } from 'node:crypto'
import type { Campaign } from '#schemas'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createPromo } from '#server/promo/promo.service.ts'
import { baseSection } from '#server/site/base-section.ts'
import { countBets } from '#server/wiring/promo/bet-counting.ts'
import { followBonus, isBonusOver } from '#server/wiring/promo/ended-bonuses.ts'
import { createBonusRounds } from '#server/wiring/promo/free-rounds.ts'
import { freebetFunding, freebetOf, isFreebetBack } from '#server/wiring/promo/freebet-funding.ts'
import { bonusFunding } from '#server/wiring/promo/sport-funding.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { CONNECTIONS, ROUNDS, rateOf } from './bet-placements.ts'

/** Bets a second, round by round. */
export interface AwardRates {
  /** Of players without any bonus. */
  readonly without: readonly number[]
  /** Of players with three, paid from their own money, which a bonus for sport leaves to go first. */
  readonly own: readonly number[]
  /** Of players with three, paid from the bonus. */
  readonly bonus: readonly number[]
  /** Whether each player has the three, and each bet was written. */
  readonly isWhole: boolean
}

const BRAND = 'bench'
const FUNDS_MINOR = 1_000_000_000
const ODDS = '1.85'
const FIRST_OUTCOME_ID = 5_000_000_000_000
/** A bonus that is played through, one that waits for its end, and a free bet. */
const AWARDS = ['active', 'queued', 'ready']

/** Places single bets of as many players as there are connections, each on an outcome of its own. @throws Error when one is refused */
export async function measureBesideAwards({ url, dataDir }: BenchDatabase): Promise<AwardRates> {
  const silent = () => undefined
  const log = { info: silent, warn: silent, error: silent }
  const database = await openDatabase({ dataDir, databaseUrl: url, log })
  try {
    const scene = createScene(database.db, BRAND)
    const { fundingOf } = scene.ports
    Object.assign(scene.ports, {
      fundingOf: freebetFunding(bonusFunding(fundingOf), scene.now),
      freebetOf,
      isFreebetBack,
      followBonus,
      isBonusOver,
    })
    const promo = createPromo({
      ...{ db: database.db, clock: scene.now, log, guard: async () => null, countBets },
      games: { productOf: async () => undefined, areOpposite: () => false },
      freeRounds: createBonusRounds(async () => ({
        casino: baseSection('casino'),
        licence: baseSection('licence'),
        global: scene.sections.global,
      })),
      sections: async () => ({
        promo: { campaigns: CAMPAIGNS },
        boolean: { isBonusAllowed: true },
        licence: { pack: 'neutral' as const },
        global: { ...scene.sections.global, timeZone: 'UTC' },
      }),
    })
    const playersWith = async (codes: readonly string[]) => {
      const players: number[] = []
      for (let player = 0; player < CONNECTIONS; player += 1) {
        const accountId = await scene.newPlayer(FUNDS_MINOR)
        for (const code of codes) await promo.redeem(BRAND, { accountId, currency: 'EUR', country: 'de' }, code)
        players.push(accountId)
      }
      return players
    }
    const [none, own, bonus] = [[], ['OWN', 'NEXT', 'FREE'], ['BONUS', 'NEXT', 'FREE']]
    const players = { without: await playersWith(none), own: await playersWith(own), bonus: await playersWith(bonus) }
    let outcomeId = FIRST_OUTCOME_ID
    const place = async (accountId: number): Promise<void> => {
      const id = ++outcomeId
      scene.price(id, ODDS)
      const request = { betGuid: randomUUID(), payload: betOn([seen(id, ODDS)]), currency: 'EUR' }
      const answer = await scene.betting.placeBet({ brandId: BRAND, accountId }, request)
      scene.outcomes.delete(id)
      if (answer.kind !== 'accepted') throw new Error(`a bet was not accepted: ${JSON.stringify(answer)}`)
    }
    const rates = { without: [] as number[], own: [] as number[], bonus: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const kind of ['without', 'own', 'bonus'] as const) {
        const rate = await rateOf((connection) => place(players[kind][connection] ?? 0))
        // The first round warms up.
        if (round > 0) rates[kind].push(rate)
      }
    const bets = await scene.door.transaction((tx) => tx.select('bet').select('bet_id').execute())
    const having = await Promise.all(
      [...players.own, ...players.bonus].map(async (accountId) => {
        const states = (await promo.awards(BRAND, accountId)).map(({ state }) => state)
        return AWARDS.every((state) => states.some((one) => one === state))
      }),
    )
    return { ...rates, isWhole: bets.length === outcomeId - FIRST_OUTCOME_ID && having.every(Boolean) }
  } finally {
    await database.close()
  }
}

function campaign(code: string, more: Partial<Campaign['reward'] & Pick<Campaign['wagering'], 'fundOrder'>>): Campaign {
  const { fundOrder = 'real_first', ...reward } = more
  return {
    ...{ order: 10, type: 'sport', titleKey: 'promo.kind_sport', textKey: 'promo.kind_sport' },
    trigger: { on: 'code', depositNumber: 0, minimumDepositMinor: 0, code },
    reward: { fixedMinor: FUNDS_MINOR, percentE4: 0, maximumMinor: FUNDS_MINOR, ...reward },
    wagering: {
      ...{ timesE2: 1000, base: 'bonus', counts: 'whole_bet', productsPpm: { sport: 1_000_000 }, gamesPpm: {} },
      ...{ minimumOddsE3: 1500, maximumStakeMinor: 1_000_000, capTimesE2: 0, fundOrder, endsByWithdrawal: true },
    },
    ...{ lifeMs: 31_536_000_000, countries: [], budgetMinor: 1_000_000_000_000, isOffered: true },
  }
}

const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  own: campaign('OWN', {}),
  bonus: campaign('BONUS', { fundOrder: 'bonus_first' }),
  next: campaign('NEXT', {}),
  free: campaign('FREE', { kind: 'freebet', fixedMinor: 1000, maximumMinor: 1000 }),
}
