import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import type {
  CasinoRound,
  ChangedSeed,
  GameAct,
  GameChoice,
  GameFairness,
  GamePlayEvent,
  GameStake,
  LaunchedGame,
} from '#schemas'
import {
  type FailureMeaning,
  firstChip,
  firstChoice,
  isActOffered,
  isElsewhere,
  meaningOf,
  stakeFault,
  stakesFor,
  takesSpots,
  withChip,
} from './play.rules.ts'

export interface GamePlayInput {
  /** Id of the game whose page it is. */
  readonly gameId: string
}

/** What the server is asked for: a round under its name, or an act of the open round under its step. Asked again, it is the same. */
export type GameRequest =
  | {
      readonly kind: 'round'
      readonly sessionId: string
      readonly guid: string
      readonly stakes: readonly GameStake[]
      readonly choice: GameChoice
    }
  | {
      readonly kind: 'act'
      readonly sessionId: string
      readonly roundId: number
      readonly step: number
      readonly act: GameAct
    }

export interface GamePlayContext extends GamePlayInput {
  readonly mode: 'real' | 'fun'
  /** The session; null while no game is open. */
  readonly launched: LaunchedGame | null
  /** The round as the server has sent it last. */
  readonly round: CasinoRound | null
  readonly choice: GameChoice
  /** What is staked at a press, in minor units. */
  readonly chipMinor: number
  /** Chips on spots. */
  readonly stakes: readonly GameStake[]
  /** What was asked and has no definite answer yet. */
  readonly request: GameRequest | null
  readonly fairness: GameFairness | null
  /** The seed that was shown last. */
  readonly revealed: ChangedSeed | null
  readonly failure: Failure | null
}

export type GamePlayEmitted =
  | { readonly type: 'session.left'; readonly sessionId: string }
  /** A round has been shown as it stands: its result may be reported now. */
  | { readonly type: 'round.told'; readonly round: CasinoRound }

/** Time between two askings for a round whose answer was lost, ms. */
export const ROUND_POLL_MS = 3000

const gamePlaySetup = setup({
  types: {
    context: {} as GamePlayContext,
    events: {} as GamePlayEvent,
    emitted: {} as GamePlayEmitted,
    input: {} as GamePlayInput,
    tags: {} as 'busy',
  },
  actors: {
    launch: fromPromise<LaunchedGame, Pick<GamePlayContext, 'gameId' | 'mode'>>(() => absentActor('launch')),
    turnTo: fromPromise<boolean, { readonly gameId: string; readonly sessionId: string }>(() => absentActor('turnTo')),
    ask: fromPromise<CasinoRound, GameRequest>(() => absentActor('ask')),
    changeSeed: fromPromise<ChangedSeed, { readonly sessionId: string; readonly clientSeed: string }>(() =>
      absentActor('changeSeed'),
    ),
  },
  delays: { pollDelay: ROUND_POLL_MS, roundPause: ({ context }) => context.launched?.roundMs ?? 0 },
  guards: {
    isOther: ({ context }, params: { readonly gameId: string }) => params.gameId !== context.gameId,
    isElsewhere: (_, params: { readonly launched: LaunchedGame }) => isElsewhere(params.launched),
    hasRound: (_, params: { readonly launched: LaunchedGame }) => params.launched.open.length > 0,
    isOpenable: ({ context }, params: { readonly hasDemo: boolean }) => context.mode === 'real' || params.hasDemo,
    isOwnChoice: ({ context }, params: { readonly choice: GameChoice }) => params.choice.kind === context.choice.kind,
    isChip: ({ context }, params: { readonly amountMinor: number }) =>
      context.launched?.chipsMinor.includes(params.amountMinor) === true,
    hasSpots: ({ context }) => takesSpots(context.choice.kind),
    isPlayable: ({ context }) => playFault(context) === null,
    isOffered: ({ context }, params: { readonly act: GameAct }) =>
      context.round !== null && isActOffered(context.round.view, params.act),
    isRoundOpen: ({ context }) => context.round?.state === 'open',
    means: (_, params: { readonly error: unknown; readonly meaning: FailureMeaning }) =>
      meaningOf(params.error) === params.meaning,
  },
  actions: {
    storeGame: assign({ gameId: (_, params: { readonly gameId: string }) => params.gameId }),
    storeMode: assign({ mode: (_, params: { readonly mode: 'real' | 'fun' }) => params.mode }),
    storeLaunched: assign((_, params: { readonly launched: LaunchedGame }) => {
      const { launched } = params
      const [open = null] = launched.open
      return {
        launched,
        round: open,
        choice: firstChoice(launched.settings?.kind ?? 'slot'),
        chipMinor: firstChip(launched),
        stakes: open?.stakes ?? [],
        fairness: launched.fairness ?? null,
      }
    }),
    forgetGame: assign({ launched: null, round: null, stakes: [], request: null, fairness: null, revealed: null }),
    announceLeft: emit(({ context }) => ({
      type: 'session.left' as const,
      sessionId: context.launched?.sessionId ?? '',
    })),
    storeChoice: assign({ choice: (_, params: { readonly choice: GameChoice }) => params.choice }),
    storeChip: assign({ chipMinor: (_, params: { readonly amountMinor: number }) => params.amountMinor }),
    addChip: assign({
      stakes: ({ context: { stakes, chipMinor } }, params: { readonly on: string }) =>
        withChip(stakes, params.on, chipMinor),
    }),
    clearStakes: assign({ stakes: [] }),
    nameRound: assign({
      request: ({ context }, params: { readonly guid: string }) => ({
        kind: 'round' as const,
        sessionId: context.launched?.sessionId ?? '',
        guid: params.guid,
        stakes: stakesFor(context.choice.kind, context),
        choice: context.choice,
      }),
    }),
    nameAct: assign({
      request: ({ context: { launched, round } }, params: { readonly act: GameAct }) =>
        round && {
          kind: 'act' as const,
          sessionId: launched?.sessionId ?? '',
          roundId: round.roundId,
          step: round.step,
          act: params.act,
        },
    }),
    forgetRequest: assign({ request: null }),
    storeRound: assign((_, params: { readonly round: CasinoRound }) => {
      const { round } = params
      return {
        round,
        fairness: round.fairness ? { ...round.fairness, nonce: round.fairness.nonce + 1 } : null,
      }
    }),
    tell: emit(({ context }) => {
      if (!context.round) throw new Error('no round was shown')
      return { type: 'round.told' as const, round: context.round }
    }),
    storeSeed: assign((_, params: { readonly changed: ChangedSeed }) => ({
      revealed: params.changed,
      fairness: params.changed.fairness,
    })),
    storeFailure: assign({ failure: (_, params: { readonly error: unknown }) => readFailure(params.error) }),
    clearFailure: assign({ failure: null }),
  },
})

