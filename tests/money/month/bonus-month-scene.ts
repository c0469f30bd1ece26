import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { areOppositeStakes } from '#machines/casino/games/opposite-stakes.rules.ts'
import type { PlaceBetAnswer } from '#schemas'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { createTestCasino } from '#server/casino/casino.test-support.ts'
import { readBalance } from '#server/casino/wallet/balance.ts'
import type { BrandDoor } from '#server/db/for-brand.ts'
import { countGrownTables } from '#server/db/grown-tables.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'
import { createLoyalty } from '#server/promo/loyalty/loyalty.service.ts'
import { createPromo } from '#server/promo/promo.service.ts'
import { createTestReferral, DAY } from '#server/promo/referral/referral.test-support.ts'
import { baseSection } from '#server/site/base-section.ts'
import { countBets } from '#server/wiring/promo/bet-counting.ts'
import { createCasinoFunding } from '#server/wiring/promo/casino-funding.ts'
import { followBonus, isBonusOver } from '#server/wiring/promo/ended-bonuses.ts'
import { createBonusRounds } from '#server/wiring/promo/free-rounds.ts'
import { freebetFunding, freebetOf, isFreebetBack } from '#server/wiring/promo/freebet-funding.ts'
import { openStakes, playersDue, sourcesDue } from '#server/wiring/promo/loyalty/loyalty-sources.ts'
import { asksOf } from '#server/wiring/promo/referral/referral.wiring.ts'
import { bonusFunding } from '#server/wiring/promo/sport-funding.ts'
import { tokenFunding } from '#server/wiring/promo/token-funding.ts'
import { monthCampaigns } from './bonus-month-campaigns.ts'

const PRODUCTS = { book: 'slots', table: 'table', roulette: 'table' } as const
/** The number of the other side of a game's market. */
const OTHER_SIDE = 500_000

export type Month = ReturnType<typeof createMonth>

