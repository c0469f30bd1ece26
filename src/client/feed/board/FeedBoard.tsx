import { useMemo } from 'react'
import { type BoardSection, withPinned } from '#machines/feed/board/board-sections.rules.ts'
import { Board } from '#renderers/feed/board/Board.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { useBoardView, usePins } from '../../page/board/board-preferences.ts'
import { useTimeZone } from '../../page/player.tsx'
import { boardLinks, champTitle, countryOf, startOf } from '../feed.selectors.ts'
import { useBells } from '../game/use-bells.ts'
import { type FeedName, useFavoritesPort } from './favorites.ts'
import { sectionLinks } from './section.selectors.ts'

/** Props of {@link FeedBoard}. */
export interface FeedBoardProps {
  readonly sections: readonly BoardSection[]
  readonly feed: FeedName
  /** What the list is of. */
  readonly label: string
  /** When the page was made, ms since the epoch: which starts are today's. */
  readonly nowMs: number
  /** The championship whose page it is, where it is one's. */
  readonly champId?: number
  /** The section inside which its games and championships are opened. */
  readonly section?: string
  /** Whether the visitor has chosen or searched for its games. */
  readonly isPersonal?: boolean
}

/** Sections with duels of players under their name in the page's language; all others as they are. */
function withTitles(app: App, sections: readonly BoardSection[]): readonly BoardSection[] {
  if (!sections.some(({ games }) => games.some(({ isDuel }) => isDuel))) return sections
  return sections.map((section) => {
    const { champ } = section
    const games = section.games.map((game) => (game.isDuel ? { ...game, champName: champTitle(app, game) } : game))
    const champName = games[0]?.champName
    return { ...section, games, ...(champ && champName !== undefined ? { champ: { ...champ, champName } } : {}) }
  })
}

/** A board of the feed: with this visitor's preferences, favourites, time zone and language. */
export function FeedBoard({ sections, feed, label, nowMs, champId, section, isPersonal = false }: FeedBoardProps) {
  const app = useApp()
  const view = useBoardView()
  const timeZone = useTimeZone()
  const favorites = useFavoritesPort(feed)
  const pins = usePins()
  const bells = useBells()
  const links = useMemo(
    () => (section === undefined ? boardLinks(app, feed, champId) : sectionLinks(app, section, { feed, champId })),
    [app, feed, champId, section],
  )
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const country = useMemo(() => countryOf(app), [app])
  const named = useMemo(() => withTitles(app, withPinned(sections, pins.pinned)), [app, sections, pins.pinned])
  return (
    <Board
      sections={named}
      view={view}
      links={links}
      favorites={favorites}
      pins={pins}
      bells={bells}
      startOf={start}
      countryOf={country}
      label={label}
      isPersonal={isPersonal || pins.pinned.length > 0}
    />
  )
}
