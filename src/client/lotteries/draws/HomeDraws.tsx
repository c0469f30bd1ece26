import { getDrawGames } from '#calls/lotteries/draws.calls.ts'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawLobbyAnswer, HomeBlock } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './draws.module.css'
import { GameCard } from './GameCard.tsx'

/** What a block of draws shows. */
export type HomeDrawsData = DrawLobbyAnswer

const MOST = 3

/** Loads what blocks of draws show: the games whose draw is next before the others. A failure leaves the blocks out. */
export async function loadHomeBlocks(
  app: App,
  blocks: readonly (HomeBlock & { readonly id: string })[],
): Promise<Readonly<Record<string, HomeDrawsData>>> {
  try {
    const { now, games } = await app.call(getDrawGames, {})
    const next = games
      .filter((game) => game.next !== undefined)
      .toSorted((one, other) => Date.parse(one.next?.drawsAt ?? now) - Date.parse(other.next?.drawsAt ?? now))
    if (next.length === 0) return {}
    return Object.fromEntries(blocks.map(({ id, count = MOST }) => [id, { now, games: next.slice(0, count) }]))
  } catch (error) {
    console.warn('the blocks of draws are not shown:', String(error))
    return {}
  }
}

/** Props of {@link HomeDraws}. */
export interface HomeDrawsProps {
  readonly data: HomeDrawsData
  readonly title: string | undefined
}

/** The next draws with their jackpots, on the home page. */
export function HomeDraws({ data: { games, now }, title }: HomeDrawsProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const path = offeredPath(app, 'lotteries')
  const heading = title ?? t('draws.lobby_title')
  return (
    <section className={styles.section}>
      <h2>{path ? <Link to={path}>{heading}</Link> : heading}</h2>
      <div className={styles.cards}>
        {games.map((game) => (
          <GameCard key={game.id} game={game} now={now} />
        ))}
      </div>
    </section>
  )
}
