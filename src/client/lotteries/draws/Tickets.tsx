import { useState } from 'react'
import { getDrawReceipt } from '#calls/lotteries/draws.calls.ts'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawReceipt, DrawTicket, DrawTicketsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import { drawMoney } from './draw-text.ts'
import styles from './draws.module.css'

const KIND_OF: Readonly<Record<DrawTicket['state'], BadgeKind>> = {
  open: 'info',
  won: 'positive',
  lost: 'neutral',
  refunded: 'warning',
}

/** Tickets of the player, each with its lines and what they have hit (LOT-7). */
export function Tickets({ answer, page }: { readonly answer: DrawTicketsAnswer; readonly page: number }) {
  const t = useText()
  return (
    <section className={styles.section} id="tickets">
      <h2>{t('draws.my_tickets')}</h2>
      {answer.tickets.length === 0 ? (
        <EmptyState icon="lottery" title={t('draws.no_tickets')} text={t('draws.no_tickets_text')} />
      ) : (
        <ul className={styles.tickets}>
          {answer.tickets.map((ticket) => (
            <li key={ticket.ticketId} className={styles.ticket}>
              <Ticket ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
      {answer.pages > 1 ? (
        <nav className={styles.buttons} aria-label={t('draws.pages')}>
          {page > 1 ? <ButtonLink to={`?page=${page - 1}`}>{t('draws.page_before')}</ButtonLink> : null}
          {page < answer.pages ? <ButtonLink to={`?page=${page + 1}`}>{t('draws.page_after')}</ButtonLink> : null}
        </nav>
      ) : null}
    </section>
  )
}

function Ticket({ ticket }: { readonly ticket: DrawTicket }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { ticketId, name, number, state, lines, priceMinor, payoutMinor, drawsAt, numbers, second, drawId } = ticket
  const path = offeredPath(app, ticket.kind)
  return (
    <article className={styles.ticketBody}>
      <header>
        <h3>{t('draws.ticket_title', { name, number })}</h3>
        <Badge kind={KIND_OF[state]}>{t(`draws.state_${state}`)}</Badge>
      </header>
      <p className={styles.facts}>
        <span>{t('draws.ticket_number', { number: ticketId })}</span>
        <time dateTime={drawsAt}>{write(drawsAt)}</time>
        <span>{drawMoney(app, priceMinor, ticket)}</span>
        {payoutMinor > 0 ? <strong>{drawMoney(app, payoutMinor, ticket)}</strong> : null}
      </p>
      <ol className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a ticket never change their places
          <li key={place}>
            <Balls
              label={t('draws.line', { number: place + 1 })}
              size="small"
              numbers={line.numbers}
              second={line.second}
              hits={numbers}
              secondHits={second}
            />
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        {path ? (
          <ButtonLink to={`${path}?game=${ticket.game}&again=${ticketId}`} size="small">
            {t('draws.play_again')}
          </ButtonLink>
        ) : null}
        {path && numbers.length > 0 ? (
          <ButtonLink to={`${path}?game=${ticket.game}&draw=${drawId}`} size="small">
            {t('draws.verify_draw')}
          </ButtonLink>
        ) : null}
        <Receipt ticketId={ticketId} />
      </div>
    </article>
  )
}

type Verdict = 'waiting' | 'below' | 'wrong'

/** The receipt of a ticket, verified in the browser: that it is below the root that was published when the sale ended. */
function Receipt({ ticketId }: { readonly ticketId: number }) {
  const t = useText()
  const call = useCall()
  const [found, setFound] = useState<{ readonly receipt: DrawReceipt; readonly verdict: Verdict } | null>(null)
  const show = async () => {
    const receipt = await call(getDrawReceipt, { query: { ticket: ticketId } })
    const { isBelow } = await import('#machines/lotteries/fairness/ticket-tree.rules.ts')
    const { root, text, path } = receipt
    const verdict = root === undefined ? 'waiting' : isBelow(text, path, root) ? 'below' : 'wrong'
    setFound({ receipt, verdict })
  }
  if (!found)
    return (
      <Button
        size="small"
        onClick={() => void show().catch((error: unknown) => report('draws.receipt_failed', { error: String(error) }))}
      >
        {t('draws.receipt')}
      </Button>
    )
  return (
    <div className={styles.receipt}>
      <p role="status">{t(`draws.receipt_${found.verdict}`)}</p>
      <dl>
        <div>
          <dt>{t('draws.receipt_text')}</dt>
          <dd>
            <code>{found.receipt.text}</code>
          </dd>
        </div>
        <div>
          <dt>{t('draws.receipt_leaf')}</dt>
          <dd>
            <code>{found.receipt.leaf}</code>
          </dd>
        </div>
        {found.receipt.root ? (
          <div>
            <dt>{t('draws.root')}</dt>
            <dd>
              <code>{found.receipt.root}</code>
            </dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}
