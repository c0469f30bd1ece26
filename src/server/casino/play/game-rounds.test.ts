import { expect, test } from 'vitest'
import { isCommitted, replayRound } from '#machines/casino/fairness/replay.rules.ts'
import { rulesOf } from '#machines/casino/games/games.ts'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { GameChoice, GameStake } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { playOf, sourceOf } from './game-rounds.ts'
import { deleteOldFunGames } from './old-fun-games.ts'

const guid = () => crypto.randomUUID()
const main = (amountMinor: number): GameStake[] => [{ on: 'main', amountMinor }]
const MINES: GameChoice = { kind: 'mines', mines: 3 }
const ROULETTE: GameChoice = { kind: 'roulette' }

await describeOnQuickestEngine('rounds of own games', (database) => {
  async function scene(brandId: string, minor = 10_000, changes?: Parameters<typeof createTestCasino>[2]) {
    const test = createTestCasino(database().db, brandId, changes)
    const player = await test.newPlayer(minor)
    const gamer = { brandId, accountId: player }
    const launch = (gameId: string, mode: 'real' | 'fun' = 'real') =>
      test.casino.launch(gamer, { gameId, mode, device: 'mobile', currency: 'EUR', country: 'de' })
    return { ...test, player, gamer, launch }
  }

  test('CAS-11: each round follows from seeds whose hash was published before, from the player’s text and from a number without gaps', async () => {
    const { casino, gamer, launch, wait } = await scene('play-fair')
    const { session, seed } = await launch('roulette')
    const rounds = []
    for (let round = 0; round < 5; round++) {
      wait(1000)
      const asked = { guid: guid(), stakes: [{ on: 'red', amountMinor: 100 }], choice: ROULETTE }
      rounds.push(await casino.play(gamer, session.session_id, asked))
    }
    expect(rounds.map(({ round }) => round.nonce)).toEqual([0, 1, 2, 3, 4])
    const { commitment } = (await import('../casino.service.ts')).fairnessOf(seed)
    const { former, current } = await casino.changeSeed(gamer, session.session_id, 'my own text')
    expect(isCommitted(former.server_seed, commitment)).toBe(true)
    expect(current).toMatchObject({ client_seed: 'my own text', next_nonce: 0, revealed_at: null })
    for (const { round, settings } of rounds) {
      const { stakes, choice, acts } = playOf(round)
      const again = replayRound({ settings, stakes, choice, acts, isLeft: false }, sourceOf(former, round))
      expect(again).toMatchObject({ stakeMinor: round.stake_minor, payoutMinor: round.payout_minor })
    }
  })

  test('CAS-8: the same name is the same round, however often and at once it is asked for', async () => {
    const { casino, gamer, launch, balance, player, breaks } = await scene('play-same')
    const { session } = await launch('roulette')
    const asked = { guid: guid(), stakes: [{ on: 'red', amountMinor: 100 }], choice: ROULETTE }
    const all = await Promise.all(Array.from({ length: 20 }, () => casino.play(gamer, session.session_id, asked)))
    expect(new Set(all.map(({ round }) => round.round_id)).size).toBe(1)
    const [first] = all
    expect(await balance(player)).toBe(10_000 - 100 + (first?.round.payout_minor ?? 0))
    const other = { ...asked, stakes: [{ on: 'black', amountMinor: 100 }] }
    await expect(casino.play(gamer, session.session_id, other)).rejects.toMatchObject({ code: 'casino.other_round' })
    expect(await breaks()).toEqual([])
  })

  test('CAS-14: a round that was interrupted waits for its player in the next session, and is finished for one who stays away', async () => {
    const { casino, gamer, launch, wait, balance, player, sections, breaks } = await scene('play-resume')
    const { session } = await launch('mines')
    const { round } = await casino.play(gamer, session.session_id, { guid: guid(), stakes: main(100), choice: MINES })
    const state = playOf(round).state as { minesAt: number[] }
    const clear = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !state.minesAt.includes(cell))
    const next = await launch('mines')
    expect(next.open?.round.round_id).toBe(round.round_id)
    const act = { roundId: round.round_id, step: 0, act: { kind: 'reveal' as const, cell: clear[0] ?? 0 } }
    const acted = await casino.act(gamer, next.session.session_id, act)
    expect(acted.round).toMatchObject({ state: 'open' })
    expect((await casino.act(gamer, next.session.session_id, act)).round.round_id).toBe(round.round_id)
    wait(sections.casino.leftOpenMs + 1)
    expect(await casino.finishLeft(gamer.brandId)).toBe(1)
    expect(await casino.finishLeft(gamer.brandId)).toBe(0)
    expect(await balance(player)).toBe(10_000 - 100 + Math.floor((100 * Math.floor((9800 * 25) / 22)) / 10_000))
    const { own } = await casino.history.read({ ...gamer, accountId: player }, round.round_id)
    expect(playOf(own?.round ?? round)).toMatchObject({ isLeft: true })
    expect(await breaks()).toEqual([])
  })

  test('CAS-11: what is out of turn, out of bounds, too fast or not of the game moves nothing', async () => {
    const { casino, gamer, launch, wait, balance, player } = await scene('play-bad')
    const { session } = await launch('mines')
    const refused = (work: Promise<unknown>) =>
      work.then(
        () => 'taken',
        (error) => error.code,
      )
    const play = (stakes: GameStake[], choice: GameChoice = MINES) =>
      refused(casino.play(gamer, session.session_id, { guid: guid(), stakes, choice }))
    expect(await play(main(1))).toBe('casino.stake_out_of_bounds')
    expect(await play(main(10_001))).toBe('casino.stake_out_of_bounds')
    expect(await play([...main(100), { on: 'red', amountMinor: 100 }])).toBe('casino.stake_invalid')
    expect(await play(main(100), ROULETTE)).toBe('casino.choice_invalid')
    const { round } = await casino.play(gamer, session.session_id, { guid: guid(), stakes: main(100), choice: MINES })
    wait(1000)
    expect(await play(main(100))).toBe('casino.round_open')
    const act = (step: number, kind: 'cash_out' | 'hit') =>
      refused(casino.act(gamer, session.session_id, { roundId: round.round_id, step, act: { kind } }))
    expect(await act(0, 'cash_out')).toBe('casino.out_of_turn')
    expect(await act(0, 'hit')).toBe('casino.act_invalid')
    expect(await act(3, 'cash_out')).toBe('casino.out_of_turn')
    const stranger = { ...gamer, accountId: await scene('play-bad').then(({ player }) => player) }
    expect(
      await refused(
        casino.act(stranger, session.session_id, { roundId: round.round_id, step: 0, act: { kind: 'cash_out' } }),
      ),
    ).toBe('casino.session_unknown')
    expect(await balance(player)).toBe(9900)
    const dice = await launch('dice')
    const roll = (target: number) =>
      refused(
        casino.play(gamer, dice.session.session_id, {
          guid: guid(),
          stakes: main(100),
          choice: { kind: 'dice', target, isOver: true },
        }),
      )
    expect(await roll(1)).toBe('casino.choice_invalid')
    expect(await roll(5000)).toBe('taken')
    expect(await roll(5000)).toBe('casino.too_fast')
  })

  test('a session that is over takes no more stakes, not even in a round that is open, and the round can still be ended', async () => {
    const { casino, gamer, launch, wait, sections } = await scene('play-over')
    const { session } = await launch('blackjack')
    const deal = () => ({
      guid: guid(),
      stakes: [{ on: 'box1', amountMinor: 100 }],
      choice: { kind: 'blackjack' } as const,
    })
    let dealt = await casino.play(gamer, session.session_id, deal())
    while (dealt.round.state !== 'open') {
      wait(1000)
      dealt = await casino.play(gamer, session.session_id, deal())
    }
    const { round } = dealt
    wait(sections.casino.sessionMs)
    const act = (kind: 'decline' | 'double' | 'stand', step: number) =>
      casino.act(gamer, session.session_id, { roundId: round.round_id, step, act: { kind } })
    const step = await act('decline', 0).then(
      ({ round: now }) => (now.state === 'open' ? 1 : null),
      () => 0,
    )
    if (step === null) return
    await expect(act('double', step)).rejects.toMatchObject({ code: 'casino.session_over' })
    await expect(casino.play(gamer, session.session_id, deal())).rejects.toMatchObject({ code: 'casino.session_over' })
    expect((await act('stand', step)).round.state).toBe('closed')
  })

  test('CAS-15: a game that is hidden in a country is neither listed nor opened there', async () => {
    const { casino, gamer, sections, brandId } = await scene('play-country')
    Object.assign(sections.casino.games.roulette ?? {}, { hiddenIn: ['gb'] })
    const asked = { gameId: 'roulette', mode: 'fun', device: 'mobile', currency: 'EUR' } as const
    await expect(casino.launch(gamer, { ...asked, country: 'gb' })).rejects.toMatchObject({
      code: 'casino.not_for_country',
    })
    await expect(casino.launch(gamer, { ...asked, gameId: 'toString', country: 'de' })).rejects.toMatchObject({
      code: 'casino.game_unknown',
    })
    const ids = async (country: string) =>
      (await casino.lobby.find({ brandId, accountId: null, country, currency: 'EUR' }, {})).games.map(({ id }) => id)
    expect(await ids('gb')).not.toContain('roulette')
    expect(await ids('de')).toContain('roulette')
  })

  test('a guest plays for fun with play money, and for money not at all', async () => {
    const { casino, brandId, sections } = await scene('play-fun')
    const guest = { brandId, accountId: null }
    const asked = { gameId: 'dice', device: 'desktop', currency: 'EUR', country: 'de' } as const
    await expect(casino.launch(guest, { ...asked, mode: 'real' })).rejects.toMatchObject({ code: 'access.denied' })
    const { session, balanceMinor } = await casino.launch(guest, { ...asked, mode: 'fun' })
    expect(balanceMinor).toBe(sections.casino.funMinor)
    const roll = { guid: guid(), stakes: main(1000), choice: { kind: 'dice', target: 5000, isOver: true } } as const
    const { round, balanceMinor: after } = await casino.play(guest, session.session_id, roll)
    expect(after).toBe(sections.casino.funMinor - 1000 + round.payout_minor)
    const repeated = await casino.play(guest, session.session_id, roll)
    expect(repeated).toMatchObject({ balanceMinor: after, round: { round_id: round.round_id } })
  })

  test('what was played for fun is deleted when it is over, and what was played for money never', async () => {
    const { casino, gamer, launch, wait, door, sections } = await scene('play-old')
    const asked = () => ({ guid: guid(), stakes: [{ on: 'red', amountMinor: 100 }], choice: ROULETTE })
    for (const mode of ['fun', 'real'] as const)
      await casino.play(gamer, (await launch('roulette', mode)).session.session_id, asked())
    wait(sections.casino.sessionMs + 1)
    const now = new Date(Date.parse('2026-03-01T12:00:00Z') + sections.casino.sessionMs + 1)
    expect(await door.transaction((tx) => deleteOldFunGames(tx, now, 10))).toBe(1)
    expect(await door.transaction((tx) => deleteOldFunGames(tx, now, 10))).toBe(0)
    const left = await door.transaction((tx) => tx.select('casino_round').select('mode').execute())
    expect(left).toEqual([{ mode: 'real' }])
    const forced = await door.transaction((tx) => tx.delete('casino_round').where('mode', '=', 'real').execute())
    expect(Number(forced[0]?.numDeletedRows)).toBe(0)
  })

  test('the guard is asked before a game opens and before each stake, and its reason is the answer', async () => {
    let isKept = false
    const guard = async () => (isKept ? ({ reason: 'protection.excluded', params: { until: 'x' } } as const) : null)
    const { casino, gamer, launch, balance, player } = await scene('play-guard', 10_000, { guard })
    const { session } = await launch('dice')
    isKept = true
    await expect(launch('dice')).rejects.toMatchObject({ code: 'protection.excluded', params: { until: 'x' } })
    const roll = { guid: guid(), stakes: main(100), choice: { kind: 'dice', target: 5000, isOver: true } } as const
    await expect(casino.play(gamer, session.session_id, roll)).rejects.toMatchObject({ code: 'protection.excluded' })
    expect(await balance(player)).toBe(10_000)
  })

  test('CAS-11: every game of one player that the engine offers can be played to its end, and the books are right after it', async () => {
    const { casino, gamer, launch, wait, balance, player, sections, breaks } = await scene('play-all', 1_000_000)
    const stakes: Readonly<Record<string, GameStake[]>> = {
      roulette: [{ on: 'straight:17', amountMinor: 100 }],
      baccarat: [{ on: 'banker', amountMinor: 100 }],
      blackjack: [{ on: 'box1', amountMinor: 100 }],
      wheel: [{ on: 't2', amountMinor: 100 }],
    }
    const choices: Readonly<Record<string, GameChoice>> = {
      dice: { kind: 'dice', target: 5000, isOver: false },
      mines: MINES,
      plinko: { kind: 'plinko', rows: 8, risk: 'high' },
    }
    let expected = 1_000_000
    for (const [id, { paytable }] of Object.entries(sections.casino.games)) {
      const settings = PAYTABLES[paytable]
      if (isTableGame(settings)) continue
      for (let round = 0; round < 3; round++) {
        const { session } = await launch(id)
        const choice = choices[settings.kind] ?? ({ kind: settings.kind } as GameChoice)
        const asked = { guid: guid(), stakes: stakes[settings.kind] ?? main(100), choice }
        const played = await casino.play(gamer, session.session_id, asked)
        wait(sections.casino.leftOpenMs + 1)
        await casino.finishLeft(gamer.brandId)
        const { round: ended, own } = await casino.history.read({ ...gamer, accountId: player }, played.round.round_id)
        expect(ended.state, id).toBe('closed')
        if (!own) throw new Error(`${id} has no proof`)
        const { stakes: staked, choice: chosen, acts, isLeft = false, state } = playOf(own.round)
        const proof = { settings: own.settings, stakes: staked, choice: chosen, acts, isLeft }
        const again = replayRound(proof, sourceOf(own.seed, own.round))
        expect(again, id).toMatchObject({ stakeMinor: ended.stake_minor, payoutMinor: ended.payout_minor })
        const rules = rulesOf(own.settings)
        expect(canonicalJson(again.view), id).toBe(canonicalJson(rules.view(own.settings as never, state)))
        expected += ended.payout_minor - ended.stake_minor
      }
    }
    expect(await balance(player)).toBe(expected)
    expect(await breaks()).toEqual([])
  })
})
