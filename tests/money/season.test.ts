import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { BettingConfig } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { BET_KINDS, lotsOf } from './random-bets.ts'
import { createSeason, type Season } from './season-scene.ts'

const { LIVERY_TEST_DATA: data, LIVERY_LONG: isLong, LIVERY_PART: part, LIVERY_SEED: givenSeed } = process.env
/** Ten thousand in the long suite; in a part of it as large a part of them. */
const BETS = isLong ? Math.ceil(10_000 / Number(part?.split('/')[1] ?? 1)) : 168
const PLAYERS = 12
/** Bets that are placed at once. */
const LANES = 8
const CORRECTED = 100
/** What a bet by lot may meet; an anti-express of high prices has nothing to win. */
const REFUSALS = ['balance.too_low', 'bet.outcome_limit', 'bet.type_not_offered']
const TIMEOUT_MS = isLong ? 3_600_000 : 240_000

if (!data) console.log('not run without LIVERY_TEST_DATA: a season of bets')
describe.skipIf(!data)('a season of football', { timeout: TIMEOUT_MS }, async () => {
  await describeOnQuickestEngine('bets on 380 matches', (database) => {
    test('LEDGER-4, LEDGER-1, LEDGER-2, MATH-11: bets of every kind are paid on accepted terms, taken back, paid again, and at last all void', async () => {
      const season = await createSeason(database().db, { brandId: 'season', data: data ?? '' })
      const players = await placeAll(season)
      const placed = await season.entries()
      // Neither other prices nor other taxes than those of the acceptance change what is paid.
      setTaxes(season, { type: 'gross', stakeTaxPercent: 0, payoutTaxPercent: 50, hasReturnTax: false })
      await season.play(190)
      await season.settle()
      await expectBooks(season, players)
      const bets = await season.bets()
      const open = bets.filter(({ state }) => state === 'open').length
      expect([open > 0, open < bets.length]).toEqual([true, true])
      await season.play(380)
      await settleTwice(season)
      await expectBooks(season, players)
      const settled = await season.entries()
      expect(settled.some(({ kind, amount }) => kind === 'tax' && amount > 0)).toBe(true)
      for (const [fact] of season.games.slice(0, CORRECTED)) {
        const score = season.scores.get(fact?.gameId ?? 0)
        await season.correct(fact?.gameId ?? 0, score ? { home: score.away, away: score.home + 1 } : null)
      }
      expect((await settleTwice(season)).reopened).toBeGreaterThan(0)
      await expectBooks(season, players)
      for (const [fact] of season.games) await season.correct(fact?.gameId ?? 0, null)
      await settleTwice(season)
      await expectBooks(season, players)
      for (const { accountId, fundsMinor } of players)
        expect(await season.balanceOf(accountId)).toEqual({ balance: fundsMinor, reserved: 0 })
      const last = await season.entries()
      expect(lastBalances(last)).toMatchObject({ house: -fundsOf(players), tax: 0, pending: 0 })
      // Nothing that was written is changed by what comes later.
      const kept = new Map(last.map((entry) => [`${entry.account} ${entry.sequence}`, entry]))
      const changed = [...placed, ...settled].filter((entry) => {
        return !isDeepStrictEqual(kept.get(`${entry.account} ${entry.sequence}`), entry)
      })
      expect(changed).toEqual([])
    })
  })
})

function setTaxes(season: Season, taxes: Partial<BettingConfig['taxes']>): void {
  const { betting } = season.sections
  season.sections.betting = { ...betting, taxes: { ...betting.taxes, ...taxes } }
}

interface Player {
  readonly accountId: number
  readonly fundsMinor: number
}

/** Lets players place bets of every kind by lot, several at once, half of them without and half with taxes;
 * some have little money and are refused in the end. */
