import { toGo } from '#machines/lotteries/bingo/bingo-card.rules.ts'
import { BingoBoard } from '#renderers/lotteries/BingoBoard.tsx'
import { BingoCardGrid } from '#renderers/lotteries/BingoCardGrid.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BingoResult, BingoRoomAnswer, BingoTicket, BingoView } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { BingoShop } from './BingoShop.tsx'
import styles from './bingo.module.css'
import { bingoMoney, useLeft } from './bingo-text.ts'
import { useBingoRoom } from './use-bingo-room.ts'

/** Props of {@link BingoRoom}. */
export interface BingoRoomProps {
  readonly answer: BingoRoomAnswer
  /** The player's tickets of the round. */
  readonly tickets: readonly BingoTicket[]
}

/** A bingo room: the numbers as they are called, what can be won, and the player's cards, which are marked by themselves (LOT-5). */
export function BingoRoom({ answer, tickets }: BingoRoomProps) {
  const t = useText()
  const { view, mine, results, read } = useBingoRoom(answer, tickets)
  const held = mine.reduce((sum, { cards }) => sum + cards.length, 0)
  return (
    <div className={styles.table}>
      <section className={styles.panel} aria-label={view.name}>
        <header className={styles.head}>
          <h2>{view.name}</h2>
          <span>{t('bingo.round', { number: view.number })}</span>
        </header>
        <p className={styles.moment}>
          <Moment view={view} />
        </p>
        <BingoBoard balls={Number(view.kind)} called={view.called} />
        <Prizes view={view} />
      </section>
      <div className={styles.side}>
        <section className={styles.panel}>
          <BingoShop key={view.roundId} view={view} held={held} onBought={read} />
        </section>
        {mine.length > 0 ? <MyCards view={view} tickets={mine} /> : null}
        <Results results={results} view={view} />
      </div>
    </div>
  )
}

function Moment({ view }: { readonly view: BingoView }) {
  const t = useText()
  const closes = useLeft(view.closesAt, view.now)
  const next = useLeft(view.nextCallAt, view.now)
  if (view.state === 'over') return t('bingo.over')
  if (view.state === 'cancelled') return t('bingo.cancelled')
  if (next) return t('bingo.next_in', { time: next })
  return closes ? t('bingo.closes_in', { time: closes }) : t('bingo.waiting')
}

function Prizes({ view }: { readonly view: BingoView }) {
  const app = useApp()
  const t = useText()
  return (
    <section className={styles.prizes}>
      <h3>{t('bingo.patterns')}</h3>
      <ul>
        {view.patterns.map(({ id, pattern, prizeMinor }) => {
          const win = view.wins.find((one) => one.pattern === id)
          return (
            <li key={id} data-won={win !== undefined || undefined}>
              <span>{t(`bingo.pattern_${pattern}`)}</span>
              <strong>{bingoMoney(app, prizeMinor, view)}</strong>
              {win ? (
                <small>{t('bingo.won_at', { call: win.call, amount: bingoMoney(app, win.eachMinor, view) })}</small>
              ) : null}
            </li>
          )
        })}
        {view.jackpotCalls > 0 ? (
          <li data-jackpot>
            <span>{t('bingo.jackpot')}</span>
            <strong>{bingoMoney(app, view.jackpotMinor, view)}</strong>
            <small>{t('bingo.jackpot_within', { calls: view.jackpotCalls })}</small>
          </li>
        ) : null}
      </ul>
      <p className={styles.quiet}>{t('bingo.cards_in_play', { cards: view.cards })}</p>
    </section>
  )
}

/** The player's cards, the nearest to a full one first. */
function MyCards({ view, tickets }: { readonly view: BingoView; readonly tickets: readonly BingoTicket[] }) {
  const t = useText()
  const called = new Set(view.called)
  const cards = tickets
    .flatMap(({ ticketId, cards: rows }) =>
      rows.map((card, place) => ({ ticketId, place, card, left: toGo(card, called) })),
    )
    .map((one, at) => ({ ...one, number: at + 1 }))
    .sort((one, other) => one.left - other.left)
  const hasWon = (ticketId: number, place: number) =>
    view.wins.some((win) => win.cards.some((card) => card.ticketId === ticketId && card.place === place))
  return (
    <section className={styles.mine}>
      <h2>{t('bingo.my_cards')}</h2>
      <div className={styles.cards}>
        {cards.map(({ ticketId, place, card, left, number }) => (
          <BingoCardGrid
            key={`${ticketId} ${place}`}
            title={t('bingo.card', { number })}
            rows={card}
            called={called}
            last={view.called.at(-1) ?? null}
            left={left}
            hasWon={hasWon(ticketId, place)}
          />
        ))}
      </div>
    </section>
  )
}

function Results({ results, view }: { readonly results: readonly BingoResult[]; readonly view: BingoView }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  return (
    <section className={styles.panel}>
      <h2>{t('bingo.results')}</h2>
      {results.length === 0 ? <p className={styles.quiet}>{t('bingo.no_results')}</p> : null}
      <ul className={styles.results}>
        {results.map(({ roundId, number, endedAt, calls, cards, paidMinor }) => (
          <li key={roundId}>
            <strong>{t('bingo.round', { number })}</strong>
            <time dateTime={endedAt}>{write(endedAt)}</time>
            <span className={styles.quiet}>
              {t('bingo.result_text', { calls, cards, amount: bingoMoney(app, paidMinor, view) })}
            </span>
            <ButtonLink to={`?room=${view.room}&round=${roundId}`} size="small" kind="plain">
              {t('bingo.proof')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
