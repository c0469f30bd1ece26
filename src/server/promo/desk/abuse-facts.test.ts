import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from '#server/wiring/promo/promo.test-support.ts'
import { abuseSignals } from './abuse-facts.ts'

const MINUTE_MS = 60_000

await describeOnQuickestEngine('what is worth a look about a campaign', (database) => {
  async function scene(brandId: string) {
    const found = createTestPromo(database().db, brandId, { ten: CAMPAIGN })
    const { casino, promo, player } = found
    const id = await casino.newPlayer(0)
    await promo.redeem(brandId, player(id), 'TEN')
    const sessionId = await casino.session(id)
    const signals = () => casino.door.transaction((tx) => abuseSignals(tx, 'ten'))
    return { ...found, id, sessionId, signals }
  }

  test('PROMO-18: a round that is begun with the bonus and ended well after it is a sign, one that ends with it is none', async () => {
    const { casino, promo, brandId, id, sessionId, signals, award } = await scene('ab-delayed')
    const act = (roundId: string, actionId: string, of: object) =>
      casino.apply({ ...{ sessionId, roundId, actionId, kind: 'bet' }, ...of } as never)
    await act('one', 'b1', { amountMinor: 200 })
    await act('one', 'e1', { kind: 'end' })
    await act('banked', 'b2', { amountMinor: 300 })
    await act('short', 'b3', { amountMinor: 100 })
    await promo.refuse(brandId, { accountId: id, awardId: (await award(id)).award_id })
    casino.wait(5 * MINUTE_MS)
    await act('short', 'e3', { kind: 'end' })
    expect(await signals()).toEqual([])
    casino.wait(6 * MINUTE_MS)
    await act('banked', 'w2', { kind: 'win', amountMinor: 9000, endsRound: true })
    expect(await signals()).toEqual([{ kind: 'delayed', accounts: [id], currency: 'EUR', stakes: 1, stakedMinor: 300 }])
  })

  test('many stakes of a few minor units are a sign', async () => {
    const { casino, sessionId, id, signals } = await scene('ab-tiny')
    for (let round = 0; round < 50; round += 1) {
      const of = { sessionId, roundId: `r${round}`, actionId: `b${round}`, kind: 'bet', endsRound: true } as const
      await casino.apply({ ...of, amountMinor: 9 })
    }
    expect(await signals()).toEqual([{ kind: 'tiny', accounts: [id], stakes: 50, tiny: 50 }])
  })
})
