import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Campaign, CatalogueGame } from '#schemas'
import { asLines, madeGame } from '#server/casino/catalogue/catalogue.test-support.ts'
import { importCatalogue } from '#server/casino/catalogue/catalogue-import.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const GAME = 'dice'
const ROUNDS = 3
const FREE: Campaign = {
  ...CAMPAIGN,
  reward: {
    ...{ kind: 'free_rounds', fixedMinor: 0, percentE4: 0, maximumMinor: 0 },
    freeRounds: { game: GAME, rounds: ROUNDS, stakeMinor: 20 },
  },
}
const CASH: Campaign = { ...FREE, wagering: { ...FREE.wagering, timesE2: 0, productsPpm: {} } }

await describeOnQuickestEngine('free rounds of a bonus', (database) => {
  /** A player with 5.00 of their own and three free rounds of 0.20. */
  async function scene(brandId: string, campaign: Campaign = FREE) {
    const found = createTestPromo(database().db, brandId, { ten: campaign })
    const { casino, promo } = found
    const id = await casino.newPlayer(500)
    const awardId = await promo.redeem(brandId, found.player(id), 'TEN')
    const row = await casino.door.transaction((tx) =>
      tx.select('casino_free_award').select('reward').where('account_id', '=', id).executeTakeFirst(),
    )
    const sessionId = await casino.session(id)
    let names = 0
    const apply = (kind: 'bet' | 'win' | 'rollback', more: object) =>
      casino.apply({ ...{ sessionId, gameId: GAME, kind, actionId: `a${++names}` }, ...more }, { switchesGames: true })
    const reward = row?.reward ?? ''
    return {
      ...{ ...found, id, awardId, reward },
      /** Plays a free round that wins so much. */
      play: async (round: number, wonMinor: number) => {
        const of = { roundId: `r${round}`, isFree: true, reward }
        const bet = await apply('bet', { ...of, actionId: `bet${round}`, amountMinor: 20 })
        if (bet.verdict !== 'applied') return bet
        return apply('win', { ...of, actionId: `win${round}`, amountMinor: wonMinor, endsRound: true })
      },
      takeBack: (name: string, round: number) => apply('rollback', { roundId: `r${round}`, reference: name }),
      bet: (round: number, amountMinor: number) =>
        apply('bet', { roundId: `r${round}`, gameId: 'book', amountMinor, endsRound: true }),
      all: async () => ({
        ...(await found.purse(id)),
        ...(({ state, granted_minor, target_minor, paid_minor }) => ({
          ...{ state, granted: granted_minor, target: target_minor, paid: paid_minor },
        }))(await found.award(id)),
        breaks: (await casino.breaks()).length,
      }),
      left: async () => {
        const { rounds } = await found.award(id)
        return rounds && { left: rounds.rounds - rounds.used, won: rounds.wonMinor }
      },
    }
  }

  test("rounds of a provider's game are due at the provider, where the game may be played, and ended with the bonus", async () => {
    const reward = { ...FREE.reward, freeRounds: { game: 'aggregator-book', rounds: ROUNDS, stakeMinor: 20 } }
    const made = async (brandId: string, game: Partial<CatalogueGame> = {}) => {
      const found = createTestPromo(database().db, brandId, { ten: { ...FREE, reward } })
      const provider = { name: 'Games', protocol: 'livery', wallet: 'seamless', url: 'https://a.example' } as const
      Object.assign(found.casino.sections.casino, {
        providers: { aggregator: { ...provider, operatorId: '1', frameOrigins: [], takesBets: true } },
      })
      const entry = madeGame('aggregator', 1, { code: 'book', ...game })
      await found.casino.door.transaction((tx) =>
        importCatalogue(tx, {
          ...{ chunks: [asLines([entry])], providers: new Set(['aggregator']), now: found.casino.now() },
        }),
      )
      const id = await found.casino.newPlayer(500)
      const state = () =>
        found.casino.door.transaction((tx) =>
          tx.select('casino_free_award').select(['provider_id', 'provider_state']).execute(),
        )
      return { ...found, id, state, redeem: () => found.promo.redeem(brandId, found.player(id), 'TEN') }
    }
    const { promo, id, redeem, state } = await made('fr-provider')
    const awardId = await redeem()
    expect(await state()).toEqual([{ provider_id: 'aggregator', provider_state: 'due' }])
    await promo.refuse('fr-provider', { accountId: id, awardId })
    expect(await state()).toEqual([{ provider_id: 'aggregator', provider_state: 'ended' }])
    const blocked = await made('fr-blocked', { blockedCountries: ['de', 'gb'] })
    await expect(blocked.redeem()).rejects.toMatchObject({ code: 'promo.gives_nothing' })
  })

  test('what they win is put by, and becomes a bonus that is played through once all are played', async () => {
    const { play, all, left } = await scene('fr-bonus')
    expect(await all()).toMatchObject({ cash: 500, bonus: 0, state: 'ready', granted: 60 })
    await play(1, 70)
    await play(2, 0)
    expect(await left()).toEqual({ left: 1, won: 70 })
    expect(await all()).toMatchObject({ cash: 500, bonus: 0, state: 'ready' })
    await play(3, 50)
    expect(await all()).toEqual({
      ...{ cash: 500, bonus: 120, state: 'active', granted: 120, target: 600, paid: 0, breaks: 0 },
    })
  })

  test('what they win is the player’s own money at once where the campaign asks for no play', async () => {
    const { play, all } = await scene('fr-cash', CASH)
    await play(1, 70)
    expect(await all()).toMatchObject({ cash: 570, bonus: 0, state: 'ready' })
    await play(2, 0)
    await play(3, 5)
    expect(await all()).toMatchObject({ cash: 575, bonus: 0, state: 'converted', paid: 75, breaks: 0 })
  })

  test('no more are played than were given, and a repeated one is played once', async () => {
    const { play, all, left } = await scene('fr-count')
    await play(1, 40)
    await play(1, 40)
    expect(await left()).toEqual({ left: 2, won: 40 })
    for (const round of [2, 3]) await play(round, 0)
    expect(await play(4, 1000)).toMatchObject({ verdict: 'blocked', reason: 'free_rounds_over' })
    expect(await all()).toMatchObject({ cash: 500, bonus: 40, breaks: 0 })
  })

  test('rounds that won nothing end the bonus, and one that is given back opens it again', async () => {
    const { play, takeBack, all, left } = await scene('fr-back')
    for (const round of [1, 2, 3]) await play(round, 0)
    expect(await all()).toMatchObject({ cash: 500, bonus: 0, state: 'spent' })
    expect(await takeBack('bet3', 3)).toMatchObject({ verdict: 'applied' })
    expect(await left()).toEqual({ left: 1, won: 0 })
    await play(5, 30)
    expect(await all()).toMatchObject({ cash: 500, bonus: 30, state: 'active', granted: 30, target: 150, breaks: 0 })
  })

  test('a win that is taken back shrinks the bonus, what it asks for, and the money that it has become', async () => {
    const { play, takeBack, all } = await scene('fr-win-back')
    for (const round of [1, 2, 3]) await play(round, 40)
    expect(await all()).toMatchObject({ cash: 500, bonus: 120, granted: 120, target: 600 })
    expect(await takeBack('win2', 2)).toMatchObject({ verdict: 'applied' })
    expect(await all()).toMatchObject({ cash: 500, bonus: 80, granted: 80, target: 400, breaks: 0 })
    const own = await scene('fr-cash-back', CASH)
    for (const round of [1, 2, 3]) await own.play(round, 40)
    await own.takeBack('win2', 2)
    expect(await own.all()).toMatchObject({ cash: 580, paid: 80, state: 'converted', breaks: 0 })
  })

  test('when their time is over, the others are lost and what was won becomes the bonus', async () => {
    const { play, promo, casino, all, left } = await scene('fr-late')
    await play(1, 40)
    casino.wait(FREE.lifeMs)
    await promo.expire('fr-late')
    expect(await all()).toMatchObject({ cash: 500, bonus: 40, state: 'active', granted: 40, target: 200 })
    expect(await play(2, 40)).toMatchObject({ verdict: 'blocked' })
    expect(await left()).toEqual({ left: 2, won: 40 })
  })

  test('given up, they are lost with what they have won, or without what is the player’s own already', async () => {
    for (const [campaign, cash] of [
      [FREE, 500],
      [CASH, 540],
    ] as const) {
      const { play, promo, id, awardId, brandId, all } = await scene(`fr-refused-${cash}`, campaign)
      await play(1, 40)
      await promo.refuse(brandId, { accountId: id, awardId })
      expect(await all()).toMatchObject({ cash, bonus: 0, state: 'refused', breaks: 0 })
      expect(await play(2, 40)).toMatchObject({ verdict: 'blocked', reason: 'free_rounds_over' })
    }
  })

  test('they wait for another bonus to end, and a late win is added to what waits', async () => {
    const two = createTestPromo(database().db, 'fr-queue', {
      ten: CAMPAIGN,
      free: { ...FREE, trigger: { ...FREE.trigger, code: 'FREE' } },
    })
    const id = await two.casino.newPlayer(500)
    for (const code of ['TEN', 'FREE']) await two.promo.redeem('fr-queue', two.player(id), code)
    const row = await two.casino.door.transaction((tx) =>
      tx.select('casino_free_award').select('reward').where('account_id', '=', id).executeTakeFirst(),
    )
    const of = { sessionId: await two.casino.session(id), gameId: GAME, isFree: true, reward: row?.reward ?? '' }
    const open = { switchesGames: true }
    for (const roundId of ['r1', 'r2', 'r3']) {
      await two.casino.apply({ ...of, roundId, kind: 'bet', actionId: `b${roundId}`, amountMinor: 20 }, open)
      await two.casino.apply(
        { ...of, roundId, kind: 'win', actionId: `w${roundId}`, amountMinor: 10, endsRound: true },
        open,
      )
    }
    expect(await two.award(id)).toMatchObject({ state: 'queued', granted_minor: 30, target_minor: 150 })
    await two.casino.apply({ ...of, roundId: 'r1', kind: 'win', actionId: 'late', amountMinor: 15 }, open)
    expect(await two.award(id)).toMatchObject({ state: 'queued', granted_minor: 45, target_minor: 225 })
    expect(await two.purse(id)).toEqual({ cash: 500, bonus: 1000 })
    expect(await two.casino.breaks()).toEqual([])
  })

  test('their stakes are charged to the budget, and nobody is given more than it has', async () => {
    const { promo, player, casino } = await scene('fr-budget', { ...FREE, budgetMinor: 100 })
    const other = await casino.newPlayer()
    await expect(promo.redeem('fr-budget', player(other), 'TEN')).rejects.toMatchObject({ code: 'promo.budget_spent' })
  })

  test('a game that is hidden where the player is gives nothing', async () => {
    const { promo, player, casino } = await scene('fr-hidden')
    const game = casino.sections.casino.games[GAME]
    if (game) Object.assign(game, { hiddenIn: ['de'] })
    const other = await casino.newPlayer()
    await expect(promo.redeem('fr-hidden', player(other), 'TEN')).rejects.toMatchObject({ code: 'promo.gives_nothing' })
  })

  test('however rounds are won, repeated and taken back, the books are right and the bonus is what they have won', async () => {
    const step = fc.record({
      kind: fc.constantFrom('play', 'win back', 'bet back'),
      round: fc.integer({ min: 1, max: 4 }),
      won: fc.integer({ min: 0, max: 90 }),
    })
    let brands = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (steps, isCash) => {
        const { play, takeBack, all, left } = await scene(`fr-any-${++brands}`, isCash ? CASH : FREE)
        for (const { kind, round, won } of steps) {
          if (kind === 'play') await play(round, won)
          else await takeBack(`${kind === 'win back' ? 'win' : 'bet'}${round}`, round)
        }
        const { cash, bonus, state, breaks } = await all()
        const rounds = await left()
        expect(breaks).toBe(0)
        expect(rounds?.left).toBeGreaterThanOrEqual(0)
        const wonMinor = rounds?.won ?? 0
        if (isCash) expect({ cash, bonus }).toEqual({ cash: 500 + wonMinor, bonus: 0 })
        else expect({ cash, bonus }).toEqual({ cash: 500, bonus: state === 'active' ? wonMinor : 0 })
      }),
      { numRuns: 12 },
    )
  })
})
