import { useLoaderData } from 'react-router'
import { getDrawGames, getDrawTickets } from '#calls/lotteries/draws.calls.ts'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawLobbyAnswer, DrawTicketsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import styles from './draws.module.css'
import { GameCard } from './GameCard.tsx'
import { Tickets } from './Tickets.tsx'

interface Lobby {
  readonly lobby: DrawLobbyAnswer
  readonly tickets: DrawTicketsAnswer | null
  readonly page: number
}

/** Loads the games, and the tickets of a player who has signed in. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Lobby>> {
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1), 10_000)
  const isPlayer = app.state.visitor.player !== null
  const [lobby, tickets] = await Promise.all([
    app.call(getDrawGames, {}),
    isPlayer ? app.call(getDrawTickets, { query: { page } }) : null,
  ])
  const meta = () => ({ title: app.texts.t('draws.lobby_title'), description: app.texts.t('draws.lobby_text') })
  return { meta, data: { lobby, tickets, page } }
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
  const { lobby, tickets, page } = useLoaderData<ScreenData<Lobby>>().data
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
      {tickets ? <Tickets answer={tickets} page={page} /> : null}
    </div>
  )
}