/** What keeps the stakes that lie from being played; null when they can be. */
export function playFault(context: GamePlayContext): ReturnType<typeof stakeFault> {
  const { launched, round, choice } = context
  if (!launched) return 'none'
  return stakeFault(stakesFor(choice.kind, context), {
    maximumMinor: launched.maximumMinor,
    // A free round costs nothing.
    balanceMinor: launched.freeRounds ? Number.MAX_SAFE_INTEGER : (round?.balanceMinor ?? launched.balanceMinor),
  })
}

/**
 * The life of a game on its page (CAS-7, CAS-11, CAS-14): it is opened for money or for fun, stakes and choices are laid, a round is asked for,
 * shown, played on by acts where its rules have them, and its result is reported only after that. One press is one round: it has a name,
 * and while its answer is lost the same is asked again, and nothing else can be played. A round that waits for its player, or that another
 * page has played on, is taken up as the server tells it. Games of providers and of tables are opened, left and changed here, and played
 * elsewhere.
 */
export const gamePlayMachine = gamePlaySetup.createMachine({
  id: 'play',
  context: ({ input }) => ({
    ...input,
    mode: 'fun',
    launched: null,
    round: null,
    choice: firstChoice('slot'),
    chipMinor: 0,
    stakes: [],
    request: null,
    fairness: null,
    revealed: null,
    failure: null,
  }),
  initial: 'closed',
  on: {
    'page.changed': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.closed',
      actions: [{ type: 'storeGame', params: ({ event }) => event }, 'forgetGame', 'clearFailure'],
    },
  },
  states: {
    closed: {
      on: {
        'game.opened': {
          target: 'opening',
          actions: [{ type: 'storeMode', params: ({ event }) => event }, 'clearFailure'],
        },
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        src: 'launch',
        input: ({ context: { gameId, mode } }) => ({ gameId, mode }),
        onDone: [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => ({ launched: event.output }) },
            target: 'open.elsewhere',
            actions: { type: 'storeLaunched', params: ({ event }) => ({ launched: event.output }) },
          },
          {
            guard: { type: 'hasRound', params: ({ event }) => ({ launched: event.output }) },
            target: 'open.turn',
            actions: { type: 'storeLaunched', params: ({ event }) => ({ launched: event.output }) },
          },
          {
            target: 'open.ready',
            actions: { type: 'storeLaunched', params: ({ event }) => ({ launched: event.output }) },
          },
        ],
        onError: {
          target: 'closed',
          actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    switching: {
      tags: 'busy',
      invoke: {
        src: 'turnTo',
        input: ({ context: { gameId, launched } }) => ({ gameId, sessionId: launched?.sessionId ?? '' }),
        onDone: [
          {
            guard: { type: 'isOpenable', params: ({ event }) => ({ hasDemo: event.output }) },
            target: 'opening',
            actions: 'forgetGame',
          },
          { target: 'closed', actions: 'forgetGame' },
        ],
        onError: {
          target: 'closed',
          actions: ['forgetGame', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
    },
    open: {
      on: {
        'page.changed': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'closed',
          actions: ['announceLeft', { type: 'storeGame', params: ({ event }) => event }, 'forgetGame', 'clearFailure'],
        },
        'game.left': { target: 'closed', actions: ['announceLeft', 'forgetGame', 'clearFailure'] },
        'game.switched': {
          target: 'switching',
          actions: [{ type: 'storeGame', params: ({ event }) => event }, 'forgetRequest', 'clearFailure'],
        },
      },
      initial: 'ready',
      states: {
        elsewhere: { on: { 'game.opened': { target: '#play.opening', actions: ['forgetGame', 'clearFailure'] } } },
        ready: {
          on: {
            'choice.changed': {
              guard: { type: 'isOwnChoice', params: ({ event }) => event },
              actions: { type: 'storeChoice', params: ({ event }) => event },
            },
            'chip.changed': {
              guard: { type: 'isChip', params: ({ event }) => event },
              actions: { type: 'storeChip', params: ({ event }) => event },
            },
            'stake.placed': { guard: 'hasSpots', actions: { type: 'addChip', params: ({ event }) => event } },
            'stakes.cleared': { actions: 'clearStakes' },
            'round.asked': {
              guard: 'isPlayable',
              target: 'asking',
              actions: [{ type: 'nameRound', params: ({ event }) => event }, 'clearFailure'],
            },
            'seed.asked': { target: 'seeding', actions: 'clearFailure' },
          },
        },
        seeding: {
          tags: 'busy',
          invoke: {
            src: 'changeSeed',
            input: ({ context, event }) => ({
              sessionId: context.launched?.sessionId ?? '',
              clientSeed: event.type === 'seed.asked' ? event.clientSeed : '',
            }),
            onDone: {
              target: 'ready',
              actions: { type: 'storeSeed', params: ({ event }) => ({ changed: event.output }) },
            },
            onError: {
              target: 'ready',
              actions: { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        turn: {
          on: {
            'act.asked': {
              guard: { type: 'isOffered', params: ({ event }) => event },
              target: 'asking',
              actions: [{ type: 'nameAct', params: ({ event }) => event }, 'clearFailure'],
            },
          },
        },
        asking: {
          tags: 'busy',
          invoke: {
            src: 'ask',
            input: ({ context: { request } }) => {
              if (!request) throw new Error('nothing was named to be asked')
              return request
            },
            onDone: {
              target: 'showing',
              actions: ['forgetRequest', { type: 'storeRound', params: ({ event }) => ({ round: event.output }) }],
            },
            onError: [
              {
                guard: { type: 'means', params: ({ event }) => ({ error: event.error, meaning: 'pace' as const }) },
                target: 'pacing',
              },
              {
                guard: { type: 'means', params: ({ event }) => ({ error: event.error, meaning: 'stale' as const }) },
                target: '#play.opening',
                actions: [
                  'announceLeft',
                  'forgetGame',
                  { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
                ],
              },
              {
                guard: { type: 'means', params: ({ event }) => ({ error: event.error, meaning: 'over' as const }) },
                target: '#play.closed',
                actions: [
                  'announceLeft',
                  'forgetGame',
                  { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) },
                ],
              },
              {
                guard: { type: 'means', params: ({ event }) => ({ error: event.error, meaning: 'lost' as const }) },
                target: 'lost',
              },
              {
                guard: 'isRoundOpen',
                target: 'turn',
                actions: ['forgetRequest', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
              },
              {
                target: 'ready',
                actions: ['forgetRequest', { type: 'storeFailure', params: ({ event }) => ({ error: event.error }) }],
              },
            ],
          },
        },
        pacing: { tags: 'busy', after: { roundPause: 'asking' } },
        lost: { tags: 'busy', on: { 'answer.asked': 'asking' }, after: { pollDelay: 'asking' } },
        showing: {
          tags: 'busy',
          on: {
            'round.shown': [
              { guard: 'isRoundOpen', target: 'turn', actions: 'tell' },
              { target: 'ready', actions: 'tell' },
            ],
          },
        },
      },
    },
  },
})