/** A brand whose players have money, games, bets, bonuses, loyalty and friends, joined as the server joins them, with one clock. */
export function createMonth(db: Kysely<Database>, brandId: string, players: number) {
  const productOf = async (_tx: unknown, id: string) => PRODUCTS[id as keyof typeof PRODUCTS]
  const casino = createTestCasino(db, brandId, { funding: createCasinoFunding({ productOf, source: 'casino' }) })
  const betting = createScene(db, brandId)
  const { fundingOf } = betting.ports
  betting.sections.boolean = { ...betting.sections.boolean, isPromoCodeInCoupon: true, isCouponSellAllowed: true }
  const campaigns = monthCampaigns(players, new Date(betting.now().getTime() + 20 * DAY).toISOString())
  const boolean = { isBonusAllowed: true }
  const licence = { pack: 'neutral' as const }
  const global = { ...baseSection('global'), timeZone: 'UTC', defaultCurrency: 'EUR' }
  const otherwise = freebetFunding(bonusFunding(fundingOf), betting.now)
  const byToken = tokenFunding({ cash: fundingOf, otherwise, clock: betting.now, sections: async () => ({ global }) })
  Object.assign(betting.ports, { fundingOf: byToken, freebetOf, isFreebetBack, followBonus, isBonusOver })
  const guard = async () => null
  const clock = casino.now
  const freeRounds = createBonusRounds(async () => ({
    casino: baseSection('casino'),
    licence: baseSection('licence'),
    global,
  }))
  const promo = createPromo({
    ...{
      db,
      clock,
      guard,
      countBets,
      freeRounds,
      games: { productOf, areOpposite: areOppositeStakes },
      log: silentLog,
    },
    sections: async () => ({ promo: { campaigns, isLoyaltyOffered: true }, boolean, licence, global }),
  })
  const shopItem = { order: 10, campaign: 'shop', points: 20, stock: 0, icon: 'gift', isOffered: true } as const
  const loyaltyConfig = {
    ...{ ...baseSection('promo'), campaigns, isLoyaltyOffered: true, loyaltyShop: { item: shopItem } },
  }
  const loyalty = createLoyalty({
    ...{ db, clock, guard, freeRounds, log: silentLog, owner: 'month', playersDue, hadBreak: async () => false },
    sections: async () => ({ promo: loyaltyConfig, global, boolean, licence }),
    sourcesDue: (tx, accountId, since) => sourcesDue(tx, { accountId, since, productOf }),
    openStakes: (tx, accountId) => openStakes(tx, { accountId, productOf }),
  })
  const cashier = createCashier(db, brandId, { beforeWithdrawal: promo.withdrawing })
  const referral = createTestReferral(
    db,
    brandId,
    asksOf(async () => ''),
  )
  const parts = [casino, betting, cashier, referral]
  const deliver = oneAtATime(() => cashier.deliver())
  const player = (accountId: number) => ({ accountId, currency: 'EUR', country: 'de' })
  const roundsOf = createRounds(casino)

  return {
    ...{ brandId, casino, betting, promo, loyalty, cashier, referral, campaigns, player, ...roundsOf },
    door: casino.door,
    earlierPlayers: (count: number) => earlierPlayers(casino.door, count, casino.now()),
    /** A deposit that is paid, and has arrived. */
    deposit: async (accountId: number, amount: number): Promise<void> => {
      const { reference } = await cashier.begin(accountId, 'deposit', { amount })
      if (!(await cashier.simulated.act(brandId, reference ?? '', 'pay'))) throw new Error('it cannot be paid')
      await deliver()
    },
    /** A withdrawal that is sent and paid out, unless it waits for people. */
    withdraw: async (accountId: number, amount: number): Promise<void> => {
      const { reference, state } = await cashier.begin(accountId, 'withdrawal', { amount })
      if (state === 'waiting') return
      if (!(await cashier.simulated.act(brandId, reference ?? '', 'pay'))) throw new Error('it cannot be paid out')
      await deliver()
    },
    wait: (ms: number) => {
      for (const part of parts) part.wait(ms)
    },
    /** Bets on a side of a game. @returns the number of the bet; null when it is refused for money */
    bet: async (accountId: number, game: number, of: { stake: number; isAway?: boolean; promo?: string }) => {
      const id = of.isAway ? game + OTHER_SIDE : game
      const odds = betting.outcomes.get(id)?.odds ?? '2.00'
      const place = { gameId: game, marketId: game, typeId: of.isAway ? 3 : 1 }
      const payload = betOn([seen(id, odds, place)], {
        ...{ summ: of.stake, groupsSumms: [of.stake], ...(of.promo ? { promo: of.promo } : {}) },
      })
      const request = { betGuid: crypto.randomUUID(), payload, currency: 'EUR' }
      return acceptedBet(await betting.betting.placeBet({ brandId, accountId }, request))
    },
    /** Puts a game of two sides into the book. */
    game: (id: number, [home, away]: readonly [string, string]) => {
      const startsAt = new Date(clock().getTime() + DAY)
      betting.price(id, home, { startsAt })
      betting.price(id + OTHER_SIDE, away, { gameId: id, marketId: id, outcomeTypeId: 3, startsAt })
    },
    /** Sells a bet for what is offered; false when there is no offer. */
    sell: async (accountId: number, betId: number): Promise<boolean> => {
      const bettor = { brandId, accountId }
      const offer = await betting.betting.quoteCashOut(bettor, { betId })
      if (offer.kind !== 'quoted') return false
      const { quoteId } = offer.quote
      const { kind } = await betting.betting.sellBet(bettor, { quoteId, saleGuid: crypto.randomUUID() })
      return kind === 'sold'
    },
    purse: (accountId: number) =>
      casino.door.transaction(async (tx) => {
        const of = async (kind: 'cash' | 'bonus') => (await readBalance(tx, accountId, 'EUR', kind)) ?? 0
        return { cash: await of('cash'), bonus: await of('bonus') }
      }),
    /** Everything that the server's rounds do by themselves, until nothing is left to do. */
    keep: async () => {
      await cashier.payments.reconcile(brandId)
      await betting.betting.settleBets(brandId)
      await untilIdle(() => promo.fundClaims(brandId))
      await untilIdle(() => promo.countBets(brandId))
      await untilIdle(() => promo.expire(brandId))
      await loyalty.keep(brandId)
      await countGrownTables(db)
    },
    /** Nothing when it is refused by one of the reasons that players meet. */
    tried: async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
      try {
        return await work
      } catch (error) {
        if (error instanceof AppError && MET.has(error.code)) return undefined
        throw error
      }
    },
  }
}

const ROWS_AT_ONCE = 1000

