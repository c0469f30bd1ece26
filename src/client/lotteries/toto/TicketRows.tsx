import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoTicket } from '#schemas'
import type { TextKey } from '#schemas/generated/text-keys.ts'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './toto.module.css'
import { minorText, poolKey } from './toto-text.ts'

const KINDS: Readonly<Record<TotoTicket['state'], BadgeKind>> = {
  ...{ open: 'info', won: 'positive', lost: 'neutral', refunded: 'warning' },
}

/** Tickets of the player: what they cost, how they stand, what they have won (LOT-7).
 *  @param labels how outcomes are named, where the tickets are of one draw; without them marks are left out */
export function TicketRows({
  tickets,
  labels,
}: {
  readonly tickets: readonly TotoTicket[]
  readonly labels?: readonly string[]
}) {
  return (
    <ul className={styles.tickets}>
      {tickets.map((ticket) => (
        <TicketCard key={ticket.couponNumber} ticket={ticket} labels={labels} />
      ))}
    </ul>
  )
}

function TicketCard({
  ticket,
  labels,
}: {
  readonly ticket: TotoTicket
  readonly labels: readonly string[] | undefined
}) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const Link = useLink()
  const { couponNumber, pool, number, state, lines, stakeMinor, payoutMinor, ifNowMinor, hits, marks, placedAt } =
    ticket
  const path = offeredPath(app, 'toto_draw', { drawId: String(ticket.drawId) })
  const name = t('toto.draw_name', { pool: t(poolKey(pool)), number })
  const best = hits[0]
  return (
    <li className={styles.ticket} data-state={state}>
      <p className={styles.ticketHead}>
        <strong>{t('toto.coupon_number', { number: couponNumber })}</strong>
        <Badge kind={KINDS[state]}>{t(`toto.ticket_${state}` as TextKey)}</Badge>
      </p>
      <p className={styles.ticketFacts}>
        {labels ? null : path ? <Link to={path}>{name}</Link> : <span>{name}</span>}
        <time dateTime={placedAt}>{write(placedAt)}</time>
        <span>{t('toto.lines', { count: lines })}</span>
        <span>{t('toto.price_of', { amount: minorText(app, stakeMinor, ticket) })}</span>
        {best && ticket.drawStatus !== 'open' ? (
          <span>{t('toto.best_line', { hits: best.hits, count: marks.length })}</span>
        ) : null}
      </p>
      {labels ? (
        <p className={styles.ticketMarks} dir="ltr">
          {marks.map((own, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the event is
            <span key={place}>
              <small>{place + 1}</small>
              {own.map((mark) => labels[mark]).join(' ')}
            </span>
          ))}
        </p>
      ) : null}
      {payoutMinor > 0 ? (
        <p className={styles.won}>
          {t(state === 'refunded' ? 'toto.refund' : 'toto.won', { amount: minorText(app, payoutMinor, ticket) })}
        </p>
      ) : ifNowMinor !== undefined && state === 'open' ? (
        <p className={styles.ifNow}>{t('toto.if_now', { amount: minorText(app, ifNowMinor, ticket) })}</p>
      ) : null}
    </li>
  )
}
