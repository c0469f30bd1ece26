import { useLoaderData } from 'react-router'
import { getTotoDraw, getTotoTickets } from '#calls/lotteries/toto.calls.ts'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDrawAnswer, TotoTicket } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useBalanceAfter } from '../live/use-fresh-balance.ts'
import { Countdown } from './Countdown.tsx'
import { DrawCoupon } from './DrawCoupon.tsx'
import { DrawStatus } from './DrawRows.tsx'
import { MatchRows } from './MatchRows.tsx'
import { PrizeTable } from './PrizeTable.tsx'
import { TicketRows } from './TicketRows.tsx'
import styles from './toto.module.css'
import { minorText, poolKey } from './toto-text.ts'
import { type DrawNow, useDraw } from './use-draw.ts'

interface Loaded extends DrawNow {
  readonly nowMs: number
}

/** Loads a draw, and the player's tickets in it (LOT-3, LOT-8). */
export async function loadScreen({ app, params }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const drawId = Number(params.drawId)
  const [answer, own] = await Promise.all([
    app.call(getTotoDraw, { query: { drawId } }),
    app.state.visitor.player ? app.call(getTotoTickets, { query: { drawId } }) : { tickets: [] },
  ])
  const { pool, number } = answer.draw
  const title = () => app.texts.t('toto.draw_name', { pool: app.texts.t(poolKey(pool)), number })
  return {
    meta: () => ({ title: title(), description: app.texts.t('toto.text'), isPrivate: answer.draw.status !== 'open' }),
    data: { answer, tickets: own.tickets, nowMs: Date.now() },
  }
}

/** A draw: its games with their marks, the coupon, and what tickets have come to (LOT-7). */
export function Screen() {
  const { data } = useLoaderData<ScreenData<Loaded>>()
  return <Draw key={data.answer.draw.drawId} first={data} />
}

function Draw({ first }: { readonly first: Loaded }) {
  const app = useApp()
  const t = useText()
  const { answer, tickets, refresh } = useDraw(first)
  const { draw, matches, labels } = answer
  const { pool, number } = draw
  const name = t('toto.draw_name', { pool: t(poolKey(pool)), number })
  const toto = offeredPath(app, 'toto')
  const isOpen = draw.status === 'open'
  const showBalance = useBalanceAfter(paidMinor(answer, tickets))
  const onBought = () => {
    showBalance()
    void refresh().catch(() => undefined)
  }
  return (
    <div className={styles.page}>
      <PageHeading title={name} trail={toto ? [{ id: 'toto', label: t('toto.title'), to: toto }] : []} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('toto.status')}</dt>
          <dd>
            <DrawStatus draw={draw} />
          </dd>
        </div>
        {isOpen ? (
          <div>
            <dt>{t('toto.closes_in')}</dt>
            <dd>
              <Countdown until={draw.closesAt} nowMs={first.nowMs} />
            </dd>
          </div>
        ) : (
          <div>
            <dt>{t('toto.decided')}</dt>
            <dd>{t('toto.decided_of', { count: answer.decided, events: draw.events })}</dd>
          </div>
        )}
        <div>
          <dt>{t('toto.jackpot')}</dt>
          <dd className={styles.gold}>{minorText(app, draw.jackpotMinor, draw)}</dd>
        </div>
        <div>
          <dt>{t('toto.staked')}</dt>
          <dd>{minorText(app, draw.stakedMinor, draw)}</dd>
        </div>
        <div>
          <dt>{t('toto.tickets')}</dt>
          <dd>{draw.tickets.toLocaleString(app.visitor.locale)}</dd>
        </div>
      </dl>
      {draw.status === 'cancelled' ? (
        <p className={styles.notice}>{t('toto.cancelled_text', { reason: draw.cancelReason ?? '' })}</p>
      ) : null}
      {isOpen ? (
        <DrawCoupon answer={answer} last={tickets[0]} onBought={onBought} />
      ) : (
        <MatchRows matches={matches} labels={labels} />
      )}
      {tickets.length > 0 ? (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('toto.my_tickets')}</h2>
          <TicketRows tickets={tickets} labels={labels} />
        </section>
      ) : null}
      <PrizeTable answer={answer} />
    </div>
  )
}

/** What tickets have paid or given back, minor units, as it counts for the balance: nothing while their draw is played. */
function paidMinor({ draw }: TotoDrawAnswer, tickets: readonly TotoTicket[]): number {
  const isOver = draw.status === 'paid' || draw.status === 'cancelled'
  return isOver ? tickets.reduce((sum, ticket) => sum + ticket.payoutMinor, 0) : 0
}
