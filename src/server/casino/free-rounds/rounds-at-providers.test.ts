import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { brandsWithRoundsToGive } from '#server/db/for-brand.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { asLines, madeGame } from '../catalogue/catalogue.test-support.ts'
import { catalogueGameId } from '../catalogue/catalogue-game-id.ts'
import { importCatalogue } from '../catalogue/catalogue-import.ts'
import { madeProvider } from '../providers/casino-provider.test-support.ts'
import type { GivenRounds, ProviderFreeRounds, RoundsAtProvider } from '../providers/casino-provider.ts'
import { dueAtProvider, endAtProviders } from './rounds-at-providers.ts'

const DAY_MS = 86_400_000
const GAME = catalogueGameId('aggregator', 'book:1')
const SILENT: GivenRounds = { state: 'silent' }

await describeOnQuickestEngine('free rounds at providers', (database) => {
  async function scene(brandId: string, answers: Partial<ProviderFreeRounds>) {
    const asked: RoundsAtProvider[] = []
    const ended: RoundsAtProvider[] = []
    const freeRounds: ProviderFreeRounds = {
      give: (rounds) => {
        asked.push(rounds)
        return answers.give?.(rounds) ?? Promise.resolve({ state: 'given', reward: rounds.reward })
      },
      end: (rounds) => {
        ended.push(rounds)
        return answers.end?.(rounds) ?? Promise.resolve(true)
      },
    }
    const provider = madeProvider('aggregator', { freeRounds })
    const test = createTestCasino(database().db, brandId, { providers: async () => [provider] })
    const entry = madeGame('aggregator', 1, { code: 'book:1' })
    await test.door.transaction((tx) =>
      importCatalogue(tx, { chunks: [asLines([entry])], providers: new Set(['aggregator']), now: test.now() }),
    )
    const accountId = await test.newPlayer()
    /** Gives rounds as the desk does. @returns the campaign's number */
    const give = (reward: string) =>
      test.door.transaction(async (tx) => {
        const now = test.now()
        const { campaign_id } = await tx
          .insert('casino_free_campaign', {
            ...{ name: 'Spins', game_id: GAME, currency: 'EUR', exponent: 2, stake_minor: 20, rounds: 10 },
            ...{ created_at: now, created_by: 'Sam', expires_at: new Date(now.getTime() + DAY_MS) },
          })
          .returning('campaign_id')
          .executeTakeFirstOrThrow()
        await tx
          .insert('casino_free_award', {
            ...{ campaign_id, account_id: accountId, reward, made_at: now },
            ...dueAtProvider('aggregator', now),
          })
          .execute()
        return campaign_id
      })
    const awards = () =>
      test.door.transaction((tx) =>
        tx.select('casino_free_award').select(['reward', 'provider_state', 'look_at']).orderBy('award_id').execute(),
      )
    const end = (campaign: number) => test.door.transaction((tx) => endAtProviders(tx, [campaign], test.now()))
    const look = () => test.casino.roundsAtProviders.lookAfter(brandId)
    return { ...test, asked, ended, accountId, give, awards, end, look }
  }

  test('rounds are asked for once, under the name that the provider gives them', async () => {
    const { give, look, awards, asked, accountId } = await scene('fr-once', {
      give: async () => ({ state: 'given', reward: 'theirs-1' }),
    })
    await give('ours-1')
    expect(await brandsWithRoundsToGive(database().db, new Date('2026-03-01T12:00:00Z'))).toContain('fr-once')
    expect(await look()).toBe(1)
    expect(asked).toEqual([
      {
        ...{
          reward: 'ours-1',
          accountId,
          gameCode: 'book:1',
          currency: 'EUR',
          exponent: 2,
          stakeMinor: 20,
          rounds: 10,
        },
        ...{ startsAt: expect.any(Date), expiresAt: new Date('2026-03-02T12:00:00Z'), isAgain: false },
      },
    ])
    expect(await awards()).toEqual([{ reward: 'theirs-1', provider_state: 'given', look_at: null }])
    expect(await look()).toBe(0)
  })

  test('a silent provider is asked again later, under the same name, and learns that it may know it', async () => {
    let answers = 0
    const { give, look, awards, asked, wait } = await scene('fr-silent', {
      give: async ({ reward }) => (answers++ < 2 ? SILENT : { state: 'given', reward }),
    })
    await give('ours-1')
    await look()
    expect(await look()).toBe(0)
    wait(31_000)
    await look()
    wait(61_000)
    await look()
    expect(asked.map(({ reward, isAgain }) => [reward, isAgain])).toEqual([
      ['ours-1', false],
      ['ours-1', true],
      ['ours-1', true],
    ])
    expect(await awards()).toMatchObject([{ provider_state: 'given', look_at: null }])
  })

  test('refused rounds are not asked for again, nor those whose time has passed in silence', async () => {
    const { give, look, awards, wait, asked } = await scene('fr-refused', {
      give: async ({ reward }) => (reward === 'no' ? { state: 'refused', found: 'no template' } : SILENT),
    })
    await give('no')
    await give('late')
    await look()
    wait(DAY_MS + 1)
    await look()
    await look()
    expect(await awards()).toEqual([
      { reward: 'no', provider_state: 'refused', look_at: null },
      { reward: 'late', provider_state: 'refused', look_at: null },
    ])
    expect(asked).toHaveLength(3)
  })

  test('cancelled rounds are ended at the provider until it has answered; one that never heard of them is not asked', async () => {
    let isUp = false
    const { give, look, end, awards, wait, ended, asked } = await scene('fr-end', { end: async () => isUp })
    const given = await give('a')
    await look()
    const unheard = await give('b')
    await end(given)
    await end(unheard)
    await look()
    expect(await awards()).toMatchObject([{ provider_state: 'ending' }, { provider_state: 'ended', look_at: null }])
    isUp = true
    wait(31_000)
    await look()
    expect(await awards()).toMatchObject([{ provider_state: 'ended', look_at: null }, { provider_state: 'ended' }])
    expect([asked.length, ended.map(({ reward }) => reward)]).toEqual([1, ['a', 'a']])
  })

  test('rounds that are cancelled while the provider gives them are ended under its name of them', async () => {
    const cancelled: { cancel: () => Promise<void> } = { cancel: async () => {} }
    const { give, look, end, awards, ended } = await scene('fr-race', {
      give: async () => {
        await cancelled.cancel()
        return { state: 'given', reward: 'theirs' }
      },
    })
    const campaign = await give('ours')
    cancelled.cancel = () => end(campaign)
    await look()
    expect(await awards()).toMatchObject([{ reward: 'theirs', provider_state: 'ending' }])
    await look()
    expect(await awards()).toEqual([{ reward: 'theirs', provider_state: 'ended', look_at: null }])
    expect(ended.map(({ reward }) => reward)).toEqual(['theirs'])
  })

  test('an award that cannot be asked for waits, and the others are asked for', async () => {
    const { give, look, awards } = await scene('fr-broken', {
      give: async ({ reward }) => {
        if (reward === 'broken') throw new Error('no private key')
        return { state: 'given', reward }
      },
    })
    await give('broken')
    await give('sound')
    await look()
    expect(await awards()).toMatchObject([
      { provider_state: 'due', look_at: expect.any(Date) },
      { provider_state: 'given', look_at: null },
    ])
  })

  test('two processes that look at the same time ask for each award once', async () => {
    const { give, look, asked } = await scene('fr-two', {})
    for (let at = 0; at < 6; at++) await give(`ours-${at}`)
    expect((await Promise.all([look(), look()])).reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(new Set(asked.map(({ reward }) => reward)).size).toBe(6)
    expect(asked).toHaveLength(6)
  })
})
