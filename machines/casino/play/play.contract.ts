import { type MachineContract, placeIn } from '#machines/shell/machine-contract.ts'
import type { CasinoRound, LaunchedGame } from '#schemas'
import { totalOf } from '../games/game-rules.ts'
import { type GamePlayContext, gamePlayMachine, playFault } from './play.machine.ts'
import { isActOffered, isElsewhere, meaningOf, stakesFor, takesSpots, withChip } from './play.rules.ts'

const SESSION = 'V1StGXR8_Z5jdHi6B-myT'
const GUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const FAIRNESS = { commitment: 'a3'.repeat(32), clientSeed: 'my lucky text', nonce: 0 }

const MINES_ROUND: CasinoRound = {
  ...{ roundId: 800010, gameId: 'mines', sessionId: SESSION, mode: 'fun', currency: 'EUR', exponent: 2, state: 'open' },
  ...{ stakeMinor: 100, payoutMinor: 0, balanceMinor: 400, step: 1, stakes: [{ on: 'main', amountMinor: 100 }] },
  view: { kind: 'mines', mines: 3, opened: [7], hit: [], minesAt: [], multiplierE4: 11136, nextE4: 12726, payMinor: 0 },
  ...{ fairness: FAIRNESS, openedAt: '2026-03-01T12:00:00.000Z', sessionStakeMinor: 100, sessionPayoutMinor: 0 },
}
const CASHED_OUT: CasinoRound = {
  ...MINES_ROUND,
  ...{ state: 'closed', payoutMinor: 111, balanceMinor: 511, step: 2, sessionPayoutMinor: 111 },
  view: {
    ...{ kind: 'mines', mines: 3, opened: [7], hit: [], minesAt: [1, 4, 20] },
    ...{ multiplierE4: 11136, nextE4: 0, payMinor: 111 },
  },
}
const MINES: LaunchedGame = {
  ...{ sessionId: SESSION, gameId: 'mines', mode: 'fun', currency: 'EUR', exponent: 2, balanceMinor: 500 },
  ...{ openedAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-01T20:00:00.000Z', url: '', skin: 'harbour' },
  settings: { kind: 'mines', returnE4: 9800, highestE4: 10_000_000 },
  ...{ minimumMinor: 10, maximumMinor: 400, chipsMinor: [10, 100, 450], roundMs: 250, fairness: FAIRNESS, open: [] },
}
const ROULETTE: LaunchedGame = { ...MINES, gameId: 'roulette', settings: { kind: 'roulette' } }
const { settings: _rules, fairness: _seeds, ...FRAMED } = MINES

/** Where the server is asked, or is going to be. */
const ASKING: readonly string[] = ['open.asking', 'open.pacing', 'open.lost']

function isOpen(place: string): boolean {
  return place.startsWith('open.')
}

/** Where a failure of what was asked leads. */
function afterFailure(error: unknown, { round }: GamePlayContext): string {
  const places = { pace: 'open.pacing', stale: 'opening', over: 'closed', lost: 'open.lost' } as const
  const meaning = meaningOf(error)
  if (meaning !== 'refused') return places[meaning]
  return round?.state === 'open' ? 'open.turn' : 'open.ready'
}

/** Where a game that was opened begins. */
function beginning(launched: LaunchedGame): string {
  if (isElsewhere(launched)) return 'open.elsewhere'
  return launched.open.length > 0 ? 'open.turn' : 'open.ready'
}

function stakedIn(context: GamePlayContext): number {
  return totalOf(stakesFor(context.choice.kind, context))
}

/** What playing and fuzzing the life of a game on its page need to know. */
export const gamePlayContract: MachineContract<typeof gamePlayMachine> = {
  machine: gamePlayMachine,
  prepareInput: (input) => ({ gameId: 'mines', ...input }),
  invariants: [
    {
      name: 'a session is there while a game is open, and is left once',
      holds: ({ value, context, emitted, ended }) => {
        const place = placeIn(value)
        const opened = ended.filter(({ actor, isOk }) => actor === 'launch' && isOk).length
        const left = emitted.filter(({ type }) => type === 'session.left').length
        return (context.launched !== null) === (isOpen(place) || place === 'switching') && left <= opened
      },
    },
    {
      name: 'something is asked only under its name, and a name lives no longer than the asking',
      holds: ({ value, context }) => (context.request !== null) === ASKING.includes(placeIn(value)),
    },
    {
      name: 'nothing of a round is reported before the server has answered, and it is reported once',
      holds: ({ emitted, ended }) =>
        emitted.filter(({ type }) => type === 'round.told').length <=
        ended.filter(({ actor, isOk }) => actor === 'ask' && isOk).length,
    },
    {
      name: 'a player has a turn in an open round alone, and lays stakes when none is open',
      holds: ({ value, context: { round } }) => {
        const place = placeIn(value)
        if (place === 'open.turn') return round?.state === 'open'
        return !['open.ready', 'open.seeding'].includes(place) || round?.state !== 'open'
      },
    },
    {
      name: 'no more is asked to be played than the player has, or than a round takes',
      holds: ({ context: { request, launched, round } }) => {
        if (request?.kind !== 'round' || !launched) return true
        const total = totalOf(request.stakes)
        return total > 0 && total <= launched.maximumMinor && total <= (round?.balanceMinor ?? launched.balanceMinor)
      },
    },
    {
      name: 'a failure is shown only until something else is asked',
      holds: ({ value, context: { failure } }) =>
        failure === null || !['switching', 'open.showing', 'open.seeding', ...ASKING].includes(placeIn(value)),
    },
  ],
  consequences: {
    launch: {
      ok: ({ value, context, end }) => {
        const launched = end as LaunchedGame
        const [open = null] = launched.open
        return placeIn(value) === beginning(launched) && context.launched === launched && context.round === open
      },
      failed: ({ value, context }) => value === 'closed' && context.failure !== null,
    },
    turnTo: {
      ok: ({ value, context, end }) => value === (context.mode === 'real' || end === true ? 'opening' : 'closed'),
      failed: ({ value, context }) => value === 'closed' && context.failure !== null,
    },
    ask: {
      ok: ({ value, context, end, told }) =>
        placeIn(value) === 'open.showing' && context.round === end && told.length === 0,
      failed: ({ value, context, end, told, before }) => {
        const meaning = meaningOf(end)
        const isLeft = meaning === 'stale' || meaning === 'over'
        return (
          placeIn(value) === afterFailure(end, before.context) &&
          (context.failure !== null) === (isLeft || meaning === 'refused') &&
          told.includes('session.left') === isLeft
        )
      },
    },
    changeSeed: {
      ok: ({ value, context, end }) => placeIn(value) === 'open.ready' && context.revealed === end,
      failed: ({ value, context }) => placeIn(value) === 'open.ready' && context.failure !== null,
    },
  },
  reactions: {
    'game.opened': ({ value, context, before }, { mode }) => {
      const isNew = before.value === 'closed'
      if (!isNew && placeIn(before.value) !== 'open.elsewhere') return placeIn(value) === placeIn(before.value)
      return value === 'opening' && context.failure === null && (!isNew || context.mode === mode)
    },
    'game.left': ({ value, told, before }) =>
      isOpen(placeIn(before.value))
        ? value === 'closed' && told.includes('session.left')
        : placeIn(value) === placeIn(before.value) && told.length === 0,
    'game.switched': ({ value, context, told, before }, { gameId }) =>
      isOpen(placeIn(before.value))
        ? value === 'switching' && context.gameId === gameId && told.length === 0
        : placeIn(value) === placeIn(before.value) && context.gameId === before.context.gameId,
    'page.changed': ({ value, context, told, before }, { gameId }) => {
      if (gameId === before.context.gameId) return placeIn(value) === placeIn(before.value) && told.length === 0
      return (
        value === 'closed' &&
        context.gameId === gameId &&
        context.failure === null &&
        told.includes('session.left') === isOpen(placeIn(before.value))
      )
    },
    'choice.changed': ({ context, before }, { choice }) =>
      placeIn(before.value) === 'open.ready' && choice.kind === before.context.choice.kind
        ? context.choice === choice
        : context.choice === before.context.choice,
    'chip.changed': ({ context, before }, { amountMinor }) =>
      placeIn(before.value) === 'open.ready' && before.context.launched?.chipsMinor.includes(amountMinor)
        ? context.chipMinor === amountMinor
        : context.chipMinor === before.context.chipMinor,
    'stake.placed': ({ context, before }, { on }) => {
      const { stakes, chipMinor, choice } = before.context
      if (placeIn(before.value) !== 'open.ready' || !takesSpots(choice.kind)) return context.stakes === stakes
      return totalOf(context.stakes) === totalOf(withChip(stakes, on, chipMinor))
    },
    'stakes.cleared': ({ context, before }) =>
      placeIn(before.value) === 'open.ready' ? context.stakes.length === 0 : context.stakes === before.context.stakes,
    'round.asked': ({ value, context, before }, { guid }) => {
      if (placeIn(before.value) !== 'open.ready' || playFault(before.context) !== null)
        return placeIn(value) === placeIn(before.value) && context.request === before.context.request
      const { request } = context
      return (
        placeIn(value) === 'open.asking' &&
        request?.kind === 'round' &&
        request.guid === guid &&
        totalOf(request.stakes) === stakedIn(before.context)
      )
    },
    'act.asked': ({ value, context, before }, { act }) => {
      const { round } = before.context
      if (placeIn(before.value) !== 'open.turn' || !round || !isActOffered(round.view, act))
        return placeIn(value) === placeIn(before.value) && context.request === before.context.request
      const { request } = context
      return placeIn(value) === 'open.asking' && request?.kind === 'act' && request.step === round.step
    },
    'answer.asked': ({ value, context, before }) =>
      placeIn(value) === (placeIn(before.value) === 'open.lost' ? 'open.asking' : placeIn(before.value)) &&
      context.request === before.context.request,
    'round.shown': ({ value, context, told, before }) => {
      if (placeIn(before.value) !== 'open.showing') return placeIn(value) === placeIn(before.value) && told.length === 0
      return (
        placeIn(value) === (context.round?.state === 'open' ? 'open.turn' : 'open.ready') && told[0] === 'round.told'
      )
    },
    'seed.asked': ({ value, before }) =>
      placeIn(value) === (placeIn(before.value) === 'open.ready' ? 'open.seeding' : placeIn(before.value)),
  },
  abstract: (context) => [
    ...[context.gameId, context.mode, context.launched?.settings?.kind ?? null, context.round?.state ?? null],
    ...[context.stakes.length, playFault(context), context.request?.kind ?? null, context.failure !== null],
  ],
  events: [
    { type: 'game.opened', mode: 'fun' },
    { type: 'game.opened', mode: 'real' },
    { type: 'game.left' },
    { type: 'game.switched', gameId: 'dice' },
    { type: 'page.changed', gameId: 'dice' },
    { type: 'page.changed', gameId: 'mines' },
    { type: 'choice.changed', choice: { kind: 'mines', mines: 5 } },
    { type: 'choice.changed', choice: { kind: 'roulette' } },
    { type: 'chip.changed', amountMinor: 100 },
    { type: 'chip.changed', amountMinor: 450 },
    { type: 'chip.changed', amountMinor: 7 },
    { type: 'stake.placed', on: 'red' },
    { type: 'stakes.cleared' },
    { type: 'round.asked', guid: GUID },
    { type: 'act.asked', act: { kind: 'cash_out' } },
    { type: 'act.asked', act: { kind: 'hit' } },
    { type: 'answer.asked' },
    { type: 'round.shown' },
    { type: 'seed.asked', clientSeed: 'another text' },
  ],
  eventSchema: 'casino/play-event',
  secretOutputs: { launch: 'casino/launch-answer' },
  inputs: [{}],
  outcomes: {
    launch: {
      ok: [MINES, { ...MINES, balanceMinor: 400, open: [MINES_ROUND] }, ROULETTE, FRAMED],
      err: [{ code: 'casino.game_unknown', httpStatus: 404 }],
    },
    turnTo: { ok: [true, false], err: [{ code: 'request.offline' }] },
    ask: {
      ok: [MINES_ROUND, CASHED_OUT],
      err: [
        { code: 'balance.too_low', httpStatus: 409 },
        { code: 'casino.too_fast', httpStatus: 429 },
        { code: 'casino.out_of_turn', httpStatus: 409 },
        { code: 'casino.session_over', httpStatus: 409 },
        { code: 'request.offline' },
      ],
    },
    changeSeed: {
      ok: [
        {
          ...{ serverSeed: 'b4'.repeat(32), commitment: 'a3'.repeat(32), clientSeed: 'my lucky text', rounds: 12 },
          fairness: { ...FAIRNESS, clientSeed: 'another text' },
        },
      ],
      err: [{ code: 'casino.round_open', httpStatus: 409 }],
    },
  },
}
