import { useMemo, useSyncExternalStore } from 'react'
import { readPinned, withPin } from '#machines/feed/board/pinned.rules.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { chosenFormat, formatNumber } from '#machines/odds/odds-preference.rules.ts'
import { chosenView } from '#machines/site/visitor.rules.ts'
import type { BettingView, BoardView, PinsPort } from '#renderers/feed/board/board-view.ts'
import { type App, useApp } from '../app-context.ts'
import { storeBoardChoice } from './board-cookie.ts'
import { keptValue } from './kept.ts'

const MOST_COLUMNS = 9

const chosen = (stored: unknown): boolean | null => (typeof stored === 'boolean' ? stored : null)
const numbered = (stored: unknown): number | null => (typeof stored === 'number' ? stored : null)

/** How this visitor wants boards, each preference under its own name (STORE-1). */
const KEPT = {
  coefficientFormat: keptValue('coefficientFormat', numbered),
  bettingView: keptValue('bettingView', numbered),
  compactView: keptValue('compactView', chosen),
  lightVersion: keptValue('lightVersion', chosen),
  showGameId: keptValue('showGameId', chosen),
  marketColumns: keptValue('marketColumns', numbered),
  pinnedGames: keptValue('pinnedGames', readPinned),
  twoColumns: keptValue('marketsInTwoColumns', (stored) => stored !== false),
} as const

/** A preference as it is kept; as the page was made with it until the page is alive. */
function useKept<Name extends keyof typeof KEPT>(name: Name): ReturnType<(typeof KEPT)[Name]['read']> {
  const { read, listen } = KEPT[name]
  const { board } = useApp().state
  type Value = ReturnType<(typeof KEPT)[Name]['read']>
  return useSyncExternalStore(
    listen,
    () => read() as Value,
    () => ({ ...FIRST, ...board })[name] as Value,
  )
}

const NO_PINS: readonly number[] = []

/** What the server draws of what no cookie tells. */
const FIRST = {
  coefficientFormat: null,
  bettingView: null,
  compactView: null,
  lightVersion: null,
  showGameId: null,
  marketColumns: null,
  pinnedGames: NO_PINS,
  twoColumns: true,
} as const

/** Lets the server know, so that the next page is drawn so from the start. */
function tellServer(): void {
  const format = KEPT.coefficientFormat.read()
  const columns = KEPT.marketColumns.read()
  const bettingView = KEPT.bettingView.read()
  const compactView = KEPT.compactView.read()
  const lightVersion = KEPT.lightVersion.read()
  const showGameId = KEPT.showGameId.read()
  storeBoardChoice({
    ...(bettingView !== null && { bettingView }),
    ...(format !== null && { coefficientFormat: format }),
    ...(columns !== null && { marketColumns: columns }),
    ...(compactView !== null && { compactView }),
    ...(lightVersion !== null && { lightVersion }),
    ...(showGameId !== null && { showGameId }),
    pinnedGames: [...KEPT.pinnedGames.read()],
  })
}

/** How this visitor wants boards: their choices, else what the site has for them. */
export function useBoardView(): BoardView {
  const { visitor, site, state } = useApp()
  const { isPhone } = state
  const format = useKept('coefficientFormat')
  const compactView = useKept('compactView')
  const lightVersion = useKept('lightVersion')
  const showGameId = useKept('showGameId')
  const columns = useKept('marketColumns')
  const { marketColumns } = site.config.betting
  const { isLightVersion, isGameIdShown } = site.config.boolean
  const isCompact = compactView ?? site.config.application.viewMode === 'compact'
  const isLight = lightVersion ?? isLightVersion
  const showsGameId = showGameId ?? isGameIdShown
  return useMemo(
    () => ({
      format: chosenFormat(format, visitor.coefficientFormat),
      isCompact,
      isLight,
      showsGameId,
      priceColumns: Math.min(Math.max(columns ?? marketColumns, 1), MOST_COLUMNS),
      hasOwnColumns: columns !== null,
      isPhone,
    }),
    [format, isCompact, isLight, showsGameId, isPhone, columns, marketColumns, visitor.coefficientFormat],
  )
}

/** Keeps a format of odds. It changes what is shown, and nothing that is sent (MATH-1). */
export function keepFormat(format: OddsFormat): void {
  KEPT.coefficientFormat.write(formatNumber(format))
  tellServer()
}

/** Which view of boards this visitor has, and the way to choose another where the brand offers one (FEED-6). The
 *  content shown has to be requested again then. */
export function useBettingView() {
  const { visitor } = useApp()
  const choice = useKept('bettingView')
  const keep = (view: BettingView): void => {
    KEPT.bettingView.write(view)
    tellServer()
  }
  return { view: chosenView(visitor, choice), offered: visitor.bettingViews, keep }
}

/** The view for who asks for games outside of what is drawn: on the server by the cookie, in the browser as it is kept. */
export function bettingViewOf({ state, visitor }: Pick<App, 'state' | 'visitor'>): BettingView {
  return chosenView(visitor, typeof window === 'undefined' ? state.board?.bettingView : KEPT.bettingView.read())
}

/** Keeps what has changed of how boards look. */
export function keepView({ isCompact, isLight, showsGameId, priceColumns }: Partial<BoardView>): void {
  if (isCompact !== undefined) KEPT.compactView.write(isCompact)
  if (isLight !== undefined) KEPT.lightVersion.write(isLight)
  if (showsGameId !== undefined) KEPT.showGameId.write(showsGameId)
  if (priceColumns !== undefined) KEPT.marketColumns.write(priceColumns)
  tellServer()
}

/** Whether the markets of a game are laid out in two columns, and the way to change it. */
export function useMarketColumns(): readonly [isInTwoColumns: boolean, keep: (isInTwoColumns: boolean) => void] {
  return [useKept('twoColumns'), KEPT.twoColumns.write]
}

/** The games that this visitor keeps in front of boards, and the way to change it (FEED-20). */
export function usePins(): PinsPort & { readonly pinned: readonly number[] } {
  const ids = useKept('pinnedGames').join()
  return useMemo(() => {
    const pinned = ids === '' ? NO_PINS : ids.split(',').map(Number)
    return {
      pinned,
      has: (gameId) => pinned.includes(gameId),
      toggle: (gameId) => {
        KEPT.pinnedGames.write(withPin(KEPT.pinnedGames.read(), gameId))
        tellServer()
      },
    }
  }, [ids])
}

/** The same for who asks for a board outside of what is drawn: on the server by the cookie, in the browser as it is kept. */
export function pinnedGames({ state }: Pick<App, 'state'>): readonly number[] {
  return typeof window === 'undefined' ? (state.board?.pinnedGames ?? NO_PINS) : KEPT.pinnedGames.read()
}
