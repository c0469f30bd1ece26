import { type FormEvent, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { byChampionship } from '#machines/feed/board-sections.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SearchAnswer } from '#schemas'
import { useApp } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedHead } from './FeedHead.tsx'
import type { FeedName } from './favorites.ts'
import styles from './feed.module.css'
import { champPath } from './feed.selectors.ts'
import { asked, callsOf } from './feed-calls.ts'

interface SearchData {
  readonly text: string
  /** What each feed has; null while nothing is looked for. */
  readonly found: Readonly<Record<FeedName, SearchAnswer>> | null
  readonly nowMs: number
}

const TEXT_LEAST = 2
/** Most characters of a search (product §5). */
const TEXT_MOST = 100
const PARAMETER = 'text'

/** Looks in both feeds for what the address asks for. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<SearchData>> {
  const text = (url.searchParams.get(PARAMETER) ?? '').trim().slice(0, TEXT_MOST)
  const look = (feed: FeedName) => app.call(callsOf(feed).mainSearch, { query: { ...asked(app), text } })
  const found = text.length < TEXT_LEAST ? null : await Promise.all([look('live'), look('line')])
  return {
    meta: () => ({ title: app.texts.t('board.search_title'), isPrivate: text !== '' }),
    data: { text, found: found && { live: found[0], line: found[1] }, nowMs: Date.now() },
  }
}

/** Games by the names of teams, players and championships; the address keeps what was looked for. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<SearchData>>()
  const { text, found, nowMs } = data
  const isNothing = found !== null && (['live', 'line'] as const).every((feed) => isEmpty(found[feed]))
  return (
    <>
      <FeedHead title={t('board.search_title')} />
      <SearchField key={text} text={text} />
      {found === null ? <EmptyState title={t('board.search_start')} text={t('board.search_start_text')} /> : null}
      {isNothing ? (
        <EmptyState title={t('board.search_nothing', { text })} text={t('board.search_nothing_text')} />
      ) : null}
      {found && <Champs found={found} />}
      {(['live', 'line'] as const).map((feed) =>
        found && found[feed].games.length > 0 ? (
          <FeedBoard
            key={feed}
            sections={byChampionship(found[feed].games)}
            feed={feed}
            label={t(`board.${feed}`)}
            nowMs={nowMs}
          />
        ) : null,
      )}
    </>
  )
}

function isEmpty({ champs, games }: SearchAnswer): boolean {
  return champs.length === 0 && games.length === 0
}

function SearchField({ text }: { readonly text: string }) {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(text)
  const path = offeredPath(app, 'events_search') ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(`${path}?${new URLSearchParams({ [PARAMETER]: wanted.trim() })}`)
  }
  return (
    <form action={path} className={styles.search} onSubmit={submit}>
      <input
        className={styles.field}
        type="search"
        name={PARAMETER}
        aria-label={t('board.search_label')}
        placeholder={t('board.search_label')}
        autoComplete="off"
        maxLength={TEXT_MOST}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Button type="submit" kind="primary" size="large" icon="search" aria-label={t('board.search_title')} />
    </form>
  )
}

function Champs({ found }: { readonly found: Readonly<Record<FeedName, SearchAnswer>> }) {
  const app = useApp()
  const Link = useLink()
  const champs = [...found.live.champs, ...found.line.champs].filter(
    ({ champId }, place, all) => all.findIndex((other) => other.champId === champId) === place,
  )
  if (champs.length === 0) return null
  return (
    <ul className={styles.chips}>
      {champs.map(({ champId, name, sportId, lineGames, liveGames }) => (
        <li key={champId}>
          <Link
            to={champPath(app, liveGames > 0 ? 'live' : 'line', { champId, champName: name, sportId })}
            className={styles.chip}
          >
            <bdi>{name}</bdi>
            <span className={styles.count}>{lineGames + liveGames}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
