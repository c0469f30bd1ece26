import type { PlayerSummary } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { LimitReview } from './LimitReview.tsx'
import { RealityCheck } from './RealityCheck.tsx'

/** What protects a signed-in player on every page: the reality check with the clock of the session, and the question about their limits. */
export function PlayerProtection({ player }: { readonly player: PlayerSummary }) {
  const { realityCheckMs, isSessionClockShown } = useApp().site.config.responsible
  return (
    <>
      {realityCheckMs > 0 || isSessionClockShown ? <RealityCheck player={player} /> : null}
      <LimitReview key={player.userId} player={player} />
    </>
  )
}
