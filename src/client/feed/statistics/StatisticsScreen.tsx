import { useMemo } from 'react'
import { useLoaderData } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import { readStatisticPlace } from '#machines/feed/statistics/statistics-address.rules.ts'
import { FRAME_THEME, frameScheme, isStatisticsFrame } from '#machines/feed/statistics/statistics-frame.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import {
  StatisticsBody,
  type StatisticsView,
  StatisticsViewProvider,
} from '#renderers/feed/statistics/statistics-view.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { useTimeZone } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { GameStatisticsPage, GraphPage } from './GamePages.tsx'
import { type GraphWish, loadStatistics, type StatisticsContent } from './load-statistics.ts'
import { HorsePage, PlayerPage, RatingPage, StagePage, TeamPage, TournamentPage } from './SidePages.tsx'
import { type StatisticsStand, statisticsPath } from './statistics-paths.ts'

interface StatisticsData {
  readonly content: StatisticsContent
  readonly stand: StatisticsStand
}

/** Loads a page of statistics, on the site or in a frame (WID-1 to WID-6).
 *  @throws AppError route.not_found for an address that no page has, request.invalid for a theme that is none */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<StatisticsData>> {
  const place = readStatisticPlace(params.kind ?? '', restOf(url), url.search)
  if (!place) throw new AppError('route.not_found')
  const isFrame = isStatisticsFrame(url.pathname)
  const address = url.pathname + url.search
  if (isFrame && frameScheme(address) === null) throw new AppError('request.invalid')
  const content = await loadStatistics(app, place, graphWish(url))
  await app.texts.need(['sport', 'statistics'])
  const title = titleOf(app, content)
  const theme = url.searchParams.get(FRAME_THEME) ?? undefined
  return {
    meta: () => ({ title, isPrivate: isFrame }),
    facts: () => ({ description: app.texts.t('statistics.description', { title }) }),
    data: { content, stand: { isFrame, ...(theme !== undefined && { theme }) } },
  }
}

/** What follows the language, the page and the kind: `'/en/statistics/team/1/7'` → `'1/7'`. */
function restOf({ pathname }: URL): string {
  return pathname.split('/').slice(4).join('/')
}

const MARKET = /^[1-9][0-9]{0,8}$/
const LINE = /^-?[0-9]{1,6}(?:\.[0-9]{1,2})?$/

/** The market that the query of a graph names. @throws AppError route.not_found for one that is none */
function graphWish({ searchParams }: URL): GraphWish {
  const [market, line] = [searchParams.get('market'), searchParams.get('line')]
  if ((market !== null && !MARKET.test(market)) || (line !== null && !LINE.test(line)))
    throw new AppError('route.not_found')
  return { ...(market !== null && { typeId: Number(market) }), ...(line !== null && { parameter: line }) }
}

function titleOf({ texts: { t } }: App, content: StatisticsContent): string {
  switch (content.kind) {
    case 'game':
      return content.answer.game.participants.map(({ name }) => name).join(' – ')
    case 'graph':
      return `${t('statistics.graph')}: ${content.answer.game.participants.map(({ name }) => name).join(' – ')}`
    case 'team':
      return content.answer.team.name
    case 'player':
      return content.answer.player.name
    case 'horse':
      return content.answer.name
    case 'rating': {
      const { champName, sportId } = content.answer
      return `${t('statistics.ratings')}: ${champName ?? t(`sport.${sportId}`)}`
    }
    default: {
      const { champName, season } = content.answer
      return season ? `${champName} ${season.name}` : champName
    }
  }
}

/** Statistics of one of the nine kinds: on a page of the site under its heading, in a frame by themselves. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<StatisticsData>>()
  const { content, stand } = data
  const view = useView(stand)
  const home = offeredPath(app, 'statistics')
  const trail = home && !stand.isFrame ? [{ id: 'statistics', label: t('statistics.title'), to: home }] : []
  return (
    <StatisticsViewProvider view={view}>
      <StatisticsBody isFrame={stand.isFrame}>
        <PageHeading title={titleOf(app, content)} trail={trail} />
        <Content content={content} />
      </StatisticsBody>
    </StatisticsViewProvider>
  )
}

function Content({ content }: { readonly content: StatisticsContent }) {
  switch (content.kind) {
    case 'game':
      return <GameStatisticsPage content={content} />
    case 'team':
      return <TeamPage content={content} />
    case 'player':
      return <PlayerPage content={content} />
    case 'stage':
      return <StagePage content={content} />
    case 'tournament':
      return <TournamentPage content={content} />
    case 'rating':
      return <RatingPage content={content} />
    case 'horse':
      return <HorsePage content={content} />
    case 'graph':
      return <GraphPage content={content} />
  }
}

function useView(stand: StatisticsStand): StatisticsView {
  const app = useApp()
  const timeZone = useTimeZone()
  return useMemo(() => {
    const language = app.site.config.global.languages[app.state.visitor.language]
    const write = (pattern: string, zone: string) => (instant: string) =>
      language && instant ? formatInstant(Date.parse(instant), pattern, { language, timeZone: zone }) : ''
    const month = write('MM.yyyy', 'UTC')
    return {
      to: (place) => statisticsPath(app, place, stand),
      dayOf: write('dd.MM.yyyy', timeZone),
      momentOf: write('dd.MM HH:mm', timeZone),
      monthOf: (name) => month(`${name}-15T12:00:00.000Z`),
    }
  }, [app, timeZone, stand])
}
