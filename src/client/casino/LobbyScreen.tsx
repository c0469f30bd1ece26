import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getGamesActions, getGamesBanner, getGamesPreviewLight, markGame } from '#calls/casino/lobby.calls.ts'
import { GameTile } from '#renderers/casino/GameTile.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview, GamesActionsAnswer, GamesPreviewAnswer } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../page/screen.ts'
import { useCall } from '../page/use-call.ts'
import styles from './lobby.module.css'

/** A page of the casino that lists games. */
export type LobbyPage = 'casino' | 'slots' | 'poker' | 'third_party_games'

interface Lobby {
  readonly page: LobbyPage
  readonly text: string
  readonly provider: string
  readonly rows: GamesActionsAnswer['rows']
  readonly wins: GamesActionsAnswer['wins']
  readonly found: GamesPreviewAnswer
  readonly banner: readonly GamePreview[]
}

const ON_A_PAGE = 60

/** The screen of a page of the casino: rows of games, or what a search finds (CAS-2, CAS-6). */
export function lobbyScreen(page: LobbyPage): ScreenModule {
  return {
    Screen: LobbyScreen,
    loadScreen: async ({ app, url }: ScreenRequest): Promise<LoadedScreen<Lobby>> => {
      const text = (url.searchParams.get('text') ?? '').slice(0, 60)
      const provider = (url.searchParams.get('provider') ?? '').slice(0, 64)
      const [{ rows, wins }, found, { games }] = await Promise.all([
        app.call(getGamesActions, { query: { page } }),
        app.call(getGamesPreviewLight, { query: queryOf({ page, text, provider }) }),
        app.call(getGamesBanner, {}),
      ])
      return {
        meta: () => ({ title: app.texts.t(`casino.page_${page}`) }),
        data: { page, text, provider, rows, wins, found, banner: page === 'casino' ? games : [] },
      }
    },
  }
}

function queryOf({ page, text, provider }: Pick<Lobby, 'page' | 'text' | 'provider'>) {
  return { page, most: ON_A_PAGE, ...(text ? { text } : {}), ...(provider ? { provider } : {}) }
}

function LobbyScreen() {
  const t = useText()
  const { page, text, provider, rows, wins, found, banner } = useLoaderData<ScreenData<Lobby>>().data
  const isSearch = text !== '' || provider !== ''
  return (
    <div className={styles.lobby}>
      <PageHeading title={t(`casino.page_${page}`)} />
      <Search {...{ text, provider, found }} />
      {isSearch ? (
        <Found key={`${text}/${provider}`} {...{ page, text, provider, found }} />
      ) : (
        <>
          {banner[0] ? <Banner game={banner[0]} /> : null}
          {rows.map(({ id, titleKey, games }) => (
            <section key={id} className={styles.row} aria-labelledby={`row-${id}`}>
              <h2 id={`row-${id}`}>{t(titleKey as never)}</h2>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
              <ul className={styles.strip} tabIndex={0} aria-labelledby={`row-${id}`}>
                {games.map((game) => (
                  <li key={game.id}>
                    <Tile game={game} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {wins.length > 0 ? <Wins wins={wins} /> : null}
        </>
      )}
    </div>
  )
}

function Search({ text, provider, found }: Pick<Lobby, 'text' | 'provider' | 'found'>) {
  const t = useText()
  return (
    <search>
      <form className={styles.search} method="get">
        <label className={styles.field}>
          <span className="visually-hidden">{t('casino.search')}</span>
          <Icon name="search" size={20} />
          <input type="search" name="text" defaultValue={text} maxLength={60} placeholder={t('casino.search')} />
        </label>
        {found.providers.length > 1 ? (
          <select name="provider" defaultValue={provider} aria-label={t('casino.provider')}>
            <option value="">{t('casino.provider_any')}</option>
            {found.providers.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {name} ({count})
              </option>
            ))}
          </select>
        ) : null}
        <button type="submit" className={styles.find}>
          {t('casino.find')}
        </button>
      </form>
    </search>
  )
}

/** What a search finds; more of it at a press. */
function Found({ page, text, provider, found }: Pick<Lobby, 'page' | 'text' | 'provider' | 'found'>) {
  const app = useApp()
  const t = useText()
  const call = useCall()
  const [games, setGames] = useState(found.games)
  const back = offeredPath(app, page)
  if (games.length === 0)
    return (
      <EmptyState
        title={t('casino.search_empty')}
        text={t('casino.search_empty_text')}
        action={back ? <ButtonLink to={back}>{t('casino.all_games')}</ButtonLink> : undefined}
      />
    )
  const more = () =>
    call(getGamesPreviewLight, { query: { ...queryOf({ page, text, provider }), offset: games.length } }).then(
      (next) => setGames([...games, ...next.games]),
      (error: unknown) => report('casino.more_failed', { error: String(error) }),
    )
  return (
    <>
      <ul className={styles.grid}>
        {games.map((game) => (
          <li key={game.id}>
            <Tile game={game} />
          </li>
        ))}
      </ul>
      {games.length < found.total ? (
        <button type="button" className={styles.find} onClick={() => void more()}>
          {t('casino.more')}
        </button>
      ) : null}
    </>
  )
}

/** The path of a game's page; null where it is not offered. */
export function gamePath(app: App, gameId: string): string | null {
  return offeredPath(app, 'casino_game', { game: gameId })
}

function Tile({ game }: { readonly game: GamePreview }) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const to = gamePath(app, game.id)
  if (to === null) return null
  return (
    <GameTile
      game={game}
      to={to}
      badge={game.tags.includes('new') ? t('casino.new') : undefined}
      action={player ? <Mark game={game} /> : undefined}
    />
  )
}

/** Marks a game; the star shows the press at once, and goes back when it could not be kept. */
function Mark({ game }: { readonly game: GamePreview }) {
  const t = useText()
  const call = useCall()
  const [isMarked, setIsMarked] = useState(game.isFavorite)
  const press = () => {
    setIsMarked(!isMarked)
    call(markGame, { body: { gameId: game.id, isFavorite: !isMarked } }).catch((error: unknown) => {
      setIsMarked(isMarked)
      report('casino.mark_failed', { error: String(error) })
    })
  }
  return (
    <button
      type="button"
      className={styles.mark}
      aria-pressed={isMarked}
      aria-label={t('casino.mark', { name: game.name })}
      onClick={press}
    >
      <Icon name="star" size={20} />
    </button>
  )
}

function Banner({ game }: { readonly game: GamePreview }) {
  const app = useApp()
  const t = useText()
  const to = gamePath(app, game.id)
  if (to === null) return null
  return (
    <section className={styles.banner} aria-label={game.name}>
      <div>
        <p>{t('casino.new')}</p>
        <h2>{game.name}</h2>
        <ButtonLink kind="primary" to={to}>
          {t('casino.play_now')}
        </ButtonLink>
      </div>
      <GameTile game={game} to={to} />
    </section>
  )
}

function Wins({ wins }: Pick<Lobby, 'wins'>) {
  const app = useApp()
  const t = useText()
  return (
    <section className={styles.row} aria-labelledby="row-wins">
      <h2 id="row-wins">{t('casino.wins')}</h2>
      <ul className={styles.wins}>
        {wins.map(({ game, payoutMinor, timesE2, currency, exponent, at }) => (
          <li key={`${game.id}${at}${payoutMinor}`}>
            <span>{game.name}</span>
            <strong>{moneyText(app, payoutMinor / 10 ** exponent, currency)}</strong>
            <span>×{(timesE2 / 100).toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
