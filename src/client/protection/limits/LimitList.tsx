import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerLimit } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './limits.module.css'
import { isRaiseReady, limitAmount, periodKey } from './limits.selectors.ts'
import type { PlayerLimits } from './use-limits.ts'

/** Props of {@link LimitList}. */
export interface LimitListProps
  extends Pick<
    PlayerLimits,
    'limits' | 'isBusy' | 'remove' | 'act' | 'isReviewDue' | 'review' | 'isUnsure' | 'reread'
  > {
  readonly isRolling: boolean
}

/** The limits that are set, with what is left of each and what waits; once it is due, the request to look them over. */
export function LimitList(props: LimitListProps) {
  const { limits, isRolling, isBusy, remove, act, isReviewDue, review, isUnsure, reread } = props
  const t = useText()
  const rest = { isRolling, isBusy, remove, act }
  return (
    <section className={styles.section} aria-labelledby="limits-mine">
      <h2 id="limits-mine" className={styles.heading}>
        {t('limits.list')}
      </h2>
      {isReviewDue ? (
        <div className={styles.raise}>
          <p className={styles.text}>{t('limits.review_text')}</p>
          <div>
            <Button isBusy={isBusy} onClick={review}>
              {t('limits.review_done')}
            </Button>
          </div>
        </div>
      ) : null}
      {isUnsure ? (
        <div>
          <Button onClick={reread}>{t('limits.reread')}</Button>
        </div>
      ) : null}
      {limits.length === 0 ? <p className={styles.text}>{t('limits.none')}</p> : null}
      <ul className={styles.cards}>
        {limits.map((limit) => (
          <Panel as="li" key={`${limit.kind} ${limit.period}`}>
            <Limit limit={limit} {...rest} />
          </Panel>
        ))}
      </ul>
    </section>
  )
}

type LimitProps = Pick<LimitListProps, 'isBusy' | 'remove' | 'act' | 'isRolling'> & { readonly limit: PlayerLimit }

function Limit({ limit, isRolling, ...acts }: LimitProps) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { kind, period, amount, currency, used, left, renewsAt } = limit
  const name = `${t(`limits.kind_${kind}`)} ${t(periodKey(period, isRolling))}`
  const text = (value: number) => limitAmount(app, value, currency)
  return (
    <>
      <div className={styles.limit}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.amount}>{text(amount)}</p>
        <meter className={styles.meter} aria-label={name} min={0} max={amount} value={Math.min(used, amount)} />
        <p className={styles.facts}>
          <span>{t('limits.used', { used: text(used), amount: text(amount) })}</span>
          <span>{t('limits.left', { left: text(left) })}</span>
        </p>
        {renewsAt ? <p className={styles.text}>{t('limits.renews', { time: write(renewsAt) })}</p> : null}
      </div>
      {limit.raise ? <Raise limit={limit} {...acts} /> : <Remove limit={limit} name={name} {...acts} />}
    </>
  )
}

type ActsOnLimit = Pick<PlayerLimits, 'isBusy' | 'remove' | 'act'> & { readonly limit: PlayerLimit }

function Remove({ limit, name, isBusy, remove }: ActsOnLimit & { readonly name: string }) {
  const t = useText()
  return (
    <div>
      <Button kind="plain" isBusy={isBusy} aria-description={name} onClick={() => remove(limit)}>
        {t('limits.remove')}
      </Button>
    </div>
  )
}

/** A raise that waits: when it can be confirmed, or the question whether it is still wanted. */
function Raise({ limit, isBusy, act }: ActsOnLimit) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { raise, currency } = limit
  if (!raise) return null
  const isReady = isRaiseReady(limit, Date.now())
  const what = raise.amount === null ? 'removal' : 'raise'
  const amount = raise.amount === null ? '' : limitAmount(app, raise.amount, currency)
  const time = write(isReady ? raise.lapsesAt : raise.startsAt)
  return (
    <div className={styles.raise}>
      <p className={styles.text}>{t(`limits.${what}_${isReady ? 'ready' : 'waits'}`, { amount, time })}</p>
      <div className={styles.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={() => act(limit, 'withdraw')}>
          {t('limits.withdraw')}
        </Button>
        {isReady ? (
          <Button isBusy={isBusy} onClick={() => act(limit, 'confirm')}>
            {t('limits.confirm')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
