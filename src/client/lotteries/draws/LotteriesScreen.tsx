import { useLoaderData } from 'react-router'
import { getDrawGames, getDrawTickets } from '#calls/lotteries/draws.calls.ts'
import { getScratchGames } from '#calls/lotteries/scratch.calls.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawLobbyAnswer, DrawTicketsAnswer, ScratchOffer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { drawMoney } from './draw-text.ts'
import styles from './draws.module.css'
import { GameCard } from './GameCard.tsx'
import { Tickets } from './Tickets.tsx'

interface Lobby {
  readonly lobby: DrawLobbyAnswer
  readonly scratch: readonly ScratchOffer[]
  readonly tickets: DrawTicketsAnswer | null
  readonly page: number
}

/** Loads the games, and the tickets of a player who has signed in. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Lobby>> {
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1), 10_000)
  const isPlayer = app.state.visitor.player !== null
  const [lobby, scratch, tickets] = await Promise.all([
    app.call(getDrawGames, {}),
    offeredPath(app, 'scratch_cards') ? app.call(getScratchGames, {}) : { games: [] },
    isPlayer ? app.call(getDrawTickets, { query: { page } }) : null,
  ])
  const meta = () => ({ title: app.texts.t('draws.lobby_title'), description: app.texts.t('draws.lobby_text') })
  return { meta, data: { lobby, scratch: scratch.games, tickets, page } }
}

/** The name of a kind of games, and the way to its page. */
function KindHeading({ kind }: { readonly kind: 'lotto' | 'keno' }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const path = offeredPath(app, kind)
  const name = t(`draws.kind_${kind}`)
  return <h2>{path ? <Link to={path}>{name}</Link> : name}</h2>
}

/** Draw games of the brand, and of a player their tickets (LOT-2, LOT-5). */
export function Screen() {
  const t = useText()
  const { lobby, scratch, tickets, page } = useLoaderData<ScreenData<Lobby>>().data
  const { games, now } = lobby
  return (
    <div className={styles.page}>
      <PageHeading title={t('draws.lobby_title')} text={t('draws.lobby_text')} />
      {games.length === 0 ? <EmptyState icon="lottery" title={t('draws.no_games')} /> : null}
      {(['lotto', 'keno'] as const).map((kind) => {
        const ofKind = games.filter((game) => game.kind === kind)
        return ofKind.length === 0 ? null : (
          <section key={kind} className={styles.section}>
            <KindHeading kind={kind} />
            <div className={styles.cards}>
              {ofKind.map((game) => (
                <GameCard key={game.id} game={game} now={now} />
              ))}
            </div>
          </section>
        )
      })}
      <ScratchSection games={scratch} />
      {tickets ? <Tickets answer={tickets} page={page} /> : null}
    </div>
  )
}

/** The games of scratch cards, each with the way to it. */
function ScratchSection({ games }: { readonly games: readonly ScratchOffer[] }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const path = offeredPath(app, 'scratch_cards')
  if (games.length === 0 || !path) return null
  return (
    <section className={styles.section}>
      <h2>
        <Link to={path}>{t('scratch.title')}</Link>
      </h2>
      <div className={styles.cards}>
        {games.map((game) => (
          <article key={game.id} className={styles.card}>
            <h3>
              <Link to={`${path}?game=${game.id}`}>{game.name}</Link>
            </h3>
            <p className={styles.prize}>{drawMoney(app, topPrize(game), game)}</p>
            <p className={styles.facts}>{drawMoney(app, game.priceMinor, game)}</p>
          </article>
        ))}
      </div>
    </section>
  )
}

function topPrize({ prizes, priceMinor }: ScratchOffer): number {
  return Math.floor((priceMinor * Math.max(0, ...prizes.map(({ timesE2 }) => timesE2))) / 100)
}
