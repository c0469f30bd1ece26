import { expect, test } from 'vitest'
import { isBelow, leafOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { cardText, leavesOfDeck, shuffledDeck } from '#machines/lotteries/scratch/scratch-deck.rules.ts'
import type { ScratchGame } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { DrawPorts } from '../draws/draw-ports.ts'
import { createTestDraws } from '../draws/draws.test-support.ts'
import { createScratch } from './scratch.service.ts'

const GAME: ScratchGame = {
  ...{ order: 10, name: 'Twelve', look: 'stars', cards: 12, prices: { EUR: 200 }, isOffered: true },
  prizes: {
    p1: { order: 1, timesE2: 500, count: 1 },
    p2: { order: 2, timesE2: 200, count: 1 },
    p3: { order: 3, timesE2: 100, count: 2 },
    p4: { order: 4, timesE2: 50, count: 1 },
    p5: { order: 5, timesE2: 25, count: 1 },
  },
}
const PAID = 2 * (500 + 200 + 2 * 100 + 50 + 25)
const HOUR_MS = 3_600_000

await describeOnQuickestEngine('scratch cards', (database) => {
  async function scene(brandId: string, changes: Partial<DrawPorts> = {}) {
    const made = createTestDraws(database().db, brandId, [], changes)
    Object.assign(made.sections.lotteries, { scratch: { twelve: GAME } })
    const scratch = createScratch(made.ports)
    await scratch.keep(brandId)
    const accountId = await made.newPlayer(10_000)
    const player = { brandId, accountId }
    let orders = 0
    const deckNow = async () => (await scratch.lobby(brandId))[0]?.deck
    const buy = async (more: object = {}) =>
      scratch.buy(player, {
        ...{ guid: `10000000-0000-4000-8000-${String(++orders).padStart(12, '0')}`, game: 'twelve' },
        ...{ deck: (await deckNow())?.deck_id ?? 0, priceMinor: 200 },
        ...more,
      })
    return { ...made, scratch, player, brandId, deckNow, buy }
  }

  test('LOT-5: each currency with a price has decks of its own, opened for who comes first', async () => {
    const { scratch, brandId, sections, newPlayer, held, proveBooks, deckNow } = await scene('scratch-currencies')
    Object.assign(sections.lotteries, { scratch: { twelve: { ...GAME, prices: { EUR: 200, USD: 400 } } } })
    const deck = (await scratch.lobby(brandId, 'USD'))[0]?.deck
    expect(deck).toMatchObject({ currency: 'USD', price_minor: 400, sold: 0 })
    expect((await scratch.lobby(brandId, 'USD'))[0]?.deck.deck_id).toBe(deck?.deck_id)
    expect((await scratch.lobby(brandId, 'JPY'))[0]?.deck).toMatchObject({ currency: 'EUR' })
    const player = { brandId, accountId: await newPlayer(1000, 'USD') }
    const asked = { game: 'twelve', deck: deck?.deck_id ?? 0, priceMinor: 400 }
    const { card } = await scratch.buy(player, { ...asked, guid: crypto.randomUUID() })
    const scratched = await scratch.reveal(player, card.ticket_id)
    expect(await held('USD')).toMatchObject({ cash: 600 + scratched.card.payout_minor, lottery_pool: 0 })
    const euros = { ...asked, deck: (await deckNow())?.deck_id ?? 0, priceMinor: 200, guid: crypto.randomUUID() }
    await expect(scratch.buy(player, euros)).rejects.toMatchObject({ code: 'draws.no_account' })
    expect((await proveBooks()).breaks).toEqual([])
  })

  test('LOT-5, LOT-7: a deck is sold out and paid to the cent, each card is proved, and the next deck opens', async () => {
    const { scratch, player, brandId, deckNow, buy, held, proveBooks } = await scene('scratch-life')
    const first = await deckNow()
    if (!first) throw new Error('no deck')
    for (let card = 1; card <= 12; card += 1) {
      const bought = await buy()
      expect(bought.card).toMatchObject({ card, state: 'sealed', prize: null })
      expect(bought.proof).toBeNull()
      expect((await scratch.deck(brandId, first.deck_id)).state).toBe(card === 12 ? 'sold_out' : 'open')
      const { card: scratched, proof } = await scratch.reveal(player, bought.card.ticket_id)
      const text = cardText({ deckId: first.deck_id, card, prize: scratched.prize ?? '?', salt: proof?.salt ?? '' })
      expect(isBelow(text, proof?.path ?? [], first.root)).toBe(true)
    }
    const over = await scratch.deck(brandId, first.deck_id)
    expect(over).toMatchObject({ state: 'over', scratched: 12, won: { p1: 1, p2: 1, p3: 2, p4: 1, p5: 1 } })
    const source = { serverSeed: over.server_seed, deckId: first.deck_id }
    expect(leavesOfDeck(shuffledDeck(GAME, source), source)[0]).toBe(
      leafOf(cardText({ ...firstCard(await scratch.cards(player, 1)), deckId: first.deck_id })),
    )
    expect(await held()).toMatchObject({ cash: 10_000 - 2400 + PAID, lottery_pool: 0, house: 2400 - PAID - 10_000 })
    expect((await proveBooks()).breaks).toEqual([])
    await scratch.keep(brandId)
    expect(await deckNow()).toMatchObject({ number: 2, sold: 0, state: 'open' })
    expect((await deckNow())?.root).not.toBe(first.root)
  })

  test('LOT-7: asked again under its name a purchase is the same, and a card is paid once', async () => {
    const { scratch, player, buy, held } = await scene('scratch-once')
    const guid = '20000000-0000-4000-8000-000000000001'
    const [one, again] = [await buy({ guid }), await buy({ guid })]
    expect(again.card.ticket_id).toBe(one.card.ticket_id)
    expect(await held()).toMatchObject({ cash: 9800, lottery_pool: 200 })
    const results = await Promise.all([1, 2, 3].map(() => scratch.reveal(player, one.card.ticket_id)))
    expect(new Set(results.map(({ card }) => card.payout_minor)).size).toBe(1)
    expect(await held()).toMatchObject({ cash: 9800 + (results[0]?.card.payout_minor ?? 0), lottery_pool: 0 })
    await expect(buy({ guid, priceMinor: 300 })).rejects.toMatchObject({ code: 'draws.other_order' })
  })

  test('LOT-5: players who buy at the same time get cards of their own', async () => {
    const { buy, scratch, player } = await scene('scratch-together')
    await Promise.all(Array.from({ length: 6 }, () => buy()))
    const { cards } = await scratch.cards(player, 1)
    expect(cards.map(({ card }) => card.card).sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('LOT-5: an old deck, another price and a foreign card are refused and cost nothing', async () => {
    const { scratch, player, brandId, buy, newPlayer, held, sections } = await scene('scratch-refused')
    const bought = await buy()
    await expect(buy({ priceMinor: 1 })).rejects.toMatchObject({ code: 'draws.price_changed' })
    await expect(buy({ deck: 1 })).rejects.toMatchObject({ code: 'scratch.deck_unknown' })
    await expect(buy({ game: 'thirteen' })).rejects.toMatchObject({ code: 'scratch.game_unknown' })
    const other = { brandId, accountId: await newPlayer(0) }
    await expect(scratch.reveal(other, bought.card.ticket_id)).rejects.toMatchObject({ code: 'scratch.card_unknown' })
    const { deck_id: deck } = bought.card
    for (let card = 2; card <= 12; card += 1) await buy()
    await expect(buy({ deck })).rejects.toMatchObject({ code: 'scratch.deck_over' })
    expect(await held()).toMatchObject({ cash: 10_000 - 2400 })
    Object.assign(sections.lotteries, { scratch: {} })
    await expect(buy({ deck })).rejects.toMatchObject({ code: 'scratch.game_unknown' })
    expect(player.accountId).not.toBe(other.accountId)
  })

  test('RG-8: what protection refuses is not sold', async () => {
    const guard = async () => ({ reason: 'protection.time_out', params: { until: 'x' } }) as never
    const { buy, deckNow } = await scene('scratch-guard', { guard })
    await expect(buy()).rejects.toMatchObject({ code: 'protection.time_out' })
    expect((await deckNow())?.sold).toBe(0)
  })

  test('LOT-5: a card that is left lying is paid by itself', async () => {
    const { scratch, player, brandId, buy, wait } = await scene('scratch-left')
    await buy()
    wait(23 * HOUR_MS)
    await scratch.keep(brandId)
    expect((await scratch.cards(player, 1)).cards[0]?.card.state).toBe('sealed')
    wait(2 * HOUR_MS)
    await scratch.keep(brandId)
    expect((await scratch.cards(player, 1)).cards[0]?.card.state).not.toBe('sealed')
  })
})

/** The first card of the deck, as the player has it. */
function firstCard({ cards }: Awaited<ReturnType<ReturnType<typeof createScratch>['cards']>>) {
  const found = cards.find(({ card }) => card.card === 1)
  return { card: 1, prize: found?.card.prize ?? '?', salt: found?.proof?.salt ?? '' }
}
