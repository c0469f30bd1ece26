import { expect, test } from 'vitest'
import { sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { emptyCoupon } from '#machines/betting/coupon/coupon-entries.rules.ts'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { placeBetPayload } from '#machines/betting/coupon/place-bet-payload.rules.ts'
import type { PlaceBetPayload, PlaceBetSelection } from '#schemas'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

await describeOnEachEngine('placing bets', (database) => {
  const scene = (brandId: string) => createScene(database().db, brandId)
  const isServer = () => expect.getState().currentTestName?.includes('PostgreSQL') === true

  test('PLACE-2: the same name and bet get the same answer, and another bet under that name a conflict', async () => {
    const { betting, price, newPlayer, newGuid, balanceOf, door } = scene('place-same')
    price(1, '1.85')
    const bettor = { brandId: 'place-same', accountId: await newPlayer(5000) }
    const request = { betGuid: newGuid(), payload: betOn([seen(1, '1.85')]), currency: 'EUR' }
    const first = await betting.placeBet(bettor, request)
    expect(first).toEqual({ kind: 'accepted', betId: expect.any(Number), stakeMinor: 1000, possibleMinor: 1850 })
    price(1, '1.95')
    expect(await betting.placeBet(bettor, request)).toEqual(first)
    const turned = Object.fromEntries(Object.entries(request.payload).toReversed()) as unknown as PlaceBetPayload
    expect(await betting.placeBet(bettor, { ...request, payload: turned })).toEqual(first)
    expect(await betting.askBet(bettor, request.betGuid)).toEqual(first)
    const other = { ...request, payload: betOn([seen(1, '1.85')], { summ: 1100, groupsSumms: [1100] }) }
    await expect(betting.placeBet(bettor, other)).rejects.toMatchObject({ code: 'bet.guid_taken' })
    expect(await balanceOf(bettor.accountId)).toEqual({ balance: 4000, reserved: 0 })
    const stranger = { brandId: 'place-same', accountId: await newPlayer(0) }
    expect(await betting.askBet(stranger, request.betGuid)).toEqual({ kind: 'absent' })
    expect((await door.transaction(proveLedger)).breaks).toEqual([])
  })

  test('PLACE-2: identical requests at once make one bet and one debit', { timeout: 60_000 }, async () => {
    const { betting, price, newPlayer, newGuid, balanceOf, door } = scene('place-storm')
    price(1, '1.85')
    const bettor = { brandId: 'place-storm', accountId: await newPlayer(5000) }
    const request = { betGuid: newGuid(), payload: betOn([seen(1, '1.85')]), currency: 'EUR' }
    const many = isServer() ? 1000 : 100
    const answers = await Promise.all(Array.from({ length: many }, () => betting.placeBet(bettor, request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ kind: 'accepted', stakeMinor: 1000 })
    expect(await balanceOf(bettor.accountId)).toEqual({ balance: 4000, reserved: 0 })
    const bets = await door.transaction((tx) => tx.select('bet').select('bet_id').execute())
    const holds = await door.transaction((tx) =>
      tx.select('ledger_transfer').select('kind').where('kind', 'like', 'bet-%').orderBy('kind').execute(),
    )
    expect({ bets: bets.length, kinds: holds.map(({ kind }) => kind) }).toEqual({
      bets: 1,
      kinds: ['bet-hold', 'bet-stake'],
    })
  })

  test('BET-11: a VIP bet is taken above the largest stake, from the countries that are offered one', async () => {
    const { betting, price, newPlayer, newGuid, sections, balanceOf } = scene('place-vip')
    price(1, '1.85')
    const bettor = { brandId: 'place-vip', accountId: await newPlayer(10_000) }
    sections.boolean = { ...sections.boolean, isVipBetAllowed: true }
    sections.coupon = { ...sections.coupon, maximumStakeMinor: 1000 }
    sections.betting = { ...sections.betting, vipBets: { countries: ['kz'], maximumStakeMinor: 5000 } }
    const bet = async (summ: number, country?: string, changes: Partial<PlaceBetPayload> = { VIPBetSumm: summ }) => {
      const payload = betOn([seen(1, '1.85')], { summ, groupsSumms: [summ], ...changes })
      const answer = await betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR', country })
      return answer.kind === 'rejected' ? answer.reason : answer.kind
    }
    expect(await bet(5000, 'de')).toBe('bet.not_offered')
    expect(await bet(5000)).toBe('bet.not_offered')
    expect(await bet(5001, 'kz')).toBe('bet.stake_high')
    expect(await bet(5000, 'kz', {})).toBe('bet.stake_high')
    expect(await bet(5000, 'kz')).toBe('accepted')
    sections.boolean = { ...sections.boolean, isVipBetAllowed: false }
    expect(await bet(2000, 'kz')).toBe('bet.not_offered')
    expect(await balanceOf(bettor.accountId)).toEqual({ balance: 5000, reserved: 0 })
  })

  test('LEDGER-2: bets placed at once never take more than there is', { timeout: 60_000 }, async () => {
    const { betting, price, newPlayer, newGuid, balanceOf, door } = scene('place-poor')
    price(1, '1.85')
    const bettor = { brandId: 'place-poor', accountId: await newPlayer(5500) }
    const place = () =>
      betting.placeBet(bettor, { betGuid: newGuid(), payload: betOn([seen(1, '1.85')]), currency: 'EUR' })
    const answers = await Promise.all(Array.from({ length: 20 }, place))
    const rejected = answers.filter(({ kind }) => kind === 'rejected')
    expect(rejected).toEqual(Array.from({ length: 15 }, () => ({ kind: 'rejected', reason: 'balance.too_low' })))
    expect(await balanceOf(bettor.accountId)).toEqual({ balance: 500, reserved: 0 })
    expect((await door.transaction(proveLedger)).breaks).toEqual([])
  })

  test('PLACE-6: what cannot be bet on is refused with its place, and costs nothing', async () => {
    const { betting, price, newPlayer, newGuid, balanceOf, now } = scene('place-closed')
    const bettor = { brandId: 'place-closed', accountId: await newPlayer(5000) }
    price(1, '1.85')
    price(2, '2.00', { isSuspended: true })
    price(3, '2.00', { gameStatus: 3, marketStatus: 3, isSuspended: true, startsAt: now() })
    price(4, '2.00', { gameStatus: 2, marketStatus: 2, isSuspended: true })
    price(5, '2.00', { kind: 1 })
    price(6, '2.00', { isProducerUp: false, isSuspended: true })
    price(7, '3.01')
    price(8, '1001')
    price(10, '2.00', { mainGameId: 1 })
    const reasonOf = async (second: number, odds = '2.00') => {
      const payload = betOn([seen(1, '1.85'), seen(second, odds)], { checkCf: 1 })
      const answer = await betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR' })
      return answer.kind === 'rejected' ? [answer.reason, answer.params?.event] : answer.kind
    }
    expect(await reasonOf(2)).toEqual(['bet.suspended', 2])
    expect(await reasonOf(3)).toEqual(['bet.game_started', 2])
    expect(await reasonOf(4)).toEqual(['bet.market_closed', 2])
    expect(await reasonOf(5)).toEqual(['bet.game_started', 2])
    expect(await reasonOf(6)).toEqual(['bet.source_down', 2])
    expect(await reasonOf(7)).toEqual(['bet.price_suspicious', 2])
    expect(await reasonOf(8, '1001')).toEqual(['bet.price_suspicious', 2])
    expect(await reasonOf(9)).toEqual(['bet.market_closed', 2])
    expect(await reasonOf(10)).toEqual(['bet.related', undefined])
    expect(await balanceOf(bettor.accountId)).toEqual({ balance: 5000, reserved: 0 })
  })

  test('PLACE-4: prices change within what the player accepts, each outcome for itself; a line never does', async () => {
    const { betting, price, newPlayer, newGuid, door } = scene('place-prices')
    const bettor = { brandId: 'place-prices', accountId: await newPlayer(50_000) }
    const answerTo = (changes: Partial<PlaceBetPayload>, parameter?: string) => {
      const line = parameter === undefined ? {} : { parameter }
      const payload = betOn([seen(1, '2.00', line), seen(2, '1.50')], changes)
      return betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR' })
    }
    price(2, '1.50')
    price(1, '1.95', { seq: 9 })
    const offer = { kind: 'repriced', prices: [{ outcomeId: 1, odds: '1.95', epoch: 'book', seq: 9 }] }
    expect(await answerTo({ checkCf: 0 })).toEqual(offer)
    expect(await answerTo({ checkCf: 2 })).toEqual(offer)
    expect(await answerTo({ minimumOdds: ['1.96', '1.50'] })).toEqual(offer)
    // Prices that differ from the request are returned, and the payout follows the prices at which the bet was
    // accepted.
    expect(await answerTo({ checkCf: 1 })).toMatchObject({
      ...{ kind: 'accepted', possibleMinor: 2925, prices: [{ outcomeId: 1, odds: '1.95' }] },
    })
    expect(await answerTo({ minimumOdds: ['1.95', '1.50'] })).toMatchObject({ kind: 'accepted' })
    price(1, '2.05')
    expect(await answerTo({ checkCf: 0 })).toMatchObject({ kind: 'repriced' })
    const risen = await answerTo({ checkCf: 2 })
    price(1, '2.00', { parameter: '2.5' })
    expect(await answerTo({ checkCf: 1 }, '1.5')).toMatchObject({ kind: 'repriced', prices: [{ parameter: '2.5' }] })
    const betId = risen.kind === 'accepted' ? risen.betId : 0
    const legs = await door.transaction((tx) =>
      tx.select('bet_leg').select(['requested_odds', 'odds']).where('bet_id', '=', betId).orderBy('place').execute(),
    )
    expect(legs).toEqual([
      { requested_odds: '2.00', odds: '2.05' },
      { requested_odds: '1.50', odds: '1.50' },
    ])
  })

  test('MATH-11: terms and rules are frozen into the bet by name and version, and cannot be changed', async () => {
    const { betting, price, newPlayer, newGuid, door, sections } = scene('place-frozen')
    price(1, '1.85')
    const taxes = { ...sections.betting.taxes, type: 'net' as const, stakeTaxPercent: 5, payoutTaxPercent: 20 }
    sections.betting = { ...sections.betting, taxes }
    const bettor = { brandId: 'place-frozen', accountId: await newPlayer(5000) }
    await betting.placeBet(bettor, { betGuid: newGuid(), payload: betOn([seen(1, '1.85')]), currency: 'EUR' })
    const [bet] = await door.transaction((tx) => tx.select('bet').selectAll().execute())
    expect(bet).toMatchObject({ stake_tax_minor: 50, state: 'open' })
    expect(bet?.frozen).toMatchObject({
      type: 'single',
      stakeMinor: 1000,
      tax: { stakeRate: '0.050000', payoutRate: '0.200000', base: 'net' },
      rules: {
        rounding: 'half-up@1',
        tax: 'net@1',
        deadHeat: 'places-by-tied@1',
        chain: 'smaller-of-unit-and-account@1',
      },
    })
    const change = door.transaction((tx) => tx.update('bet', { stake_minor: 1 }).execute())
    await expect(change).rejects.toThrow('frozen')
  })

  test('BET-6: stakes and payouts stay within the bounds of the brand', async () => {
    const { betting, price, newPlayer, newGuid } = scene('place-bounds')
    price(1, '900')
    const bettor = { brandId: 'place-bounds', accountId: await newPlayer(500_000) }
    const answerTo = async (summ: number) => {
      const payload = betOn([seen(1, '900')], { summ, groupsSumms: [summ] })
      return betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR' })
    }
    expect(await answerTo(1)).toMatchObject({
      reason: 'bet.stake_low',
      params: { minimum: expect.stringContaining('EUR') },
    })
    expect(await answerTo(100_001)).toMatchObject({ reason: 'bet.stake_high', params: { maximum: '1000.00 EUR' } })
  })

  test('BET-24: a payout above the most of the brand is cut to it: in the answer, in the history, and when it is paid', async () => {
    const { betting, price, end, newPlayer, newGuid, door, sections, balanceOf } = scene('place-capped')
    price(1, '900')
    const accountId = await newPlayer(50_000)
    const bettor = { brandId: 'place-capped', accountId }
    const payload = betOn([seen(1, '900')], { summ: 50_000, groupsSumms: [50_000] })
    const answer = await betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR' })
    expect(answer).toMatchObject({ kind: 'accepted', possibleMinor: 10_000_000 })
    const inHistory = async () => (await betting.readHistory(bettor, {})).bets[0]
    expect((await inHistory())?.possibleMinor).toBe(10_000_000)
    // What the brand pays at most later is nothing to a bet that stands.
    sections.coupon = { ...sections.coupon, maximumPayoutMinor: 1 }
    end(1, 1, 0)
    await betting.settleBets('place-capped')
    const [bet] = await door.transaction((tx) => tx.select('bet').selectAll().execute())
    expect(bet).toMatchObject({ possible_minor: 10_000_000, settlement: { payoutMinor: 10_000_000 } })
    expect(bet?.settlement?.explanation.slice(-2)).toEqual([
      { step: 'cap', expression: 'min(450000, 100000)', value: '100000' },
      { step: 'payout', expression: 'half-up(100000)', value: '100000' },
    ])
    expect(await inHistory()).toMatchObject({
      possibleMinor: 10_000_000,
      payoutMinor: 10_000_000,
      explanation: bet?.settlement?.explanation,
    })
    expect(await balanceOf(accountId)).toEqual({ balance: 10_000_000, reserved: 0 })
  })

  test('a request that says of an outcome what the book does not is refused, whichever part of it that is', async () => {
    const { betting, price, newPlayer, newGuid } = scene('place-contradicted')
    price(1, '2.00', { mainGameId: 90 })
    price(2, '2.00')
    const bettor = { brandId: 'place-contradicted', accountId: await newPlayer(5000) }
    const answerTo = async (changes: Partial<PlaceBetSelection>) => {
      const payload = betOn([seen(2, '2.00'), seen(1, '2.00', changes)])
      const answer = await betting.placeBet(bettor, { betGuid: newGuid(), payload, currency: 'EUR' })
      return answer.kind === 'rejected' ? [answer.reason, answer.params] : answer.kind
    }
    const refused = ['bet.selection_mismatch', { event: 2 }]
    for (const changes of [{ gameId: 3 }, { mainGameId: 3 }, { marketId: 3 }, { typeId: 3 }, { kind: 1 as const }])
      expect([changes, await answerTo(changes)]).toEqual([changes, refused])
    expect(await answerTo({ mainGameId: 90 })).toBe('accepted')
  })

  test('BET-25: a live bet whose price rises while it waits is accepted at the better price, and pays it', async () => {
    const { betting, price, newPlayer, newGuid, wait, sections, door } = scene('place-risen')
    sections.betting = { ...sections.betting, liveBetDelayMs: 5000, liveBetDelayMsBySport: {} }
    const live = { kind: 1 } as const
    price(1, '1.75', live)
    const bettor = { brandId: 'place-risen', accountId: await newPlayer(5000) }
    const terms = couponTerms(sections, 'EUR')
    const coupon = {
      ...emptyCoupon(terms, null),
      entries: [sampleEntry(1, { ...live, odds: '1.75' })],
      stakeText: '10',
    }
    const sent = placeBetPayload(coupon, terms, { isApproved: false, isOneClick: false })
    if (!sent) throw new Error('the coupon makes no bet')
    const betGuid = newGuid()
    const pending = await betting.placeBet(bettor, { betGuid, payload: sent, currency: 'EUR' })
    expect(pending).toEqual({ kind: 'pending', delayMs: 5000 })
    price(1, '1.76', live)
    wait(5000)
    expect(await betting.askBet(bettor, betGuid)).toMatchObject({
      ...{ kind: 'accepted', possibleMinor: 1760, prices: [{ outcomeId: 1, odds: '1.76' }] },
    })
    const bets = await door.transaction((tx) => tx.select('bet').select('possible_minor').execute())
    expect(bets).toEqual([{ possible_minor: 1760 }])
  })

  test('PLACE-6: open bets on an outcome have limits, of all players and of one; a part is accepted where the brand says so', async () => {
    const { betting, price, newPlayer, newGuid, sections, balanceOf } = scene('place-limits')
    price(1, '2.00')
    const limits = { ...sections.betting.riskLimits, outcomeLiabilityMinor: 5000, playerOutcomeStakeMinor: 1500 }
    sections.betting = { ...sections.betting, riskLimits: limits }
    const [one, other] = [await newPlayer(9000), await newPlayer(9000)]
    const answerTo = (accountId: number, summ: number) => {
      const payload = betOn([seen(1, '2.00')], { summ, groupsSumms: [summ] })
      return betting.placeBet({ brandId: 'place-limits', accountId }, { betGuid: newGuid(), payload, currency: 'EUR' })
    }
    expect(await answerTo(one, 1000)).toMatchObject({ kind: 'accepted' })
    expect(await answerTo(one, 600)).toMatchObject({ reason: 'bet.outcome_limit', params: { maximum: '5.00 EUR' } })
    expect(await answerTo(other, 1500)).toMatchObject({ kind: 'accepted' })
    expect(await answerTo(await newPlayer(100), 100)).toMatchObject({ reason: 'bet.outcome_full' })
    const more = { ...limits, outcomeLiabilityMinor: 6000, isPartAccepted: true }
    sections.betting = { ...sections.betting, riskLimits: more }
    const part = await answerTo(one, 900)
    expect(part).toMatchObject({ kind: 'partial', stakeMinor: 500 })
    expect(await balanceOf(one)).toEqual({ balance: 7500, reserved: 0 })
  })

  test('PLACE-5, LEDGER-3: a live bet waits with its stake held, and is accepted, repriced or refused', async () => {
    const { betting, price, newPlayer, newGuid, wait, balanceOf, sections } = scene('place-live')
    sections.betting = { ...sections.betting, liveBetDelayMs: 5000, liveBetDelayMsBySport: { '3': 8000 } }
    const accountId = await newPlayer(9000)
    const bettor = { brandId: 'place-live', accountId }
    const live = { kind: 1 } as const
    price(1, '2.00', live)
    price(2, '2.00', { ...live, sportId: 3 })
    const send = async (id: number) => {
      const betGuid = newGuid()
      const payload = betOn([seen(id, '2.00', live)])
      return { betGuid, answer: await betting.placeBet(bettor, { betGuid, payload, currency: 'EUR' }) }
    }
    const slow = await send(2)
    expect(slow.answer).toEqual({ kind: 'pending', delayMs: 8000 })
    const [stands, offered, closed] = [await send(1), await send(1), await send(1)]
    expect(stands.answer).toEqual({ kind: 'pending', delayMs: 5000 })
    expect(await balanceOf(accountId)).toEqual({ balance: 5000, reserved: 4000 })
    wait(3000)
    expect(await betting.askBet(bettor, stands.betGuid)).toEqual({ kind: 'pending', delayMs: 2000 })
    wait(2000)
    expect(await betting.askBet(bettor, stands.betGuid)).toMatchObject({ kind: 'accepted', stakeMinor: 1000 })
    price(1, '1.90', live)
    expect(await betting.askBet(bettor, offered.betGuid)).toMatchObject({
      kind: 'repriced',
      prices: [{ odds: '1.90' }],
    })
    price(1, '1.90', { ...live, isSuspended: true })
    expect(await betting.askBet(bettor, closed.betGuid)).toMatchObject({ kind: 'rejected', reason: 'bet.suspended' })
    expect(await balanceOf(accountId)).toEqual({ balance: 7000, reserved: 1000 })
    wait(8000 + 60_000)
    expect(await betting.resolveDueBets('place-live')).toBe(1)
    expect(await betting.askBet(bettor, slow.betGuid)).toMatchObject({ kind: 'rejected', reason: 'bet.expired' })
    expect(await balanceOf(accountId)).toEqual({ balance: 8000, reserved: 0 })
  })

  test('PLACE-5: a round resolves all that is due, also behind a hundred that cannot be resolved', async () => {
    const { betting, price, newPlayer, newGuid, wait, balanceOf, door, errors } = scene('place-many')
    const live = { kind: 1 } as const
    price(1, '2.00', live)
    const accountId = await newPlayer(1_000_000)
    const bettor = { brandId: 'place-many', accountId }
    for (let bets = 0; bets < 102; bets += 1) {
      const request = { betGuid: newGuid(), payload: betOn([seen(1, '2.00', live)]), currency: 'EUR' }
      expect(await betting.placeBet(bettor, request)).toMatchObject({ kind: 'pending' })
    }
    await door.transaction(async (tx) => {
      const held = await tx.select('bet_reservation').select('reservation_id as id').orderBy('reservation_id').execute()
      const broken = held.slice(0, 100).map(({ id }) => id)
      await tx.update('bet_reservation', { payload: '{}' }).where('reservation_id', 'in', broken).execute()
    })
    wait(10_000)
    expect(await betting.resolveDueBets('place-many')).toBe(102)
    expect(errors).toHaveLength(100)
    expect(await balanceOf(accountId)).toEqual({ balance: 898_000, reserved: 100_000 })
  })

  test('every way of money asks the guard before it moves anything', async () => {
    const made = scene('place-guard')
    made.price(1, '2.00')
    const accountId = await made.newPlayer(9000)
    Object.assign(made.ports, { mayStake: async () => ({ reason: 'bet.player_not_allowed' as const }) })
    const request = { betGuid: made.newGuid(), payload: betOn([seen(1, '2.00')]), currency: 'EUR' }
    const bettor = { brandId: 'place-guard', accountId }
    expect(await made.betting.placeBet(bettor, request)).toEqual({ kind: 'rejected', reason: 'bet.player_not_allowed' })
    expect(await made.balanceOf(accountId)).toEqual({ balance: 9000, reserved: 0 })
    expect(await made.betting.placeBet(bettor, { ...request, betGuid: made.newGuid(), currency: 'XYZ' })).toEqual({
      kind: 'rejected',
      reason: 'bet.no_account',
    })
  })

  test('BET-20: every type of bet stands, several single bets as one request', async () => {
    const { betting, price, newPlayer, newGuid, door } = scene('place-types')
    for (const id of [1, 2, 3, 4]) price(id, '2.00')
    const accountId = await newPlayer(90_000)
    const events = (count: number) => [1, 2, 3, 4].slice(0, count).map((id) => seen(id, '2.00'))
    const bets: readonly PlaceBetPayload[] = [
      betOn(events(3), { betType: 'single', summ: 600, groupsSumms: [100, 200, 300] }),
      betOn(events(2)),
      betOn(events(3), { betType: 'system', sizes: [2] }),
      betOn(events(3), { betType: 'cover', cover: 'trixie' }),
      betOn(events(2), { betType: 'chain' }),
      betOn(events(2), { betType: 'anti-express', antiExpressCoef: '1.25' }),
      betOn(events(4), { betType: 'lobby', withLobby: true, eventsIndexes: [[3], [0, 1, 2]], sizes: [2] }),
      betOn(events(3), { betType: 'conditional', eventsIndexes: [[0], [1, 2]], summ: 500, groupsSumms: [500, 900] }),
    ]
    const answers = []
    for (const payload of bets)
      answers.push(
        await betting.placeBet({ brandId: 'place-types', accountId }, { betGuid: newGuid(), payload, currency: 'EUR' }),
      )
    expect(answers.map((answer) => ('stakeMinor' in answer ? answer.stakeMinor : answer))).toEqual([
      600, 1000, 1000, 1000, 1000, 1000, 1000, 500,
    ])
    const rows = await door.transaction((tx) =>
      tx.select('bet').select(['frozen', 'possible_minor']).orderBy('bet_id').execute(),
    )
    expect(rows.map(({ frozen, possible_minor }) => [frozen.type, possible_minor])).toEqual([
      ['single', 200],
      ['single', 400],
      ['single', 600],
      ['express', 4000],
      ['system', 4000],
      ['cover', 5000],
      ['chain', 3000],
      ['anti-express', 1250],
      ['lobby', 8000],
      ['conditional', 3700],
    ])
  })
})
