import type { ReactNode } from 'react'
import { FEED_KIND, takesBets } from '#machines/site/tables/tables.ts'
import type { CouponEntry } from '#schemas'
import { Badge } from '../../site/Badge.tsx'
import { Button } from '../../site/Button.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import { PriceAge } from '../history/PriceAge.tsx'
import styles from './CouponEntryCard.module.css'
import { type CouponLook, movementOf } from './coupon.selectors.ts'

/** Props of {@link CouponEntryCard}. */
export interface CouponEntryCardProps {
  readonly entry: CouponEntry
  /** What is flagged on it: betting is suspended, a game appears twice, or the price or line is not the one that was
   *  agreed to. */
  readonly mark: 'closed' | 'conflict' | 'changed' | 'fine'
  readonly look: CouponLook
  /** When the price was last heard of, ms since 1970; left out when its age is of no interest. */
  readonly pricedAtMs?: number | undefined
  /** Takes it out; left out when nothing can be changed now. */
  readonly onRemove?: (() => void) | undefined
  /** Its stake, its block or whether it is the lobby. */
  readonly children?: ReactNode
}

/** A selection in the coupon: what was chosen, at what price, and how the price has moved since. */
export function CouponEntryCard({ entry, mark, look, pricedAtMs, onRemove, children }: CouponEntryCardProps) {
  const t = useText()
  const { names, startsAt, kind } = entry
  return (
    <li className={styles.card} data-mark={mark}>
      <div className={styles.words}>
        <p className={styles.outcome}>
          <bdi>{names.outcome}</bdi>
          {kind === FEED_KIND.live ? (
            <Badge kind="live">{t('betting.live')}</Badge>
          ) : (
            <time dateTime={startsAt} dir="ltr">
              {look.time(startsAt)}
            </time>
          )}
        </p>
        <p className={styles.game} title={`${names.game} · ${names.market}`}>
          <bdi>
            {names.game} · {names.market}
          </bdi>
        </p>
      </div>
      <EntryPrice entry={entry} mark={mark} look={look} />
      {onRemove ? (
        <span className={styles.remove}>
          <Button
            kind="plain"
            size="small"
            icon="close"
            aria-label={t('betting.remove', { name: `${names.outcome}, ${names.game}` })}
            onClick={onRemove}
          />
        </span>
      ) : null}
      <EntryNotes entry={entry} mark={mark} />
      {pricedAtMs === undefined ? null : <PriceAge sinceMs={pricedAtMs} />}
      {children}
    </li>
  )
}

function EntryPrice({ entry, mark, look }: Pick<CouponEntryCardProps, 'entry' | 'mark' | 'look'>) {
  const t = useText()
  const movement = movementOf(entry)
  return (
    <p className={styles.price} data-movement={movement}>
      {mark === 'closed' ? <Icon name="lock" size={16} label={t('betting.price_closed')} /> : null}
      {movement === 0 ? null : (
        <Icon
          name={movement > 0 ? 'arrow-up' : 'arrow-down'}
          size={16}
          label={t(movement > 0 ? 'betting.price_up' : 'betting.price_down')}
        />
      )}
      <span className={styles.odds} dir="ltr">
        {look.price(entry.odds)}
      </span>
      {movement === 0 ? null : (
        <span className={styles.former}>{t('betting.was', { price: look.price(entry.agreedOdds) })}</span>
      )}
    </p>
  )
}

/** What prevents a bet on it, in words. */
function EntryNotes({ entry, mark }: Pick<CouponEntryCardProps, 'entry' | 'mark'>) {
  const t = useText()
  const { status, isSuspended, parameter, agreedParameter } = entry
  const none = t('betting.no_line')
  const notes = [
    ...(takesBets(status) ? [] : [t(`betting.status_${status}`)]),
    ...(takesBets(status) && isSuspended ? [t('betting.suspended')] : []),
    ...(mark === 'conflict' ? [t('betting.related')] : []),
    ...(parameter === agreedParameter
      ? []
      : [t('betting.line_was', { line: parameter ?? none, former: agreedParameter ?? none })]),
  ]
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      <Icon name="alert" size={16} />
      {note}
    </p>
  ))
}
