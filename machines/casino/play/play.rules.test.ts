import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fairDraw } from '#machines/odds/fair-draw.rules.ts'
import type { GameAct, GameKind, GameView, Paytable } from '#schemas'
import { bestBlackjackAct } from '../games/blackjack.rules.ts'
import { rulesOf } from '../games/games.ts'
import { PAYTABLES } from '../games/paytables.ts'
import {
  firstChip,
  firstChoice,
  isActOffered,
  isElsewhere,
  meaningOf,
  shownMoney,
  stakeFault,
  stakesFor,
  takesSpots,
  withChip,
} from './play.rules.ts'

const TABLES: Readonly<Record<string, Paytable>> = {
  ...{
    slot: 'lines_95',
    cascade: 'cascade_95',
    roulette: 'roulette',
    blackjack: 'blackjack_3_2',
    baccarat: 'baccarat',
  },
  ...{ video_poker: 'jacks_9_6', dice: 'dice_99', mines: 'mines_98', plinko: 'plinko_99', wheel: 'wheel_96' },
}
const SPOTS: Readonly<Record<string, string>> = { roulette: 'red', blackjack: 'box1', baccarat: 'player', wheel: 't2' }

describe('what lies when a game is opened', () => {
  test.each(Object.entries(TABLES))('%s: its rules take the first choice and chip', (kind, paytable) => {
    const chipMinor = firstChip({ chipsMinor: [10, 20], minimumMinor: 10 })
    const spot = SPOTS[kind]
    const stakes = stakesFor(kind as GameKind, { stakes: spot ? withChip([], spot, chipMinor) : [], chipMinor })
    const settings = PAYTABLES[paytable] as never
    const draw = fairDraw({ serverSeed: 'b4'.repeat(32), clientSeed: 'text', nonce: 1 })
    const played = rulesOf(settings).open(settings, { stakes, choice: firstChoice(kind as GameKind) as never }, draw)
    expect(played).not.toHaveProperty('refusal')
    expect(takesSpots(kind as GameKind)).toBe(spot !== undefined)
  })

  test('the fourth chip is the first one, or the least stake where there are none', () => {
    expect(firstChip({ chipsMinor: [10, 20, 50, 100, 200], minimumMinor: 10 })).toBe(100)
    expect(firstChip({ chipsMinor: [], minimumMinor: 10 })).toBe(10)
  })

  test('games of frames and of tables are played elsewhere', () => {
    expect([isElsewhere({}), isElsewhere({ settings: { kind: 'live_roulette' } })]).toEqual([true, true])
    expect(isElsewhere({ settings: { kind: 'roulette' } })).toBe(false)
  })
})

test('chips on a spot add up, and each spot has one stake', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('red', 'black', 'straight:17'), fc.integer({ min: 1, max: 900 }))),
      (chips) => {
        const stakes = chips.reduce((laid, [on, minor]) => withChip(laid, on, minor), [] as ReturnType<typeof withChip>)
        expect(new Set(stakes.map(({ on }) => on)).size).toBe(stakes.length)
        expect(stakes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(
          chips.reduce((sum, [, minor]) => sum + minor, 0),
        )
      },
    ),
  )
})

test('stakes can be played from one minor unit to the largest, and no further than the balance', () => {
  const faultOf = (amountMinor: number, balanceMinor = 1000) =>
    stakeFault([{ on: 'main', amountMinor }], { maximumMinor: 500, balanceMinor })
  expect([faultOf(1), faultOf(500), faultOf(501), faultOf(100, 99), faultOf(100, 100)]).toEqual([
    null,
    null,
    'above',
    'short',
    null,
  ])
  expect(stakeFault([], { maximumMinor: 500, balanceMinor: 1000 })).toBe('none')
})

describe('an act is offered exactly where the rules take it', () => {
  const ACTS: readonly GameAct[] = [
    ...(['hit', 'stand', 'double', 'split', 'insure', 'decline', 'cash_out'] as const).map((kind) => ({ kind })),
    ...[0, 7, 24].map((cell) => ({ kind: 'reveal' as const, cell })),
    ...[[], [0, 4], [2, 2]].map((held) => ({ kind: 'hold' as const, held })),
  ]
  test.each(Object.entries(TABLES))('%s', (kind, paytable) => {
    const settings = PAYTABLES[paytable] as never
    const rules = rulesOf(settings)
    const stakes = [{ on: SPOTS[kind] ?? 'main', amountMinor: 100 }]
    fc.assert(
      fc.property(fc.nat(5000), fc.array(fc.constantFrom(...ACTS), { maxLength: 6 }), (nonce, acts) => {
        const source = { serverSeed: 'b4'.repeat(32), clientSeed: 'text', nonce }
        let played = rules.open(settings, { stakes, choice: firstChoice(kind as GameKind) as never }, fairDraw(source))
        for (const act of acts) {
          if (!('state' in played)) return
          const { state } = played
          for (const one of ACTS) {
            const isTaken = !rules.isOver(state) && 'state' in rules.act(settings, state, one, fairDraw(source, 90))
            expect([one, isActOffered(rules.view(settings, state), one)]).toEqual([one, isTaken])
          }
          played = rules.act(settings, state, act, fairDraw(source, 40))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('what the best play does is offered', () => {
    const view = { kind: 'blackjack', acts: ['insure', 'decline'] } as unknown as Extract<
      GameView,
      { kind: 'blackjack' }
    >
    const act = bestBlackjackAct({ kind: 'blackjack', boxes: 1, blackjackPaysE4: 15_000 }, view)
    expect(act && isActOffered(view, act)).toBe(true)
  })
})

test('CAS-8: a failure leaves what was asked unknown unless the server has said what became of it', () => {
  expect([
    meaningOf({ code: 'request.offline' }),
    meaningOf({ code: 'main_error_server', httpStatus: 503 }),
    meaningOf({ code: 'rate.limited', httpStatus: 429 }),
    meaningOf({ code: 'access.denied', httpStatus: 401 }),
    meaningOf('a broken answer'),
    meaningOf(null),
  ]).toEqual(Array.from({ length: 6 }, () => 'lost'))
  expect(meaningOf({ code: 'casino.too_fast', httpStatus: 429 })).toBe('pace')
  expect(meaningOf({ code: 'casino.out_of_turn', httpStatus: 409 })).toBe('stale')
  expect(meaningOf({ code: 'casino.session_over', httpStatus: 409 })).toBe('over')
  expect(meaningOf({ code: 'protection.stake_limit', httpStatus: 403 })).toBe('refused')
  expect(meaningOf({ code: 'constructor', httpStatus: 404 })).toBe('refused')
})

test('while a round is shown its win is in no sum', () => {
  const round = { balanceMinor: 1100, payoutMinor: 200, sessionPayoutMinor: 250, sessionStakeMinor: 300 }
  expect(shownMoney(round, { isShowing: true, balanceMinor: 1000 })).toEqual({ balanceMinor: 900, netMinor: -250 })
  expect(shownMoney(round, { isShowing: false, balanceMinor: 1000 })).toEqual({ balanceMinor: 1100, netMinor: -50 })
  expect(shownMoney(null, { isShowing: false, balanceMinor: 1000 })).toEqual({ balanceMinor: 1000, netMinor: 0 })
})
