import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { A_FEW, sideBySide } from '#server/db/side-by-side.ts'
import { DAY } from '#server/promo/referral/referral.test-support.ts'
import { proveMonth } from './month/bonus-month-proof.ts'
import { createMonth, type Month } from './month/bonus-month-scene.ts'
import { countCosts } from './month/counted-costs.ts'
import { takeAll } from './month/first-days.ts'
import { longTail } from './month/long-tail.ts'
import { type Lots, lotsOf } from './random-bets.ts'

const {
  LIVERY_LONG: isLong,
  LIVERY_PART: part,
  LIVERY_SEED: givenSeed,
  LIVERY_PLAYERS: givenPlayers,
  LIVERY_ACTS: givenActs,
} = process.env
/** Ten thousand in the whole long suite; some hundreds in a part of it, which has to end within minutes. Who acts is drawn by Zipf's law, as
 *  in a brand most players do little: see longTail. One in ten players registers in the month, the others were there before. On PostgreSQL
 *  10,000 players with 12,000 acts, which 3,833 of them do, take 355,000 statements, 106 s of a processor here and 121 s of the database's: 189 s
 *  on two processors in a slow hour, 131 s before in a quicker one, with clean books and bonuses of every kind given. It is not the minute that
 *  is asked for: `LIVERY_LONG=1 npx vitest run --project unit tests/money/bonus-month.test.ts -t PostgreSQL`. */
const LONG_PLAYERS = part === undefined ? 10_000 : 300
const PLAYERS = Number(givenPlayers ?? (isLong ? LONG_PLAYERS : 30))
const ACTS_IN_ALL = Number(givenActs ?? (isLong ? 1.2 * PLAYERS : 50 * PLAYERS))
const NEW_ONE_IN = 10
/** However few players there are, so many of them are new. */
const LEAST_NEW = 30
const DAYS = 30
const GAMES_A_DAY = 8
/** Players who act at once. */
const LANES = 8
const TIMEOUT_MS = isLong ? 3_600_000 : 240_000

