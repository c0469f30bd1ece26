import { press } from '#machines/site/events/press.rules.ts'
import { GameCover } from '#renderers/casino/GameTile.tsx'
import { GameStrip } from '#renderers/casino/lobby/GameStrip.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview, GamesActionsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { gamePath, LobbyTile } from './LobbyTile.tsx'
import styles from './lobby.module.css'

/** Props of {@link LobbyRow}. */
export interface LobbyRowProps {
  readonly id: string
  readonly title: string
  readonly games: readonly GamePreview[]
  readonly allPath?: string | undefined
}

/** A row of the lobby. */
export function LobbyRow({ id, title, games, allPath }: LobbyRowProps) {
  return (
    <GameStrip id={id} title={title} allPath={allPath}>
      {games.map((game) => (
        <li key={game.id}>
          <LobbyTile game={game} />
        </li>
      ))}
    </GameStrip>
  )
}

/** The game at the head of the lobby or of the home page. */
export function LobbyBanner({ game }: { readonly game: GamePreview }) {
  const app = useApp()
  const t = useText()
  const to = gamePath(app, game.id)
  if (to === null) return null
  return (
    <section className={styles.banner} aria-label={game.name}>
      <div className={styles.bannerText}>
        <p>{`${t('casino.new')} · ${game.provider}`}</p>
        <h2>{game.name}</h2>
        <ButtonLink kind="primary" size="large" to={to} {...press('lobby_banner_opened', game.id)}>
          {t('casino.play_now')}
        </ButtonLink>
      </div>
      <div className={styles.bannerArt} aria-hidden="true">
        <GameCover game={game} />
      </div>
    </section>
  )
}

/** Props of {@link LobbyWins}. */
export interface LobbyWinsProps {
  readonly wins: GamesActionsAnswer['wins']
  readonly title?: string | undefined
}

/** What was won lately. */
export function LobbyWins({ wins, title }: LobbyWinsProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  return (
    <GameStripList title={title ?? t('casino.wins')}>
      {wins.map(({ game, payoutMinor, timesE2, currency, exponent, at }) => (
        <li key={`${game.id}${at}${payoutMinor}`}>
          <Link to={gamePath(app, game.id) ?? '#'} className={styles.win} {...press('lobby_win_opened', game.id)}>
            <span className={styles.winArt}>
              <GameCover game={game} />
            </span>
            <span className={styles.winText}>
              <strong>{moneyText(app, payoutMinor / 10 ** exponent, currency)}</strong>
              <span>{`×${(timesE2 / 100).toFixed(2)}`}</span>
              <span>{game.name}</span>
            </span>
          </Link>
        </li>
      ))}
    </GameStripList>
  )
}

function GameStripList({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles.row} aria-labelledby="row-wins">
      <h2 id="row-wins">{title}</h2>
      <ul className={styles.wins}>{children}</ul>
    </section>
  )
}
