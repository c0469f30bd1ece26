import { Suspense, useEffect, useState } from 'react'
import { NO_ART, OwnArtProvider } from '#renderers/casino/own-art.ts'
import { SpinStory } from '#renderers/casino/slots/SpinStory.tsx'
import { BlackjackStory } from '#renderers/casino/tables/BlackjackStory.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import type { CasinoRoundProof } from '#schemas'
import { BOARDS } from './boards.ts'
import styles from './game.module.css'

/** Props of {@link RoundBoard}. */
export interface RoundBoardProps {
  readonly proof: CasinoRoundProof
  readonly money: (minor: number) => string
}

/** A round as it ended, on the board that it was played on: nothing on it moves or can be pressed. Below it stands what each spin of a slot
 *  has paid, and what was done with each hand of blackjack (CAS-14). Nothing for a round that is open, and for one of a game that the brand no longer has. */
export function RoundBoard({ proof, money }: RoundBoardProps) {
  const { settings, view, choice, stakes = [], skin, art = NO_ART, state, roundId, name } = proof
  // The server draws no board: its code is fetched when the page is alive.
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  const Board = settings && BOARDS[settings.kind]
  if (!Board || !view || !choice || !skin || state !== 'closed') return null
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={name} />
    </div>
  )
  return (
    <OwnArtProvider value={art}>
      {isAlive ? (
        <Suspense fallback={waiting}>
          <Board
            settings={settings as never}
            skin={skin as never}
            view={view as never}
            choice={choice as never}
            {...{ roundId, stakes, money, isBusy: true, isCalm: true, isPast: true }}
            onChoice={nothing}
            onSpot={nothing}
            onAct={nothing}
            onShown={nothing}
          />
        </Suspense>
      ) : (
        waiting
      )}
      {view.kind === 'slot' || view.kind === 'cascade' ? (
        <SpinStory view={view} skin={skin as never} money={money} />
      ) : null}
      {view.kind === 'blackjack' ? <BlackjackStory view={view} stakes={stakes} money={money} /> : null}
    </OwnArtProvider>
  )
}

const nothing = () => {}