await describeOnQuickestEngine('a month of bonuses', (database) => {
  test(
    'PROMO-15, PROMO-17, PROMO-18: campaigns of every kind, by lot: the books are whole, budgets are kept, each award is the sum of its parts, and only what was at risk has counted',
    async () => {
      const seed = Number(givenSeed ?? Date.now() % 1_000_000)
      console.log(`LIVERY_SEED=${seed}`)
      const lots = lotsOf(seed)
      const begun = performance.now()
      const used = countCosts()
      const month = createMonth(database().db, 'month', PLAYERS)
      await month.loyalty.keep(month.brandId)
      month.wait(60_000)
      const players = await register(month, lots)
      await month.keep()
      const done = new Map<string, number>()
      const choose = longTail(PLAYERS)
      const active = new Set<number>()
      for (let day = 1; day <= DAYS; day += 1) await liveOneDay(month, { day, players, lots, choose, active, done })
      console.log(Object.fromEntries([...done].toSorted()))
      for (const kind of KINDS) expect(done.get(kind) ?? 0, `${kind} was never done`).toBeGreaterThan(0)
      // All that is open runs out, and what has waited for its turn after it.
      for (let week = 0; week < 12; week += 1) {
        month.wait(7 * DAY)
        await month.keep()
        await month.referral.nextDay()
      }
      const found = await proveMonth(month)
      console.log(found.seen)
      console.log(found.given)
      const acts = [...done.values()].reduce((sum, times) => sum + times, 0)
      const cost = used()
      console.log(
        `${PLAYERS} players, ${active.size} of them active, ${acts} acts: ${Math.round((performance.now() - begun) / 1000)} s, ` +
          `${cost.statements} statements, processors ${cost.ownS} s here and ${cost.databaseS} s of the database`,
      )
      console.log(`ledger verify: ${found.breaks.length === 0 ? 'clean' : found.breaks.length}`)
      expect(found.breaks).toEqual([])
      for (const [type, times] of Object.entries(found.given))
        expect(times, `no bonus of the kind ${type} was ever given`).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )
})

/** Makes the players. Of the new ones some are friends of the first, and some choose the bonus of the registration. */
async function register(month: Month, lots: Lots): Promise<readonly number[]> {
  const first = await month.casino.newPlayer()
  const code = await month.referral.join(first)
  const newcomers = Math.min(PLAYERS - 1, Math.max(LEAST_NEW, Math.ceil(PLAYERS / NEW_ONE_IN)))
  const drawn = Array.from({ length: newcomers }, () => ({ isFriend: lots(10) === 0, takesBonus: lots(3) === 0 }))
  const players = [first]
  await sideBySide(drawn, A_FEW, async ({ isFriend, takesBonus }) => {
    const id = isFriend ? await month.referral.friend(code) : await month.casino.newPlayer()
    if (takesBonus)
      await month.door.transaction((tx) =>
        month.promo.registered(tx, { ...month.player(id), bonusId: 'hello', wantsDepositBonus: false }),
      )
    players.push(id)
  })
  return [...players, ...(await month.earlierPlayers(PLAYERS - players.length))]
}

interface Acting {
  readonly month: Month
  readonly id: number
  readonly day: number
  readonly lots: Lots
}

const gameOf = (day: number, lots: Lots) => day * 100 + lots(GAMES_A_DAY)
const stakeOf = (lots: Lots) => 50 + lots(700)

function pay({ month, id, lots }: Acting): Promise<void> {
  return month.deposit(id, 10 + lots(90))
}

/** What players do, each as often as its weight. */
const ACTS: Readonly<Record<string, readonly [number, (of: Acting) => Promise<unknown>]>> = {
  deposit: [6, pay],
  deposit_with_first: [
    3,
    async (of) => {
      await of.month.tried(of.month.promo.claim(of.month.brandId, of.month.player(of.id), 'first'))
      await pay(of)
    },
  ],
  deposit_with_any: [
    3,
    async (of) => {
      await of.month.tried(of.month.promo.claim(of.month.brandId, of.month.player(of.id), 'any'))
      await pay(of)
    },
  ],
  code: [
    3,
    ({ month, id, lots }) =>
      month.tried(
        month.promo.redeem(month.brandId, month.player(id), ['ten', 'free', 's-take', 'wins'][lots(4)] ?? ''),
      ),
  ],
  daily: [2, ({ month, id }) => month.tried(month.promo.claim(month.brandId, month.player(id), 'daily'))],
  streak: [4, ({ month, id }) => month.tried(month.promo.claim(month.brandId, month.player(id), 'streak'))],
  for_bets: [
    6,
    async ({ month, id, day, lots }) => {
      const kind = ['lost', 'risk', 'firsts', 'wager', 'pool', 'second', 'earned'][lots(7)] ?? ''
      await month.tried(month.promo.claim(month.brandId, month.player(id), kind))
      await month.bet(id, gameOf(day, lots), { stake: stakeOf(lots) })
    },
  ],
  for_losses: [
    4,
    async ({ month, id, lots }) => {
      await month.tried(month.promo.claim(month.brandId, month.player(id), 'losses'))
      await month.round(id, 'book', { stake: stakeOf(lots), won: lots(3) ? 0 : lots(500) })
    },
  ],
  points: [3, ({ month, id }) => month.tried(month.promo.claim(month.brandId, month.player(id), 'points'))],
  on_a_bet: [
    8,
    async ({ month, id, day, lots }) => {
      const kind = ['double', 'power', 'cover'][lots(3)] ?? ''
      const awardId = await month.tried(month.promo.claim(month.brandId, month.player(id), kind))
      const of = { stake: stakeOf(lots), isAway: lots(2) === 0 }
      await month.bet(id, gameOf(day, lots), awardId === undefined ? of : { ...of, promo: `T${awardId}` })
    },
  ],
  grant: [
    2,
    ({ month, id, lots }) => {
      const of = { player: month.player(id), campaignId: lots(2) ? 'desk' : 'cash', reference: crypto.randomUUID() }
      return month.tried(month.promo.grant(month.brandId, of))
    },
  ],
  bet: [
    10,
    ({ month, id, day, lots }) => month.bet(id, gameOf(day, lots), { stake: stakeOf(lots), isAway: lots(2) === 0 }),
  ],
  free_bet: [
    4,
    async ({ month, id, day, lots }) => {
      const promo = ['FREE', 'STAKE', 'WINS'][lots(3)] ?? ''
      await month.tried(month.promo.redeem(month.brandId, month.player(id), promo))
      await month.bet(id, gameOf(day, lots), { stake: 500, promo })
    },
  ],
  both_sides: [
    3,
    async ({ month, id, day, lots }) => {
      const [game, stake] = [gameOf(day, lots), stakeOf(lots)]
      await month.bet(id, game, { stake })
      await month.bet(id, game, { stake, isAway: true })
    },
  ],
  cash_out: [
    3,
    async ({ month, id, day, lots }) => {
      const betId = await month.bet(id, gameOf(day, lots), { stake: stakeOf(lots) })
      if (betId !== null) await month.sell(id, betId)
    },
  ],
  slot: [10, ({ month, id, lots }) => month.round(id, 'book', { stake: stakeOf(lots), won: lots(3) ? 0 : lots(2000) })],
  table: [
    4,
    ({ month, id, lots }) => month.round(id, 'table', { stake: stakeOf(lots), won: lots(2) ? 0 : lots(1000) }),
  ],
  red_and_black: [2, ({ month, id, lots }) => month.tried(month.redAndBlack(id, stakeOf(lots)))],
  rolled_back: [3, rollBack],
  void_later: [
    2,
    async ({ month, id, lots }) => {
      const begun = await month.round(id, 'book', { stake: stakeOf(lots), won: 0 })
      if (begun) await begun.act('rollback', { reference: `b${begun.name}` })
    },
  ],
  withdrawal: [
    2,
    async ({ month, id, lots }) => {
      const { cash } = await month.purse(id)
      const amount = Math.floor(cash / 100)
      if (amount < 10) return
      await month.withdraw(id, Math.min(amount, 10 + lots(40)))
    },
  ],
  give_up: [
    1,
    async ({ month, id }) => {
      const awards = await month.promo.awards(month.brandId, id)
      const open = awards.find(({ ended_at }) => ended_at === null)
      if (open) await month.tried(month.promo.refuse(month.brandId, { accountId: id, awardId: open.award_id }))
    },
  ],
  order: [
    3,
    ({ month, id }) => {
      const of = { brandId: month.brandId, ...month.player(id) }
      return month.tried(month.loyalty.order(of, { guid: crypto.randomUUID(), itemId: 'item', points: 20 }))
    },
  ],
}
const KINDS = Object.keys(ACTS)
const BY_WEIGHT = Object.entries(ACTS).flatMap(([kind, [weight]]) => Array.from({ length: weight }, () => kind))

/** A stake that is taken back gives every fund what it has paid, as long as the bonus lasts. */
async function rollBack({ month, id, lots }: Acting): Promise<void> {
  const before = await month.purse(id)
  const held = await activeAward(month, id)
  const begun = await month.begin(id, lots(2) ? 'book' : 'table', stakeOf(lots))
  if (!begun) return
  await begun.act('rollback', { reference: `b${begun.name}` })
  const after = await month.purse(id)
  if ((await activeAward(month, id)) === held) expect(after).toEqual(before)
}

async function activeAward({ promo, brandId }: Month, id: number): Promise<number | undefined> {
  return (await promo.awards(brandId, id)).find(({ state }) => state === 'active')?.award_id
}

interface Day {
  readonly day: number
  readonly players: readonly number[]
  readonly lots: Lots
  readonly choose: (lots: Lots) => number
  /** The numbers of those who have done something so far. */
  readonly active: Set<number>
  readonly done: Map<string, number>
}

async function liveOneDay(month: Month, { day, players, lots, choose, active, done }: Day): Promise<void> {
  const games = Array.from({ length: GAMES_A_DAY }, (_, game) => day * 100 + game)
  for (const game of games) month.game(game, [`1.${30 + lots(70)}`, `${2 + lots(3)}.${10 + lots(80)}`])
  const queue = Array.from({ length: Math.ceil(ACTS_IN_ALL / DAYS) }, (_, at) => {
    // By lot, except for the first act of a day, so that each kind is done in every month.
    const kind = at === 0 ? KINDS[day % KINDS.length] : BY_WEIGHT[lots(BY_WEIGHT.length)]
    return { kind: kind ?? 'bet', player: choose(lots), lots: lotsOf(lots(2 ** 31)) }
  })
  for (const { player } of queue) active.add(player)
  await takeAll(month, { players, day, games })
  // A player does one thing after another.
  const lane = async (_: unknown, at: number) => {
    for (const { kind, player, lots: own } of queue.filter((one) => one.player % LANES === at)) {
      await ACTS[kind]?.[1]({ month, id: players[player] ?? 0, day, lots: own })
      done.set(kind, (done.get(kind) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  month.wait(DAY / 2)
  for (const game of games) endGame(month, game, lots)
  await month.keep()
  // Some results of the day before were wrong.
  if (day > 1) for (let times = 0; times < 2; times += 1) endGame(month, (day - 1) * 100 + lots(GAMES_A_DAY), lots)
  month.wait(DAY / 2)
  month.forgetSessions()
  await month.keep()
  await month.referral.nextDay(0)
}

function endGame({ betting }: Month, game: number, lots: Lots): void {
  if (lots(8) === 0) betting.end(game)
  else betting.end(game, lots(3), lots(3))
}
