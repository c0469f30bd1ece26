import { useCallback, useEffect, useState } from 'react'
import { getBetHistory } from '#calls/betting.calls.ts'
import { BET_STATUS } from '#machines/betting/bet-history.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BetHistoryAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { BetList } from './BetList.tsx'
import styles from './OpenBets.module.css'

/** How often they are read again while they are in sight. */
const REFRESH_MS = 15_000

/** Props of {@link OpenBets}. */
export interface OpenBetsProps {
  /** A bet was sold, insured or given up: what the player has is another amount. */
  readonly onChanged: () => void
}

/** The player's open bets beside the page, the latest first, each with what can be done with it (BET-12, BET-13). */
export function OpenBets({ onChanged }: OpenBetsProps) {
  const app = useApp()
  const t = useText()
  const { answer, hasFailed, refresh } = useOpenBets()
  const history = offeredPath(app, 'office_history')
  const onDone = () => {
    refresh()
    onChanged()
  }
  if (!answer)
    return hasFailed ? (
      <EmptyState
        icon="warning"
        title={t('betting.open_bets_failed')}
        text=""
        action={<Button onClick={refresh}>{t('betting.open_bets_again')}</Button>}
      />
    ) : (
      <div className={styles.waiting} aria-busy="true">
        <Skeleton shape="box" />
      </div>
    )
  return (
    <div className={styles.open}>
      <BetList
        bets={answer.bets}
        className={styles.bets}
        none={
          <EmptyState icon="document" title={t('betting.open_bets_none')} text={t('betting.open_bets_none_text')} />
        }
        onChange={onDone}
      />
      {history ? (
        <ButtonLink kind="plain" to={history}>
          {t('betting.open_bets_all')}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** The first page of the open bets, read again while the page is in sight. What was read last stays when a reading fails. */
function useOpenBets() {
  const { call } = useApp()
  const [answer, setAnswer] = useState<BetHistoryAnswer | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const refresh = useCallback(() => {
    call(getBetHistory, { query: { status: BET_STATUS.open, page_number: 1 } }).then(
      (next) => {
        setAnswer(next)
        setHasFailed(false)
      },
      (error: unknown) => {
        report('coupon.open_bets_failed', { error: String(error) })
        setHasFailed(true)
      },
    )
  }, [call])
  useEffect(() => {
    refresh()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return { answer, hasFailed, refresh }
}
