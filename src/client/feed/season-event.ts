import { formatInstant } from '#machines/site/date-format.rules.ts'
import { COUNTED_FACTS } from '#machines/site/events/event-facts.ts'
import type { ChampPlace } from '#renderers/feed/board/board-view.ts'
import type { SportMenuItem } from '#renderers/feed/board/SportMenu.tsx'
import type { App } from '../page/app-context.ts'
import type { Fact } from '../page/track.ts'
import { champPath } from './feed.selectors.ts'

/** The entry of the event of the season (CFG-24): its name, and until its first game starts from when it is played. Null where the
 *  brand has none, or the feed has not its championship.
 *  @param champ the championship as the feed has it   @param tell called when somebody opens the entry */
export function seasonEventItem(
  app: App,
  champ: ChampPlace | null,
  { pathname, timeZone, tell }: { pathname: string; timeZone: string; tell: (fact: Fact) => void },
): SportMenuItem | null {
  const { global } = app.site.config
  const event = global.globalEvent
  if (!event || !champ) return null
  const { id = event.championshipId, name, firstGameStart } = event
  const to = champPath(app, 'line', champ)
  const startMs = firstGameStart === undefined ? Number.NaN : Date.parse(firstGameStart)
  const language = global.languages[app.state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  const date = () => formatInstant(startMs, global.dateFormats.withoutYear, { language, timeZone })
  return {
    ...{ id: 'event', label: name, to, icon: 'fire', isCurrent: to === pathname },
    ...(startMs > app.nowMs() && { note: app.texts.t('board.event_from', { date: date() }) }),
    onPress: () => tell({ eventType: COUNTED_FACTS.seasonEventOpened, details: { event: String(id) } }),
  }
}