async function placeAll(season: Season): Promise<readonly Player[]> {
  const seed = Number(givenSeed ?? Date.now() % 1_000_000)
  console.log(`LIVERY_SEED=${seed}`)
  const lots = lotsOf(seed)
  const players: Player[] = []
  for (let player = 0; player < PLAYERS; player += 1) {
    const fundsMinor = (player < 2 ? 5000 : 150_000) * Math.ceil(BETS / 168)
    players.push({ accountId: await season.newPlayer(fundsMinor), fundsMinor })
  }
  const answers = new Map<string, number>()
  let next = 0
  const lane = async () => {
    for (let bet = next++; bet < BETS; bet = next++) {
      if (bet === Math.floor(BETS / 2))
        setTaxes(season, { type: 'net', stakeTaxPercent: 5, payoutTaxPercent: 20, hasReturnTax: true })
      const kind = BET_KINDS[bet % BET_KINDS.length] ?? 'single'
      const answer = await season.placeRandom(kind, players[lots(PLAYERS)]?.accountId ?? 0, lots)
      const name = answer.kind === 'rejected' ? answer.reason : `${answer.kind} ${kind}`
      answers.set(name, (answers.get(name) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const kinds = BET_KINDS.filter((kind) => answers.has(`accepted ${kind}`))
  expect(kinds, `seed ${seed}`).toEqual([...BET_KINDS])
  const others = [...answers.keys()].filter((name) => !name.startsWith('accepted '))
  expect(REFUSALS, `seed ${seed}`).toEqual(expect.arrayContaining(others))
  expect(answers.get('balance.too_low'), `seed ${seed}`).toBeGreaterThan(0)
  expect(season.errors).toEqual([])
  return players
}

/** Settles, and then once more, which does nothing (I6). */
async function settleTwice(season: Season) {
  const count = await season.settle()
  expect(count.leftAsIs).toBe(0)
  const entries = await season.entries()
  expect(await season.settle()).toEqual({ settled: 0, reopened: 0, leftAsIs: 0 })
  expect(await season.entries()).toEqual(entries)
  return count
}

type Entries = Awaited<ReturnType<Season['entries']>>

/** The laws of the books, by the verifier and by reading every entry here; and each bet by the naive reckoning. */
async function expectBooks(season: Season, players: readonly Player[]): Promise<void> {
  expect(await season.proven()).toEqual([])
  const entries = await season.entries()
  const folds = new Map<number, number>()
  const sums = new Map<number, number>()
  for (const { account, transfer, amount, balance, kind, sequence } of entries) {
    const fold = (folds.get(account) ?? 0) + amount
    folds.set(account, fold)
    sums.set(transfer, (sums.get(transfer) ?? 0) + amount)
    if (balance !== fold) expect({ account, sequence, balance }).toEqual({ account, sequence, balance: fold })
    if (kind === 'cash' || kind === 'pending') expect(fold).toBeGreaterThanOrEqual(0)
  }
  expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([])
  const reckoned = await season.reckoned()
  const bets = await season.bets()
  const differing = reckoned.flatMap(({ betId, frozen, settlement, naive }) => {
    const found = settlement && {
      payoutMinor: settlement.payoutMinor,
      taxMinor: settlement.stakeTaxMinor + settlement.payoutTaxMinor,
    }
    const isSame = found?.payoutMinor === naive.payoutMinor && found.taxMinor === naive.taxMinor
    return isSame ? [] : [{ betId, type: frozen.type, found, naive }]
  })
  expect(differing).toEqual([])
  expect(bets.filter(({ state }) => state !== 'open')).toHaveLength(reckoned.length)
  const staked = bets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0)
  const paid = reckoned.reduce((sum, { naive }) => sum + naive.payoutMinor, 0)
  const ended = new Set(reckoned.map(({ betId }) => betId))
  const taxes = [
    ...reckoned.map(({ naive }) => naive.taxMinor),
    ...bets.flatMap(({ betId, stakeTaxMinor }) => (ended.has(betId) ? [] : [stakeTaxMinor])),
  ].reduce((sum, tax) => sum + tax, 0)
  const balances = lastBalances(entries)
  const funds = fundsOf(players)
  // What the players began with came from the house.
  expect(balances).toMatchObject({
    cash: funds - staked + paid,
    tax: taxes,
    pending: 0,
    house: staked - paid - taxes - funds,
  })
}

function fundsOf(players: readonly Player[]): number {
  return players.reduce((sum, { fundsMinor }) => sum + fundsMinor, 0)
}

/** What all accounts of a kind have together; a kind without entries has 0. */
function lastBalances(entries: Entries): Readonly<Record<string, number>> {
  const sums: Record<string, number> = { house: 0, tax: 0, pending: 0, cash: 0 }
  for (const { kind, amount } of entries) sums[kind] = (sums[kind] ?? 0) + amount
  return sums
}
