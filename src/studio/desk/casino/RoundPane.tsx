import { useCallback } from 'react'
import { getDeskRound } from '#calls/studio/studio-casino.calls.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { useAnswer } from '../../app/use-answer.ts'
import { Awaited } from '../../parts/Awaited.tsx'
import { PlayerHead } from '../PlayerHead.tsx'
import type { PaneProps } from '../pane-props.ts'
import { RoundFacts } from './RoundFacts.tsx'

/** A round that was looked up. */
export function RoundPane({ brand, item }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskRound, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  return (
    <Awaited loaded={loaded}>
      {({ facts, player }) => (
        <>
          {player && <PlayerHead card={player} />}
          <RoundFacts facts={facts} />
        </>
      )}
    </Awaited>
  )
}
