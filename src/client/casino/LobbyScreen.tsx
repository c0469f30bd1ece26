import { useLoaderData } from 'react-router'
import { getGamesActions, getGamesBanner, getGamesPreviewLight, getJackpots } from '#calls/casino/lobby.calls.ts'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview, GamesActionsAnswer, GamesPreviewAnswer, JackpotsAnswer } from '#schemas'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../page/screen.ts'
import { Jackpots } from './jackpots/Jackpots.tsx'
import { AT_ONCE, GameGrid } from './lobby/GameGrid.tsx'
import { LobbyFilters } from './lobby/LobbyFilters.tsx'
import { LobbyCount, LobbyLayout, LobbyProvider, LobbyProviders } from './lobby/LobbyLook.tsx'
import { LobbyBanner, LobbyRow, LobbyWins } from './lobby/LobbyParts.tsx'
import {
  choiceQuery,
  isChosen,
  type LobbyChoice,
  type LobbyPage,
  previewQuery,
  readChoice,
} from './lobby/lobby-choice.ts'

interface Lobby {
  readonly page: LobbyPage
  readonly choice: LobbyChoice
  readonly found: GamesPreviewAnswer
  readonly rows: GamesActionsAnswer['rows']
  readonly wins: GamesActionsAnswer['wins']
  readonly banner: readonly GamePreview[]
  readonly jackpots: JackpotsAnswer
}

/** The screen of a page of the casino: rows of games, or what is chosen (CAS-2, CAS-6). */
export function screenOf(page: LobbyPage): ScreenModule {
  return {
    Screen: LobbyScreen,
    loadScreen: async ({ app, url }: ScreenRequest): Promise<LoadedScreen<Lobby>> => {
      const choice = readChoice(url.searchParams)
      const isRows = !isChosen(choice) && !choice.isByProvider
      const query = previewQuery(page, choice, { most: isRows || choice.isByProvider ? 1 : AT_ONCE })
      const [found, { rows, wins }, { games }, jackpots] = await Promise.all([
        app.call(getGamesPreviewLight, { query }),
        isRows ? app.call(getGamesActions, { query: { page } }) : { rows: [], wins: [] },
        isRows && page === 'casino' ? app.call(getGamesBanner, {}) : { games: [] },
        isRows ? app.call(getJackpots, { query: {} }) : { jackpots: [], won: [] },
      ])
      return {
        meta: () => ({ title: app.texts.t(`casino.page_${page}`), isPrivate: isChosen(choice) }),
        facts: () => ({
          description: app.texts.t('seo.casino', {
            page: app.texts.t(`casino.page_${page}`),
            brand: app.site.name,
            count: found.total,
          }),
        }),
        data: { page, choice, found, rows, wins, banner: games, jackpots },
      }
    },
  }
}

function LobbyScreen() {
  const t = useText()
  const { page, choice, rows, wins, found, banner, jackpots } = useLoaderData<ScreenData<Lobby>>().data
  return (
    <LobbyLayout>
      <PageHeading title={t(`casino.page_${page}`)} />
      <LobbyFilters page={page} choice={choice} facets={found} />
      <LobbyCount isShown={isChosen(choice)}>{t('casino.games_found', { count: found.total })}</LobbyCount>
      {choice.isByProvider ? (
        <Providers providers={found.providers} />
      ) : isChosen(choice) ? (
        <GameGrid key={`${page}${choiceQuery(choice)}`} {...{ page, choice, found }} />
      ) : (
        <>
          {banner[0] ? <LobbyBanner game={banner[0]} /> : null}
          <Jackpots first={jackpots} />
          {rows.map(({ id, titleKey, by, value, games, total }) => (
            <LobbyRow
              key={id}
              {...{ id, games }}
              title={t(titleKey as never)}
              allPath={total > games.length ? allOf(by, value) : undefined}
            />
          ))}
          {wins.length > 0 ? <LobbyWins wins={wins} /> : null}
        </>
      )}
    </LobbyLayout>
  )
}

/** The query that finds all games of a row; undefined where none does. */
function allOf(by: string, value: string): string | undefined {
  if (by === 'category') return choiceQuery({ category: value })
  if (by === 'provider') return choiceQuery({ provider: value })
  if (by === 'tag') return choiceQuery({ tag: value })
  if (by === 'new') return choiceQuery({ tag: 'new' })
  return by === 'popular' ? choiceQuery({ sort: 'popular' }) : undefined
}

function Providers({ providers }: Pick<GamesPreviewAnswer, 'providers'>) {
  const t = useText()
  const Link = useLink()
  return (
    <LobbyProviders aria-label={t('casino.providers')}>
      {providers.map(({ id, name, count }) => (
        <li key={id}>
          <LobbyProvider as={Link} to={choiceQuery({ provider: id })}>
            <strong>{name}</strong>
            <span>{t('casino.games_found', { count })}</span>
          </LobbyProvider>
        </li>
      ))}
    </LobbyProviders>
  )
}
