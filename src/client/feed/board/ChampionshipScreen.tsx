import { redirect, useLoaderData } from 'react-router'
import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { idOfSegment } from '#machines/site/routes/slug.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { ChampAnswer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { champPath, champPlace, champTitle, sportPath } from '../feed.selectors.ts'
import { askedBoard, boardCalls, itemsAsked, refreshMs } from '../feed-calls.ts'
import { boardMeta, champFacts } from '../feed-facts.ts'
import { useFresh } from '../stream/use-fresh.ts'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedTabs } from './FeedTabs.tsx'
import type { FeedName } from './favorites.ts'
import { MoreGames } from './MoreGames.tsx'
import { NoGames } from './NoGames.tsx'

interface ChampData {
  readonly feed: FeedName
  readonly champId: number
  readonly asked: number
  readonly answer: ChampAnswer
  readonly nowMs: number
}

type Question = Pick<ChampData, 'feed' | 'champId' | 'asked'>

/** Loads a championship with its games. Its id decides; another slug, or another sport, leads to its own address. */
export async function loadScreen({ app, params, url, parameters }: ScreenRequest): Promise<LoadedScreen<ChampData>> {
  const question: Question = {
    feed: params.kind === 'live' ? 'live' : 'line',
    champId: idOfSegment(params.championship ?? '') ?? 0,
    asked: itemsAsked(app, parameters),
  }
  const [answer] = await Promise.all([loadChamp(app, question), app.texts.need(['sport'])])
  const path = champPath(app, question.feed, champPlace(answer.champ))
  if (path !== url.pathname) throw redirect(path + url.search, 301)
  return {
    // With its sport: some championships are called as their sport is.
    meta: () => boardMeta(app, `${titleOf(app, answer)} · ${sportOf(app, answer)}`, question.feed, answer.total),
    facts: () => champFacts(app, question.feed, answer, titleOf(app, answer)),
    data: { ...question, answer, nowMs: Date.now() },
  }
}

const titleOf = (app: App, { champ: { name, isDuels } }: ChampAnswer) =>
  champTitle(app, { champName: name, isDuel: isDuels })

const sportOf = (app: App, { champ: { sportId } }: ChampAnswer) => app.texts.t(`sport.${sportId}`)

function loadChamp(app: App, { feed, champId, asked: limit }: Question): Promise<ChampAnswer> {
  return app.call(boardCalls(app, feed).champ, { query: { ...askedBoard(app), champId, limit } })
}

/** The games of a championship. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<ChampData>>()
  const { feed, champId, nowMs } = data
  const answer = useFresh(data.answer, () => loadChamp(app, data), refreshMs(app, feed))
  const { name, sportId } = answer.champ
  const place = champPlace(answer.champ)
  const trail = [{ id: 'sport', label: t(`sport.${sportId}`), to: sportPath(app, feed, sportId) }]
  return (
    <>
      <FeedHead
        title={titleOf(app, answer)}
        trail={trail}
        feeds={{ current: feed, paths: { line: champPath(app, 'line', place), live: champPath(app, 'live', place) } }}
      />
      <FeedTabs champId={answer.champ.isDuels ? undefined : champId}>
        {answer.items.length === 0 ? (
          <NoGames feed={feed} />
        ) : (
          <FeedBoard sections={byChampionship(answer.items)} feed={feed} label={name} nowMs={nowMs} champId={champId} />
        )}
        {answer.total > answer.items.length && <MoreGames asked={data.asked} />}
      </FeedTabs>
    </>
  )
}
