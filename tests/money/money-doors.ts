import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { BingoRoom, PlaceBetPayload, ScratchGame } from '#schemas'
import { type BettingScene, betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { createTestCasino } from '#server/casino/casino.test-support.ts'
import { createTransfers } from '#server/casino/transfer/transfers.ts'
import type { BrandDoor } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createBingo } from '#server/lotteries/bingo/bingo.service.ts'
import { createTestDraws } from '#server/lotteries/draws/draws.test-support.ts'
import { createScratch } from '#server/lotteries/scratch/scratch.service.ts'
import { createTotoScene } from '#server/lotteries/toto/toto.test-support.ts'
import type { MoneyGuard, MoneyPath } from '#server/money/money-guard.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'

/** Why nothing was moved: the code and values of its text. */
export type DoorRefusal = { readonly reason: string; readonly params?: object | undefined }

/** A place where a player's money goes in, as the service behind it takes it. */
export interface OpenDoor {
  readonly door: BrandDoor
  readonly now: () => Date
  readonly newPlayer: () => Promise<number>
  /** What comes before the money, such as the bet that is insured or the session of a game. */
  readonly prepare?: (accountId: number) => Promise<void>
  /** Puts the amount in. @returns why not; null when it has moved */
  readonly put: (accountId: number) => Promise<DoorRefusal | null>
  /** Gets back, once it was put in, what the player is owed or asks for: a sale, a win, a withdrawal. @throws when it is refused */
  readonly out?: (accountId: number) => Promise<unknown>
}

/** A kind of such a place. */
export interface MoneyDoor {
  readonly path: MoneyPath
  /** Minor units that go in at once. */
  readonly amountMinor: number
  /** What was staked by what comes before. */
  readonly beforeMinor?: number
  /** The kind of transfer that takes them; null of a payment, which moves nothing before it has arrived. */
  readonly posting: string | null
  readonly open: (db: Kysely<Database>, brandId: string, guard: MoneyGuard) => Promise<OpenDoor>
}

const RICH_MINOR = 100_000
const SCRATCH: ScratchGame = {
  ...{ order: 10, name: 'Twelve', look: 'stars', cards: 12, prices: { EUR: 200 }, isOffered: true },
  prizes: { p1: { order: 1, timesE2: 90, count: 12 } },
}
const BINGO: BingoRoom = {
  ...{ order: 10, name: 'Test 90', kind: '90', prices: { EUR: 20 }, jackpotSeeds: { EUR: 0 }, maxCards: 12 },
  ...{ saleSeconds: 30, callSeconds: 2, jackpotCalls: 0, jackpotFeedPpm: 0, isOffered: true },
  patterns: { house: { order: 2, pattern: 'full_house', sharePpm: 750_000 } },
}

/** Every way by which the services of the engine take a player's money in: name → door. */
export const MONEY_DOORS: Readonly<Record<string, MoneyDoor>> = {
  bet: betDoor('bet', {}, 'bet-stake'),
  'bet in one click': betDoor('one_click_bet', { oneClickBet: true }, 'bet-stake'),
  'auto-bet': betDoor('auto_bet', { isAutoBet: true, autoBetCf: '3.00' }, 'bet-hold'),
  'bet on credit': betDoor('advance_bet', { avanceBet: true }, 'bet-hold'),
  insurance: { path: 'insurance', amountMinor: 5500, beforeMinor: 10_000, posting: 'bet-premium', open: openInsurance },
  'round of an own game': { path: 'casino', amountMinor: 100, posting: 'casino-bet', open: openOwnGame },
  'bet at a provider': { path: 'casino', amountMinor: 100, posting: 'casino-bet', open: openProvider },
  'money to a provider': { path: 'casino', amountMinor: 700, posting: 'casino-away', open: openTransfers },
  'coupon of toto': { path: 'lottery', amountMinor: 100, posting: 'lottery-stake', open: openToto },
  'line of a draw': { path: 'lottery', amountMinor: 200, posting: 'lottery-stake', open: openDraw },
  'card of bingo': { path: 'lottery', amountMinor: 40, posting: 'lottery-stake', open: openBingo },
  'scratch card': { path: 'lottery', amountMinor: 200, posting: 'lottery-stake', open: openScratch },
  deposit: { path: 'deposit', amountMinor: 5000, posting: null, open: openDeposit },
}

/** What was thrown as a refusal. @throws what is none */
async function refusalOf(work: () => Promise<unknown>): Promise<DoorRefusal | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code: reason, params } = error
    return { reason, ...(Object.keys(params).length > 0 && { params }) }
  }
}

