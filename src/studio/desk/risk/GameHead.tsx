import type { DeskGame } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { say } from '../../app/studio-texts.ts'
import { PaneFacts } from '../PaneParts.tsx'

interface GameHeadProps {
  readonly game: DeskGame
  /** While it is played, or as it ended. */
  readonly score?: string | undefined
}

/** Which game it is, when it starts and how it stands. */
export function GameHead({ game: { name, championship, gameId, startsAt, producer }, score }: GameHeadProps) {
  return (
    <>
      <h2>{name}</h2>
      <PaneFacts>
        {say('desk.game_facts', { championship, number: gameId, at: momentText(startsAt), producer })}
      </PaneFacts>
      {score && <PaneFacts>{say('desk.game_score', { score })}</PaneFacts>}
    </>
  )
}
