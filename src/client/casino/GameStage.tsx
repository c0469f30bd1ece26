import { useEffect, useRef } from 'react'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import { Spinner } from '#renderers/site/Spinner.tsx'
import type { GameDetails } from '#schemas'
import { FrameStage } from './frame/FrameParts.tsx'
import { GameFrame, NoFrame } from './frame/GameFrame.tsx'
import { GameSwitch } from './frame/GameSwitch.tsx'
import { GameInfo } from './GameInfo.tsx'
import { GameTable } from './GameTable.tsx'
import { TableGame } from './tables/TableGame.tsx'
import { useGame } from './use-game.ts'

/** Props of {@link GameStage}. */
export interface GameStageProps {
  /** The game of the page now; the stage stays when the player switches to another. */
  readonly details: GameDetails
  /** How the first game is opened. */
  readonly opensAs: 'real' | 'fun'
}

/** Where a game is played: it is opened at once, and can be left, opened again and changed for another. */
export function GameStage({ details, opensAs }: GameStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const { game } = details
  const play = useGame(game.id, opensAs)
  const { launched, isBusy, failure, open, leave, switchTo } = play
  const sessionId = launched?.sessionId
  // Title and jackpots are above the game: board and button are in sight once it is open.
  useEffect(() => {
    if (sessionId !== undefined) stage.current?.scrollIntoView({ block: 'start' })
  }, [sessionId])
  const onFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : stage.current?.requestFullscreen?.())
  return (
    <FrameStage ref={stage}>
      {launched === null ? (
        isBusy ? (
          <Spinner label={game.name} />
        ) : (
          <GameInfo key={game.id} {...{ details, isBusy, failure }} onOpen={open} />
        )
      ) : launched.settings && isTableGame(launched.settings) ? (
        <TableGame key={launched.sessionId} launched={launched} name={game.name} onLeave={leave} />
      ) : launched.settings ? (
        <GameTable key={launched.sessionId} launched={launched} game={play} name={game.name} />
      ) : launched.url ? (
        <GameFrame
          key={launched.sessionId}
          {...{ launched, details, onFullScreen }}
          onLeave={leave}
          onAgain={() => open(launched.mode)}
        />
      ) : (
        <NoFrame />
      )}
      {launched ? <GameSwitch gameId={game.id} isBusy={isBusy} onSwitch={switchTo} /> : null}
    </FrameStage>
  )
}
