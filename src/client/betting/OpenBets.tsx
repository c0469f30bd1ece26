import { useCallback, useEffect, useState } from 'react'
import { getBetHistory } from '#calls/betting.calls.ts'
import { BET_STATUS } from '#machines/betting/bet-history.rules.ts'
import type { OfferKind } from '#machines/betting/cash-out/bet-offer.rules.ts'
import { BetCard } from '#renderers/betting/history/BetCard.tsx'
import { insurableMinor, leftMinor } from '#renderers/betting/history/bet-history.selectors.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BetHistoryAnswer, HistoryBet } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useBetLook } from '../page/bet-look.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { BetActions } from './BetActions.tsx'
import { BetOfferDialog } from './BetOfferDialog.tsx'
import { actionsOf, namedLeg } from './history.selectors.ts'
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
  const lookOf = useBetLook()
  const { answer, hasFailed, refresh } = useOpenBets()
  const [offered, setOffered] = useState<{ readonly kind: OfferKind; readonly bet: HistoryBet } | null>(null)
  const { isPartSaleAllowed } = app.site.config.boolean
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
      {answer.bets.length === 0 ? (
        <EmptyState icon="document" title={t('betting.open_bets_none')} text={t('betting.open_bets_none_text')} />
      ) : (
        <ul className={styles.bets}>
          {answer.bets.map((bet) => {
            const actions = actionsOf(app, bet)
            return (
              <BetCard
                key={`${bet.betGuid} ${bet.place}`}
                bet={bet}
                legs={bet.legs.map((leg) => namedLeg(app, leg))}
                look={lookOf(bet.currency)}
                actions={
                  actions.length > 0 ? (
                    <BetActions
                      bet={bet}
                      actions={actions}
                      onOffer={(kind) => setOffered({ kind, bet })}
                      onChange={onDone}
                    />
                  ) : undefined
                }
              />
            )
          })}
        </ul>
      )}
      {history ? (
        <ButtonLink kind="plain" to={history}>
          {t('betting.open_bets_all')}
        </ButtonLink>
      ) : null}
      {offered?.bet.betId === undefined ? null : (
        <BetOfferDialog
          key={`${offered.kind} ${offered.bet.betId}`}
          input={{
            kind: offered.kind,
            betId: offered.bet.betId,
            leftMinor: offered.kind === 'sale' ? leftMinor(offered.bet) : insurableMinor(offered.bet),
            exponent: offered.bet.exponent,
          }}
          look={lookOf(offered.bet.currency)}
          isPartAllowed={offered.kind === 'insurance' || isPartSaleAllowed}
          call={app.call}
          onTaken={onDone}
          onClose={() => setOffered(null)}
        />
      )}
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
