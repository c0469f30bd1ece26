import type { PlayerSummary } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { BreakButton } from './BreakButton.tsx'
import { LimitReview } from './LimitReview.tsx'
import { RealityCheck } from './RealityCheck.tsx'
import styles from './session-clock.module.css'
import { useLastSignIn } from './use-last-sign-in.ts'
import { usePlaySession } from './use-play-session.ts'

/** What protects a signed-in player on every page: the reality check with the clock of the session, the button for a break at once, the
 *  question about their limits, and when they last signed in. */
export function PlayerProtection({ player }: { readonly player: PlayerSummary }) {
  const { realityCheckMs, isSessionClockShown, breakButtonHours } = useApp().site.config.responsible
  const session = usePlaySession(player)
  useLastSignIn(player, session)
  return (
    <>
      <div className={styles.corner}>
        {realityCheckMs > 0 || isSessionClockShown ? <RealityCheck player={player} /> : null}
        {breakButtonHours > 0 ? <BreakButton hours={breakButtonHours} /> : null}
      </div>
      {session?.isReviewDue ? <LimitReview key={player.userId} player={player} session={session} /> : null}
    </>
  )
}
