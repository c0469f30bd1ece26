import { useCallback } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { getScratchCards, getScratchDeck, getScratchGames } from '#calls/lotteries/scratch.calls.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ScratchCard, ScratchCardsAnswer, ScratchDeckProof, ScratchOffer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useFreshBalance } from '../live/use-fresh-balance.ts'
import { DeckPanel } from './DeckPanel.tsx'
import { MyCards } from './MyCards.tsx'
import { ScratchTable, scratchMoney } from './ScratchTable.tsx'
import styles from './scratch.module.css'

interface ScratchPage {
  readonly games: readonly ScratchOffer[]
  readonly offer: ScratchOffer | null
  readonly mine: ScratchCardsAnswer | null
  readonly proof: ScratchDeckProof | null
  /** The card that the address names, where it is not scratched. */
  readonly card: ScratchCard | null
  readonly page: number
}

/** Loads the games, and the cards of a player who has signed in. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<ScratchPage>> {
  const whole = (name: string) => {
    const value = Number(url.searchParams.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const [page, deck, ticket] = [Math.min(whole('page') ?? 1, 10_000), whole('deck'), whole('card')]
  const isPlayer = app.state.visitor.player !== null
  const [{ games }, mine, proof] = await Promise.all([
    app.call(getScratchGames, {}),
    isPlayer ? app.call(getScratchCards, { query: { page } }) : null,
    deck ? app.call(getScratchDeck, { query: { deck } }) : null,
  ])
  const offer = games.find(({ id }) => id === url.searchParams.get('game')) ?? games[0] ?? null
  const card = mine?.cards.find(({ ticketId, state }) => ticketId === ticket && state === 'sealed') ?? null
  const meta = () => ({
    ...{ title: app.texts.t('scratch.title'), description: app.texts.t('scratch.text') },
    isPrivate: deck !== null || ticket !== null,
  })
  return { meta, data: { games, offer, mine, proof, card, page } }
}

/** Scratch cards of the brand, and of a player their cards (LOT-5, LOT-6, LOT-7). */
export function Screen() {
  const t = useText()
  const { games, offer, mine, proof, card, page } = useLoaderData<ScreenData<ScratchPage>>().data
  const { revalidate } = useRevalidator()
  const showBalance = useFreshBalance()
  const onChange = useCallback(() => {
    void revalidate()
    showBalance()
  }, [revalidate, showBalance])
  return (
    <div className={styles.page}>
      <PageHeading title={t('scratch.title')} text={t('scratch.text')} />
      {offer && games.length > 1 ? <GameSwitch games={games} current={offer.id} /> : null}
      {proof ? (
        <DeckPanel key={proof.deck.deckId} proof={proof} />
      ) : offer ? (
        <div className={styles.table}>
          <ScratchTable
            key={`${offer.id} ${offer.currency} ${card?.ticketId ?? ''}`}
            {...{ offer, onChange }}
            card={card ?? undefined}
          />
          <PrizesLeft offer={offer} />
        </div>
      ) : (
        <EmptyState icon="lottery" title={t('scratch.no_games')} />
      )}
      {mine ? <MyCards answer={mine} page={page} /> : null}
    </div>
  )
}

function GameSwitch({ games, current }: { readonly games: readonly ScratchOffer[]; readonly current: string }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  return (
    <nav className={styles.switch} aria-label={t('scratch.games')}>
      {games.map((game) => (
        <Link
          key={game.id}
          to={`?game=${game.id}`}
          className={styles.tile}
          data-look={game.look}
          {...(game.id === current ? { 'aria-current': 'page' as const } : {})}
        >
          <strong>{game.name}</strong>
          <span>{scratchMoney(app, game.priceMinor, game)}</span>
        </Link>
      ))}
    </nav>
  )
}

/** What is still to be won in a deck: everyone may know it (LOT-6). */
function PrizesLeft({ offer }: { readonly offer: ScratchOffer }) {
  const app = useApp()
  const t = useText()
  const { deck, prizes, priceMinor, returnPercent } = offer
  const write = new Intl.NumberFormat(app.visitor.locale)
  return (
    <section className={styles.prizes}>
      <h2>{t('scratch.prizes_left')}</h2>
      <p className={styles.quiet}>
        {t('scratch.deck', {
          ...{ number: deck.number, left: write.format(deck.cards - deck.sold), total: write.format(deck.cards) },
        })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('scratch.prize')}</th>
            <th scope="col">{t('scratch.left')}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ id, timesE2, count, left }) => (
            <tr key={id} data-gone={left === 0 || undefined}>
              <th scope="row">{scratchMoney(app, Math.floor((priceMinor * timesE2) / 100), offer)}</th>
              <td>{t('scratch.left_of', { left: write.format(left), total: write.format(count) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>{t('scratch.returns', { percent: write.format(returnPercent) })}</p>
      <p className={styles.quiet}>
        {t('scratch.root')}: <code>{deck.root}</code>
      </p>
    </section>
  )
}