/** Players who were there before, with an account of money each, written some at a time. @returns their ids */
async function earlierPlayers(door: BrandDoor, count: number, now: Date): Promise<number[]> {
  const ids: number[] = []
  const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
  while (ids.length < count)
    await door.transaction(async (tx) => {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - ids.length) }, () => row)
      const made = await tx.insert('account', rows).returning('account_id').execute()
      const cash = { currency: 'EUR', kind: 'cash', is_active: true, created_at: now } as const
      await tx
        .insert(
          'currency_account',
          made.map(({ account_id }) => ({ ...cash, account_id })),
        )
        .execute()
      ids.push(...made.map(({ account_id }) => account_id))
    })
  return ids
}

/** Refusals that a player meets in a month. */
const MET: ReadonlySet<string> = new Set([
  ...['promo.had_before', 'promo.campaign_unknown', 'promo.budget_spent', 'promo.freebet_staked', 'balance.too_low'],
  ...['promo.stake_too_high', 'promo.award_unknown', 'loyalty.points_short', 'loyalty.too_few_points'],
  ...['loyalty.not_enough_points', 'promo.streak_today'],
])
const BET_MET: ReadonlySet<string> = new Set([
  ...['balance.too_low', 'promo.stake_too_high', 'bet.promo_unknown', 'promo.freebet_staked', 'promo.freebet_whole'],
  ...['promo.token_staked', 'promo.token_bet'],
])

function acceptedBet(answer: PlaceBetAnswer): number | null {
  if (answer.kind === 'accepted') return answer.betId
  if (answer.kind === 'rejected' && BET_MET.has(answer.reason)) return null
  throw new Error(`a bet was not accepted: ${JSON.stringify(answer)}`)
}

/** Work that is shared by all who ask for it while another is under way: a provider sends the events of everybody at once. */
function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running.then(async () => {
      next = null
      running = work()
      await running
    })
    return next
  }
}

async function untilIdle(work: () => Promise<number>): Promise<void> {
  for (let times = 0; times < 1000; times += 1) if ((await work()) === 0) return
  throw new Error('there is always something left to do')
}

type Casino = ReturnType<typeof createTestCasino>

/** Rounds of a provider's games, and spins of the engine's roulette. */
function createRounds(casino: Casino) {
  const sessions = new Map<number, string>()
  let names = 0
  const sessionOf = async (accountId: number): Promise<string> => {
    const known = sessions.get(accountId) ?? (await casino.session(accountId))
    sessions.set(accountId, known)
    return known
  }
  const begin = async (accountId: number, gameId: 'book' | 'table', stake: number) => {
    const name = `r${++names}`
    const of = { sessionId: await sessionOf(accountId), roundId: name, gameId }
    const terms = { switchesGames: true, owesSpentWins: true }
    const { verdict, reason } = await casino.apply(
      { ...of, actionId: `b${name}`, kind: 'bet', amountMinor: stake },
      terms,
    )
    if (verdict !== 'applied' && verdict !== 'insufficient' && reason !== 'guard:promo.stake_too_high')
      throw new Error(`the stake was not taken: ${verdict} ${reason}`)
    const act = (
      kind: 'win' | 'rollback' | 'end',
      more: { amountMinor?: number; reference?: string; endsRound?: boolean },
    ) => casino.apply({ ...of, actionId: `${kind}${name}${more.reference ?? ''}`, kind, ...more }, terms)
    return verdict === 'applied' ? { name, act } : null
  }
  return {
    begin,
    /** A session of a game of a provider lasts for hours; the month has many. */
    forgetSessions: () => sessions.clear(),
    /** Plays a round to its end. @returns its name; null when there was too little money */
    round: async (accountId: number, gameId: 'book' | 'table', of: { stake: number; won: number }) => {
      const begun = await begin(accountId, gameId, of.stake)
      await begun?.act('win', { amountMinor: of.won, endsRound: true })
      return begun
    },
    /** Stakes on red and black of one spin. */
    redAndBlack: async (accountId: number, stake: number): Promise<void> => {
      const gamer = { brandId: casino.brandId, accountId }
      const launch = { gameId: 'roulette', mode: 'real', device: 'mobile', currency: 'EUR', country: 'de' } as const
      const { session } = await casino.casino.launch(gamer, launch)
      const stakes = ['red', 'black'].map((on) => ({ on, amountMinor: stake }))
      await casino.casino.play(gamer, session.session_id, {
        ...{ guid: crypto.randomUUID(), stakes, choice: { kind: 'roulette' } },
      })
      sessions.delete(accountId)
    },
  }
}
