import type { GamesAnswer, OfferQuery } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { askedBoard, boardCalls, refreshMs } from '../feed-calls.ts'
import { useFresh } from '../stream/use-fresh.ts'

/** Which games the boards of a page have: those of a section, of a menu section, of a championship of either. */
export interface BoardsQuestion {
  readonly section?: string
  readonly menuSection?: OfferQuery['menuSection']
  readonly champId?: number
  /** Games of each feed at most. */
  readonly asked: number
}

/** The games of both feeds. */
export interface Boards {
  readonly live: GamesAnswer
  readonly line: GamesAnswer
}

/** Loads the games of one feed that a question means. */
export function loadBoard(
  app: Pick<App, 'call' | 'site' | 'state' | 'visitor'>,
  feed: keyof Boards,
  { asked: limit, champId, menuSection, section }: BoardsQuestion,
): Promise<GamesAnswer> {
  const query = {
    ...askedBoard(app),
    ...visitorCountry(app),
    ...(section === undefined ? {} : { section }),
    ...(menuSection === undefined ? {} : { menuSection }),
    ...(champId === undefined ? {} : { champs: [champId] }),
    limit,
  }
  return app.call(boardCalls(app, feed).games, { query })
}

/** The visitor's country, by which sections of their own country are chosen. */
export function visitorCountry({ site, state }: Pick<App, 'site' | 'state'>): { readonly country?: number } {
  const known = site.config.global.countries[state.visitor.country]
  return known ? { country: known.id } : {}
}

/** Loads the games of both feeds. */
export async function loadBoards(app: App, question: BoardsQuestion): Promise<Boards> {
  const [live, line] = await Promise.all([loadBoard(app, 'live', question), loadBoard(app, 'line', question)])
  return { live, line }
}

/** Boards that are reloaded, each at the pace of its feed. */
export function useFreshBoards(app: App, loaded: Boards, question: BoardsQuestion): Boards {
  return {
    live: useFresh(loaded.live, () => loadBoard(app, 'live', question), refreshMs(app, 'live')),
    line: useFresh(loaded.line, () => loadBoard(app, 'line', question), refreshMs(app, 'line')),
  }
}
