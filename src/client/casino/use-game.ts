import { useState } from 'react'
import { actInGame, changeGameSeed, playGame } from '#calls/casino/play.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { CasinoRound, ChangedSeed, GameAct, GameChoice, GameStake, LaunchedGame } from '#schemas'
import { usePlayer } from '../page/player.tsx'
import { createRequestKeys, guidOf } from '../page/request-keys.ts'
import { useCall } from '../page/use-call.ts'
import { firstChoice, hasSpots } from './boards.ts'

/** A game as its page holds it. */
export function useGame(launched: LaunchedGame) {
  const call = useCall()
  const t = useText()
  const [keys] = useState(createRequestKeys)
  const { showBalance } = usePlayer()
  const kind = launched.settings?.kind ?? 'slot'
  const [round, setRound] = useState<CasinoRound | null>(launched.open[0] ?? null)
  const [choice, setChoice] = useState<GameChoice>(() => firstChoice(kind))
  const [chip, setChip] = useState(() => firstChip(launched))
  const [stakes, setStakes] = useState<readonly GameStake[]>(launched.open[0]?.stakes ?? [])
  const [isCalling, setIsCalling] = useState(false)
  const [isShowing, setIsShowing] = useState(false)
  const [failure, setFailure] = useState('')
  const [fairness, setFairness] = useState(launched.fairness)
  const [revealed, setRevealed] = useState<ChangedSeed | null>(null)
  const isOpen = round?.state === 'open'
  const chosen = hasSpots(kind) ? stakes : [{ on: 'main', amountMinor: chip }]
  // An open round shows what was staked on it, whatever chip is chosen now.
  const own = isOpen && round ? round.stakes : chosen

  function fail(error: unknown): void {
    const { code, params } = readFailure(error)
    setFailure(t(code, params))
  }

  async function run(work: () => Promise<CasinoRound>): Promise<void> {
    if (isCalling || isShowing) return
    setIsCalling(true)
    setFailure('')
    try {
      const next = await work()
      keys.forget()
      setRound(next)
      setIsShowing(true)
      setFairness(next.fairness && { ...next.fairness, nonce: next.fairness.nonce + 1 })
    } catch (error) {
      fail(error)
    } finally {
      setIsCalling(false)
    }
  }

  return {
    ...{ kind, round, choice, setChoice, chip, setChip, stakes: own, failure, fairness, revealed, isOpen },
    isBusy: isCalling || isShowing,
    total: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    // While the round is being shown, its win is not in the balance yet.
    balanceMinor:
      isShowing && round ? round.balanceMinor - round.payoutMinor : (round?.balanceMinor ?? launched.balanceMinor),
    /** Puts the chip on a spot. */
    addChip: (on: string) => {
      const former = stakes.find((stake) => stake.on === on)?.amountMinor ?? 0
      setStakes([...stakes.filter((stake) => stake.on !== on), { on, amountMinor: former + chip }])
    },
    clear: () => setStakes([]),
    play: () => {
      // A round whose answer was lost is asked for under its name again: it is not played twice.
      const wish = { sessionId: launched.sessionId, stakes: [...own], choice }
      const asked = { ...wish, guid: guidOf(keys.keyOf(wish)) }
      return run(() => call(playGame, { body: asked }, { idempotencyKey: asked.guid }))
    },
    act: (act: GameAct) => {
      if (!round) return Promise.resolve()
      const { roundId, step } = round
      const asked = { sessionId: launched.sessionId, roundId, step, act }
      return run(() => call(actInGame, { body: asked }, { idempotencyKey: `${roundId}/${step}` }))
    },
    shown: () => {
      setIsShowing(false)
      if (round?.mode === 'real') showBalance({ balanceMinor: round.balanceMinor, currency: round.currency })
    },
    changeSeed: async (clientSeed: string) => {
      try {
        const changed = await call(changeGameSeed, { body: { sessionId: launched.sessionId, clientSeed } })
        setRevealed(changed)
        setFairness(changed.fairness)
        setFailure('')
      } catch (error) {
        fail(error)
      }
    },
  }
}

function firstChip({ chipsMinor, minimumMinor }: LaunchedGame): number {
  return chipsMinor[3] ?? chipsMinor[0] ?? minimumMinor
}
