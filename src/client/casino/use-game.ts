import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fromPromise } from 'xstate'
import { gamePlayActors } from '#calls/actors/game-play.actors.ts'
import { closeGame } from '#calls/casino/play.calls.ts'
import { totalOf } from '#machines/casino/games/game-rules.ts'
import { type GamePlayContext, gamePlayMachine, playFault } from '#machines/casino/play/play.machine.ts'
import { shownMoney, stakesFor } from '#machines/casino/play/play.rules.ts'
import { soundOf } from '#machines/casino/play/sound.rules.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { GameAct, GameChoice, GamePreview, LaunchedGame } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import { newGuid } from '../page/request-keys.ts'
import { gamePath } from './lobby/LobbyTile.tsx'
import { useSounds } from './sound/use-sounds.ts'

/** Leads the page to another game. @returns whether it can be played for fun */
type TurnTo = (gameId: string) => Promise<boolean>

function playOf({ call }: App, turnTo: TurnTo) {
  return gamePlayMachine.provide({
    actors: {
      launch: fromPromise<LaunchedGame, Pick<GamePlayContext, 'gameId' | 'mode'>>(({ input }) => {
        const device = window.matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop'
        return gamePlayActors.launch(call, { ...input, device })
      }),
      turnTo: fromPromise<boolean, { readonly gameId: string; readonly sessionId: string }>(async ({ input }) => {
        await end(call, input.sessionId)
        return turnTo(input.gameId)
      }),
      ask: fromPromise(({ input }) => gamePlayActors.ask(call, input)),
      changeSeed: fromPromise(({ input }) => gamePlayActors.changeSeed(call, input)),
    },
  })
}

async function end(call: App['call'], sessionId: string): Promise<void> {
  await call(closeGame, { body: { sessionId } }).catch((error: unknown) =>
    report('casino.close_failed', { error: String(error) }),
  )
}

/** The game of a page as the page draws it, and what its player can do. It lives by the machine casino/play.
 *  @param gameId the game that the page is of now  @param opensAs how the first game is opened, at once */
export function useGame(gameId: string, opensAs: 'real' | 'fun') {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { showBalance } = usePlayer()
  const next = useRef<GamePreview | null>(null)
  const [machine] = useState(() =>
    playOf(app, async (id) => {
      await navigate(gamePath(app, id) ?? '.', { replace: true, preventScrollReset: true })
      return next.current?.hasDemo === true
    }),
  )
  const [state, send, actor] = useMachine(machine, { input: { gameId } })
  const sounds = useSounds(state.context.launched?.art?.sounds)
  const { play } = sounds
  const { call } = app
  useEffect(() => send({ type: 'game.opened', mode: opensAs }), [send, opensAs])
  useEffect(() => send({ type: 'page.changed', gameId }), [send, gameId])
  useEffect(() => actor.on('session.left', ({ sessionId }) => void end(call, sessionId)).unsubscribe, [actor, call])
  useEffect(() => {
    const told = actor.on('round.told', ({ round }) => {
      if (round.mode === 'real') showBalance({ balanceMinor: round.balanceMinor, currency: round.currency })
      const sound = soundOf(round)
      if (sound) void play(sound)
    })
    return told.unsubscribe
  }, [actor, showBalance, play])
  const { context } = state
  const { launched, round, choice, chipMinor, fairness, revealed, failure } = context
  const isOpen = round?.state === 'open'
  // An open round shows what was staked on it, whatever chip is chosen now.
  const stakes = isOpen ? round.stakes : stakesFor(choice.kind, context)
  const isShowing = state.matches({ open: 'showing' })
  const isReady = state.matches({ open: 'ready' })
  const fault = playFault(context)
  return {
    /** The session; null where none is open, or another game is about to take its place. */
    launched: state.matches('open') ? launched : null,
    ...{ round, choice, chipMinor, stakes, fairness, revealed, isOpen },
    total: totalOf(stakes),
    ...{ fault, isReady, sounds },
    failure: failure ? t(failure.code, { ...failure.params }) : '',
    isBusy: state.hasTag('busy'),
    /** Whether it is not known what became of the round. */
    isLost: state.matches({ open: 'lost' }),
    ...shownMoney(round, { isShowing, balanceMinor: launched?.balanceMinor ?? 0 }),
    open: (mode: 'real' | 'fun') => send({ type: 'game.opened', mode }),
    leave: () => send({ type: 'game.left' }),
    /** Opens another game in the place of this one. */
    switchTo: (game: GamePreview) => {
      if (gamePath(app, game.id) === null) return
      next.current = game
      send({ type: 'game.switched', gameId: game.id })
    },
    choose: (chosen: GameChoice) => send({ type: 'choice.changed', choice: chosen }),
    setChip: (amountMinor: number) => send({ type: 'chip.changed', amountMinor }),
    /** Puts the chip on a spot. */
    addChip: (on: string) => {
      if (isReady) void play('chip')
      send({ type: 'stake.placed', on })
    },
    clear: () => send({ type: 'stakes.cleared' }),
    play: () => {
      if (isReady && fault === null) void play('start')
      send({ type: 'round.asked', guid: newGuid() })
    },
    act: (act: GameAct) => send({ type: 'act.asked', act }),
    /** Asks at once what became of the round. */
    askAgain: () => send({ type: 'answer.asked' }),
    shown: () => send({ type: 'round.shown' }),
    changeSeed: (clientSeed: string) => send({ type: 'seed.asked', clientSeed }),
  }
}
