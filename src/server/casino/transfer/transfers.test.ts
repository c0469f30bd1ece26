import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { brandsWithMoneyAway, forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import type { ProviderTransfer, TransferClient, TransferState } from '../providers/own-protocol/transfer-client.ts'
import { createTransfers } from './transfers.ts'

class Crash extends Error {}
type Trouble = 'none' | 'lost' | 'unheard' | 'crash_before' | 'crash_after'

/** A provider with purses of players, which moves each transfer once under its name. */
function createProvider() {
  const purses = new Map<number, number>()
  const known = new Map<string, TransferState>()
  let trouble: Trouble = 'none'
  let refusesAll = false
  const purse = (accountId: number) => purses.get(accountId) ?? 0
  function moved({ transferId, direction, accountId, amountMinor }: ProviderTransfer): TransferState {
    const former = known.get(transferId)
    if (former) return former
    const after = purse(accountId) + (direction === 'in' ? amountMinor : -amountMinor)
    const state = refusesAll || after < 0 ? 'refused' : 'done'
    if (state === 'done') purses.set(accountId, after)
    known.set(transferId, state)
    return state
  }
  const client: TransferClient = {
    async move(asked) {
      const now = trouble
      trouble = 'none'
      if (now === 'crash_before') throw new Crash()
      if (now === 'lost') return 'silent'
      const state = moved(asked)
      if (now === 'crash_after') throw new Crash()
      return now === 'unheard' ? 'silent' : state
    },
    status: async ({ transferId }) => known.get(transferId) ?? 'absent',
    balance: async (accountId) => purse(accountId),
  }
  return {
    client,
    purse,
    next: (of: Trouble) => {
      trouble = of
    },
    refuseAll: (isOn: boolean) => {
      refusesAll = isOn
    },
    plays: (accountId: number, minor: number) => void purses.set(accountId, Math.max(0, purse(accountId) + minor)),
  }
}

await describeOnQuickestEngine('money at providers', (database) => {
  async function scene(brandId: string, cashMinor = 1000) {
    const casino = createTestCasino(database().db, brandId)
    const provider = createProvider()
    const player = await casino.newPlayer(cashMinor)
    const sessionId = await casino.session(player)
    let names = 0
    let refusal: 'protection.time_out' | null = null
    const transfers = createTransfers({
      ...{ db: database().db, clock: casino.now, log: silentLog, client: async () => provider.client },
      guard: async () => (refusal ? { reason: refusal } : null),
      newId: () => `${brandId}-${++names}`,
    })
    const money = { providerId: 'aggregator', accountId: player, currency: 'EUR', sessionId }
    await casino.door.transaction((tx) =>
      tx
        .insert('session', {
          ...{ session_id: `s-${brandId}`, account_id: player, token_hash: `t-${brandId}`, device: '', place: '' },
          ...{ created_at: casino.now(), last_seen_at: casino.now(), ended_at: null },
          expires_at: new Date(casino.now().getTime() + 365 * 86_400_000),
        })
        .execute(),
    )
    return {
      ...{ casino, provider, player, transfers, money, brandId },
      keep: () => {
        refusal = 'protection.time_out'
      },
      states: () =>
        casino.door.transaction((tx) =>
          tx.select('casino_transfer').select(['direction', 'state', 'amount_minor']).orderBy('transfer_id').execute(),
        ),
      endSession: () =>
        casino.door.transaction((tx) =>
          tx.update('casino_session', { closed_at: casino.now() }).where('session_id', '=', sessionId).execute(),
        ),
      signOut: () =>
        casino.door.transaction((tx) =>
          tx.update('session', { ended_at: casino.now() }).where('account_id', '=', player).execute(),
        ),
      /** The rounds of the server until nothing is under way. */
      async settle() {
        for (let round = 0; round < 12; round++) {
          casino.wait(3_600_000)
          await transfers.lookAfter(brandId)
        }
      },
    }
  }

  test('CAS-13: money goes to a provider and comes back with what was won there, and the books are right all the while', async () => {
    const { casino, provider, player, transfers, money, brandId } = await scene('t-way')
    expect(await transfers.toProvider(brandId, money)).toEqual({ outcome: 'done', amountMinor: 1000 })
    expect([await casino.balance(player), provider.purse(player)]).toEqual([0, 1000])
    expect(await transfers.awayMinor(brandId, money)).toBe(1000)
    provider.plays(player, 350)
    expect(await transfers.fromProviders(brandId, player)).toBe(true)
    expect([await casino.balance(player), provider.purse(player)]).toEqual([1350, 0])
    expect(await transfers.awayMinor(brandId, money)).toBe(0)
    expect(await casino.breaks()).toEqual([])
  })

  test('what was lost at the provider is the house’s, and nothing is left of it in the player’s accounts', async () => {
    const { casino, provider, player, transfers, money, brandId, settle, endSession } = await scene('t-lost')
    await transfers.toProvider(brandId, { ...money, amountMinor: 400 })
    expect(await casino.balance(player)).toBe(600)
    provider.plays(player, -400)
    await endSession()
    await settle()
    expect(await casino.balance(player)).toBe(600)
    expect(await transfers.awayMinor(brandId, money)).toBe(0)
    expect(await casino.breaks()).toEqual([])
  })

  test.each([
    ['its answer is lost', 'unheard'],
    ['the call is lost', 'lost'],
    ['the server crashes before it is sent', 'crash_before'],
    ['the server crashes after the provider has done it', 'crash_after'],
  ] as const)('CAS-13: nothing is stranded when %s, on the way there or back', async (_, trouble) => {
    for (const direction of ['in', 'out'] as const) {
      const { casino, provider, player, transfers, money, brandId, settle, endSession } = await scene(
        `t-${trouble}-${direction}`,
      )
      if (direction === 'out') await transfers.toProvider(brandId, money)
      provider.next(trouble)
      const asked = direction === 'in' ? transfers.toProvider(brandId, money) : transfers.fromProviders(brandId, player)
      const outcome = await asked.catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
        return 'crashed'
      })
      expect(outcome).not.toMatchObject({ outcome: 'done' })
      expect(await casino.breaks()).toEqual([])
      await endSession()
      await settle()
      expect([await casino.balance(player), provider.purse(player)]).toEqual([1000, 0])
      expect(await casino.breaks()).toEqual([])
    }
  })

  test('money whose way is not known is held: no more is sent until the provider has said what became of it', async () => {
    const { casino, provider, player, transfers, money, brandId, states } = await scene('t-held')
    provider.next('unheard')
    expect(await transfers.toProvider(brandId, { ...money, amountMinor: 300 })).toEqual({
      outcome: 'held',
      amountMinor: 300,
    })
    expect(await casino.balance(player)).toBe(700)
    expect(await states()).toEqual([{ direction: 'in', state: 'intended', amount_minor: 300 }])
    expect(await transfers.toProvider(brandId, { ...money, amountMinor: 200 })).toEqual({
      outcome: 'done',
      amountMinor: 200,
    })
    expect([await casino.balance(player), provider.purse(player)]).toEqual([500, 500])
    expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  test('a provider that refuses money gives nothing away, and protection keeps money here', async () => {
    const { casino, provider, player, transfers, money, brandId, keep } = await scene('t-refused')
    provider.refuseAll(true)
    expect(await transfers.toProvider(brandId, money)).toMatchObject({ outcome: 'refused' })
    expect(await casino.balance(player)).toBe(1000)
    provider.refuseAll(false)
    keep()
    expect(await transfers.toProvider(brandId, money)).toMatchObject({
      outcome: 'refused',
      refusal: { reason: 'protection.time_out' },
    })
    expect([await casino.balance(player), provider.purse(player)]).toEqual([1000, 0])
    expect(await casino.breaks()).toEqual([])
  })

  test('money stays at the provider while the game is played, and comes back by itself when the session ends or the player signs out', async () => {
    for (const end of ['endSession', 'signOut'] as const) {
      const scenery = await scene(`t-${end.toLowerCase()}`)
      const { casino, provider, player, transfers, money, brandId } = scenery
      await transfers.toProvider(brandId, money)
      casino.wait(60_000)
      await transfers.lookAfter(brandId)
      expect(provider.purse(player)).toBe(1000)
      await scenery[end]()
      await transfers.lookAfter(brandId)
      expect([await casino.balance(player), provider.purse(player)]).toEqual([1000, 0])
    }
  })

  test('two launches at once move the money once', async () => {
    const { casino, provider, player, transfers, money, brandId } = await scene('t-twice')
    await Promise.all(Array.from({ length: 5 }, () => transfers.toProvider(brandId, { ...money, amountMinor: 1000 })))
    expect([await casino.balance(player), provider.purse(player)]).toEqual([0, 1000])
    expect(await casino.breaks()).toEqual([])
  })

  test('CAS-13: whatever is lost or crashes, in any order, comes to what was there and what was won', async () => {
    const trouble = fc.constantFrom<Trouble>('none', 'lost', 'unheard', 'crash_before', 'crash_after')
    const step = fc.oneof(
      fc.record({ act: fc.constant('there' as const), trouble, minor: fc.integer({ min: 1, max: 700 }) }),
      fc.record({ act: fc.constant('back' as const), trouble, minor: fc.constant(0) }),
      fc.record({
        act: fc.constant('play' as const),
        trouble: fc.constant('none' as const),
        minor: fc.integer({ min: -300, max: 300 }),
      }),
      fc.record({ act: fc.constant('round' as const), trouble, minor: fc.constant(0) }),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const { casino, provider, player, transfers, money, brandId, settle, endSession } = await scene(
          `t-any-${++run}`,
        )
        let won = 0
        for (const { act, trouble: next, minor } of steps) {
          provider.next(next)
          if (act === 'play') {
            const before = provider.purse(player)
            if (before > 0) provider.plays(player, minor)
            won += provider.purse(player) - before
          } else {
            casino.wait(10_000)
            const asked = {
              there: () => transfers.toProvider(brandId, { ...money, amountMinor: minor }),
              back: () => transfers.fromProviders(brandId, player),
              round: () => transfers.lookAfter(brandId),
            }[act]()
            await Promise.resolve(asked).catch((error: unknown) => {
              if (!(error instanceof Crash)) throw error
            })
          }
          expect(await casino.breaks()).toEqual([])
        }
        provider.next('none')
        await endSession()
        await settle()
        expect([await casino.balance(player), provider.purse(player)]).toEqual([1000 + won, 0])
        expect(await transfers.awayMinor(brandId, money)).toBe(0)
      }),
      { numRuns: 30 },
    )
  }, 120_000)

  test('the books know providers apart, and brands with money away are found', async () => {
    const { casino, transfers, money, brandId, player } = await scene('t-two')
    await transfers.toProvider(brandId, { ...money, amountMinor: 300 })
    await transfers.toProvider(brandId, { ...money, providerId: 'other', amountMinor: 200 })
    expect(await transfers.awayMinor(brandId, money)).toBe(300)
    expect(await transfers.awayMinor(brandId, { ...money, providerId: 'other' })).toBe(200)
    casino.wait(60_000)
    expect(await brandsWithMoneyAway(database().db, casino.now())).toContain(brandId)
    const kinds = await forBrand(database().db, brandId).transaction((tx) =>
      tx
        .select('currency_account')
        .select('shard')
        .where('account_id', '=', player)
        .where('kind', '=', 'games')
        .execute(),
    )
    expect(kinds.map(({ shard }) => shard).sort()).toEqual([1, 2])
  })
})
