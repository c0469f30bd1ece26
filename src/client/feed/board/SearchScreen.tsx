import { type FormEvent, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import type { ChampPlace } from '#renderers/feed/board/board-view.ts'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId, SearchAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { FeedChip, FeedChips, FeedCount, FeedField, FeedSearch } from '../FeedParts.tsx'
import { champPath, champPlace } from '../feed.selectors.ts'
import { askedView, callsOf } from '../feed-calls.ts'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedPart } from './FeedPart.tsx'
import type { FeedName } from './favorites.ts'
import { SectionHead } from './SectionHead.tsx'
import { sectionChampPath, sectionOf, sectionPath } from './section.selectors.ts'
import { visitorCountry } from './section-boards.ts'

interface SearchData {
  /** The section whose games are looked for; null for all games. */
  readonly section: string | null
  readonly text: string
  /** What each feed has; null while nothing is looked for. */
  readonly found: Readonly<Record<FeedName, SearchAnswer>> | null
  readonly nowMs: number
}

const TEXT_LEAST = 2
/** Characters that the call takes, whatever a brand says. */
const TEXT_MOST = 100
const PARAMETER = 'text'

/** Looks in both feeds for what the address asks for. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<SearchData>> {
  return search(request, null)
}

/** The screen that looks for games of a section. @throws AppError route.not_found for one that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  const section = SECTION_ROUTES[routeId]?.section ?? ''
  return {
    Screen,
    loadScreen: async (request) => {
      sectionOf(request.app, section)
      return search(request, section)
    },
  }
}

async function search({ app, url }: ScreenRequest, section: string | null): Promise<LoadedScreen<SearchData>> {
  const own = section === null ? {} : { ...visitorCountry(app), section }
  const text = (url.searchParams.get(PARAMETER) ?? '').trim().slice(0, longestText(app))
  const look = (feed: FeedName) => app.call(callsOf(feed).mainSearch, { query: { ...askedView(app), ...own, text } })
  const found = text.length < TEXT_LEAST ? null : await Promise.all([look('live'), look('line')])
  return {
    meta: () => ({ title: app.texts.t('board.search_title'), isPrivate: text !== '' }),
    data: { section, text, found: found && { live: found[0], line: found[1] }, nowMs: Date.now() },
  }
}

/** Games by the names of teams, players and championships; the address keeps what was looked for. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<SearchData>>()
  const { section, text, found, nowMs } = data
  const isNothing = found !== null && (['live', 'line'] as const).every((feed) => isEmpty(found[feed]))
  return (
    <>
      {section === null ? (
        <FeedHead title={t('board.search_title')} />
      ) : (
        <SectionHead section={section} page="search" title={t('board.search_title')} />
      )}
      <SearchField key={text} text={text} section={section} />
      {found === null ? <EmptyState title={t('board.search_start')} text={t('board.search_start_text')} /> : null}
      {isNothing ? (
        <EmptyState title={t('board.search_nothing', { text })} text={t('board.search_nothing_text')} />
      ) : null}
      {found && <Champs found={found} section={section} />}
      {(['live', 'line'] as const).map((feed) =>
        found && found[feed].games.length > 0 ? (
          <FeedPart key={feed} feed={feed} count={found[feed].games.length}>
            <FeedBoard
              isPersonal
              sections={byChampionship(found[feed].games)}
              feed={feed}
              label={t(`board.${feed}`)}
              nowMs={nowMs}
              {...(section === null ? {} : { section })}
            />
          </FeedPart>
        ) : null,
      )}
    </>
  )
}

function longestText({ site }: Pick<App, 'site'>): number {
  return Math.min(site.config.other.searchMaxLength, TEXT_MOST)
}

function isEmpty({ champs, games }: SearchAnswer): boolean {
  return champs.length === 0 && games.length === 0
}

function SearchField({ text, section }: Pick<SearchData, 'text' | 'section'>) {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(text)
  const path = (section === null ? offeredPath(app, 'events_search') : sectionPath(app, section, 'search')) ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(`${path}?${new URLSearchParams({ [PARAMETER]: wanted.trim() })}`)
  }
  return (
    <FeedSearch action={path} onSubmit={submit}>
      <FeedField
        type="search"
        name={PARAMETER}
        aria-label={t('board.search_label')}
        placeholder={t('board.search_label')}
        autoComplete="off"
        maxLength={longestText(app)}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Button type="submit" kind="primary" size="large" icon="search" aria-label={t('board.search_title')} />
    </FeedSearch>
  )
}

interface ChampsProps {
  readonly found: Readonly<Record<FeedName, SearchAnswer>>
  readonly section: string | null
}

function Champs({ found, section }: ChampsProps) {
  const app = useApp()
  const Link = useLink()
  const champs = [...found.live.champs, ...found.line.champs].filter(
    ({ champId }, place, all) => all.findIndex((other) => other.champId === champId) === place,
  )
  if (champs.length === 0) return null
  const pathOf = (feed: FeedName, champ: ChampPlace): string =>
    section === null ? champPath(app, feed, champ) : sectionChampPath(app, section, feed, champ)
  return (
    <FeedChips>
      {champs.map((champ) => (
        <li key={champ.champId}>
          <FeedChip as={Link} to={pathOf(champ.liveGames > 0 ? 'live' : 'line', champPlace(champ))}>
            <bdi>{champ.name}</bdi>
            <FeedCount>{champ.lineGames + champ.liveGames}</FeedCount>
          </FeedChip>
        </li>
      ))}
    </FeedChips>
  )
}