function bettingOf(db: Kysely<Database>, brandId: string, guard: MoneyGuard) {
  const scene = createScene(db, brandId)
  Object.assign(scene.ports, { mayStake: guard })
  Object.assign(scene.sections, {
    boolean: {
      ...scene.sections.boolean,
      ...{
        isInsuranceAllowed: true,
        isCouponSellAllowed: true,
        isAdvanceBetAllowed: true,
        isOneClickBetAllowed: true,
        isAutoBetAllowed: true,
      },
    },
  })
  scene.sections.betting = { ...scene.sections.betting, insurance: { marginPercent: 10, quoteMs: 10_000 } }
  scene.price(1, '2.00')
  const place = (accountId: number, changes: Partial<PlaceBetPayload>) => {
    const payload = betOn([seen(1, '2.00')], changes)
    const request = { betGuid: scene.newGuid(), payload, currency: 'EUR' }
    return scene.betting.placeBet({ brandId, accountId }, request)
  }
  return { scene, place, newPlayer: () => scene.newPlayer(RICH_MINOR) }
}

function betDoor(path: MoneyPath, changes: Partial<PlaceBetPayload>, posting: string): MoneyDoor {
  const open: MoneyDoor['open'] = async (db, brandId, guard) => {
    const { scene, place, newPlayer } = bettingOf(db, brandId, guard)
    return {
      ...{ door: scene.door, now: scene.now, newPlayer },
      put: async (accountId) => {
        const answer = await place(accountId, { summ: 1000, groupsSumms: [1000], ...changes })
        if (answer.kind !== 'rejected') return null
        return { reason: answer.reason, ...(answer.params && { params: answer.params }) }
      },
      // An auto-bet is given up, a bet is sold.
      out: path === 'bet' ? (accountId) => sell(scene, { brandId, accountId }) : () => giveUp(scene, brandId),
    }
  }
  return { path, amountMinor: 1000, posting, open }
}

async function sell({ door, betting, newGuid }: BettingScene, bettor: { brandId: string; accountId: number }) {
  const { id } = await door.transaction((tx) =>
    tx.select('bet').select('bet_id as id').where('account_id', '=', bettor.accountId).executeTakeFirstOrThrow(),
  )
  const answer = await betting.quoteCashOut(bettor, { betId: id })
  if (answer.kind !== 'quoted') throw new Error(`no quote: ${JSON.stringify(answer)}`)
  const sold = await betting.sellBet(bettor, { quoteId: answer.quote.quoteId, saleGuid: newGuid() })
  if (sold.kind !== 'sold') throw new Error(`not sold: ${JSON.stringify(sold)}`)
}

/** Ends all games without a score, so that every stake is given back. */
async function giveUp({ betting, end, wait }: BettingScene, brandId: string) {
  end(1)
  wait(86_400_000 * 40)
  await betting.resolveDueBets(brandId)
  await betting.settleBets(brandId)
}

async function openInsurance(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const { scene, place, newPlayer } = bettingOf(db, brandId, guard)
  const bets = new Map<number, { betId: number; quoteId: number }>()
  return {
    ...{ door: scene.door, now: scene.now, newPlayer },
    prepare: async (accountId) => {
      const answer = await place(accountId, { summ: 10_000, groupsSumms: [10_000] })
      if (answer.kind !== 'accepted') throw new Error(`no bet: ${JSON.stringify(answer)}`)
      const { betId } = answer
      const quoted = await scene.betting.quoteInsurance({ brandId, accountId }, { betId })
      if (quoted.kind !== 'quoted') throw new Error(`no quote: ${JSON.stringify(quoted)}`)
      bets.set(accountId, { betId, quoteId: quoted.quote.quoteId })
    },
    put: async (accountId) => {
      const { quoteId = 0 } = bets.get(accountId) ?? {}
      const wish = { quoteId, insuranceGuid: scene.newGuid() }
      const answer = await scene.betting.insureBet({ brandId, accountId }, wish)
      if (answer.kind === 'insured') return null
      const { reason, params } = answer as unknown as DoorRefusal
      return { reason, ...(params && { params }) }
    },
    out: async () => {
      scene.end(1, 0, 1)
      await scene.betting.settleBets(brandId)
    },
  }
}

async function openOwnGame(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestCasino(db, brandId, { guard })
  const sessions = new Map<number, string>()
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    prepare: async (accountId) => {
      const wanted = { gameId: 'roulette', mode: 'real', device: 'mobile', currency: 'EUR', country: 'gb' } as const
      const { session } = await scene.casino.launch({ brandId, accountId }, wanted)
      sessions.set(accountId, session.session_id)
    },
    put: (accountId) =>
      refusalOf(() =>
        scene.casino.play({ brandId, accountId }, sessions.get(accountId) ?? '', {
          ...{ guid: crypto.randomUUID(), stakes: [{ on: 'red', amountMinor: 100 }], choice: { kind: 'roulette' } },
        }),
      ),
  }
}

async function openProvider(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestCasino(db, brandId, { guard })
  const sessions = new Map<number, string>()
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    prepare: async (accountId) => void sessions.set(accountId, await scene.session(accountId)),
    put: async (accountId) => {
      const actionId = crypto.randomUUID()
      const bet = { sessionId: sessions.get(accountId) ?? '', actionId, roundId: `round ${accountId}` } as const
      const { verdict, refusal } = await scene.apply({ ...bet, kind: 'bet', amountMinor: 100 })
      if (verdict === 'applied') return null
      if (!refusal) throw new Error(`the wallet answered ${verdict}`)
      return { reason: refusal.reason, ...(refusal.params && { params: refusal.params }) }
    },
    out: async (accountId) => {
      const win = {
        sessionId: sessions.get(accountId) ?? '',
        actionId: crypto.randomUUID(),
        roundId: `round ${accountId}`,
      } as const
      const { verdict } = await scene.apply({ ...win, kind: 'win', amountMinor: 900 })
      if (verdict !== 'applied') throw new Error(`the wallet answered ${verdict}`)
    },
  }
}

async function openTransfers(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestCasino(db, brandId)
  const sessions = new Map<number, string>()
  const transfers = createTransfers({
    ...{ db, clock: scene.now, log: silentLog, guard, newId: () => crypto.randomUUID() },
    client: async () => ({ move: async () => 'done', status: async () => 'done', balance: async () => 700 }),
  })
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    prepare: async (accountId) => void sessions.set(accountId, await scene.session(accountId)),
    put: async (accountId) => {
      const { outcome, refusal } = await transfers.toProvider(brandId, {
        ...{ providerId: 'aggregator', accountId, currency: 'EUR', amountMinor: 700 },
        sessionId: sessions.get(accountId) ?? '',
      })
      if (outcome === 'done') return null
      if (!refusal) throw new Error(`the transfer is ${outcome}`)
      return { reason: refusal.reason, ...(refusal.params && { params: refusal.params }) }
    },
    out: async (accountId) => {
      if (!(await transfers.fromProviders(brandId, accountId))) throw new Error('something is still there')
    },
  }
}

async function openToto(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const pool = {
    ...{ events: 3, categories: [{ hits: 3, sharePpm: 800_000 }], unitMinor: 100, mostLines: 27 },
    ...{ cancelAtVoids: 2, jackpotPpmByVoids: [1_000_000, 500_000] },
  }
  const scene = createTotoScene(db, brandId, { pools: { football: pool }, guard })
  const games = scene.addGames(3)
  await scene.toto.work(brandId)
  const { draws } = await scene.toto.draws(brandId, {})
  const drawId = draws[0]?.drawId ?? 0
  return {
    ...{ door: scene.door, now: scene.now },
    newPlayer: async () => (await scene.newPlayer()).accountId,
    put: (accountId) =>
      refusalOf(() =>
        scene.toto.buy(
          { brandId, accountId },
          { guid: crypto.randomUUID(), drawId, marks: [[0], [0], [0]], unitsPerLine: 1 },
        ),
      ),
    out: async () => {
      scene.wait(3 * 3_600_000)
      await scene.toto.work(brandId)
      for (const game of games) scene.end(game, { home: 1, away: 0 })
      await scene.toto.work(brandId)
    },
  }
}

async function openDraw(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestDraws(db, brandId, ['lotto-6-49'], { guard })
  await scene.keep()
  Object.assign(scene.gameOf('lotto-6-49'), { prices: { EUR: 200 } })
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    put: (accountId) => refusalOf(() => scene.buy(accountId, 'lotto-6-49', [scene.line('lotto-6-49')])),
  }
}

async function openBingo(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestDraws(db, brandId, [], { guard })
  Object.assign(scene.sections.lotteries, { bingo: { test: BINGO } })
  const bingo = createBingo(scene.ports)
  await bingo.keep(brandId)
  const { round } = await bingo.room(brandId, 'test')
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    put: (accountId) =>
      refusalOf(() =>
        bingo.buy(
          { brandId, accountId },
          { guid: crypto.randomUUID(), room: 'test', cards: 2, round: round.round_id, priceMinor: 40 },
        ),
      ),
  }
}

async function openScratch(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const scene = createTestDraws(db, brandId, [], { guard })
  Object.assign(scene.sections.lotteries, { scratch: { twelve: SCRATCH } })
  const scratch = createScratch(scene.ports)
  await scratch.keep(brandId)
  const deck = (await scratch.lobby(brandId))[0]?.deck?.deck_id ?? 0
  return {
    ...{ door: scene.door, now: scene.now, newPlayer: () => scene.newPlayer(RICH_MINOR) },
    put: (accountId) =>
      refusalOf(() =>
        scratch.buy({ brandId, accountId }, { guid: crypto.randomUUID(), game: 'twelve', deck, priceMinor: 200 }),
      ),
    out: async (accountId) => {
      const { cards } = await scratch.cards({ brandId, accountId }, 1)
      await scratch.reveal({ brandId, accountId }, cards[0]?.card.ticket_id ?? 0)
    },
  }
}

async function openDeposit(db: Kysely<Database>, brandId: string, guard: MoneyGuard): Promise<OpenDoor> {
  const cashier = createCashier(db, brandId, { guard })
  return {
    ...{ door: cashier.door, now: cashier.now, newPlayer: () => cashier.newPlayer(RICH_MINOR) },
    put: (accountId) => refusalOf(() => cashier.begin(accountId, 'deposit', { amount: 50 })),
    out: async (accountId) => {
      const { state } = await cashier.begin(accountId, 'withdrawal', { amount: 50 })
      if (state !== 'sent') throw new Error(`the withdrawal is ${state}`)
    },
  }
}
