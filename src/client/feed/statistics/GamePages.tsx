import { marketText } from '#machines/feed/markets/market-texts.rules.ts'
import { COEFFICIENT_VIEWS, GAME_TABS } from '#machines/feed/statistics/statistics-address.rules.ts'
import { chosenFormat } from '#machines/odds/odds-preference.rules.ts'
import { LineUps } from '#renderers/feed/game/LineUps.tsx'
import { GameForm, GameHead, GameMeetings, GameSummary } from '#renderers/feed/statistics/GameSummary.tsx'
import { PriceGraph } from '#renderers/feed/statistics/PriceGraph.tsx'
import { SeasonTable } from '#renderers/feed/statistics/SeasonTable.tsx'
import {
  LinkTabs,
  NothingKnown,
  PartNote,
  PlaceLink,
  useStatisticsView,
} from '#renderers/feed/statistics/statistics-view.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GraphMarket } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { StatisticsContent } from './load-statistics.ts'

type ContentOf<Kind extends StatisticsContent['kind']> = Extract<StatisticsContent, { readonly kind: Kind }>

/** A game: one of its tabs, and the way to how its prices have moved (WID-1). */
export function GameStatisticsPage({ content }: { readonly content: ContentOf<'game'> }) {
  const t = useText()
  const { to } = useStatisticsView()
  const { place, answer } = content
  const isOfTwo = answer.game.participants.length > 1
  return (
    <>
      <GameHead answer={answer} />
      <LinkTabs
        label={t('statistics.parts')}
        items={[
          ...GAME_TABS.filter((tab) => isOfTwo || tab === 'main').map((tab) => ({
            id: tab,
            label: t(`statistics.tab_${tab}`),
            to: to({ ...place, tab }),
            isCurrent: tab === place.tab,
          })),
          {
            id: 'graph',
            label: t('statistics.graph_short'),
            to: to({ kind: 'graph', gameId: place.gameId }),
            isCurrent: false,
          },
        ]}
      />
      <GameTab content={content} />
    </>
  )
}

function GameTab({ content: { place, answer, season, players } }: { readonly content: ContentOf<'game'> }) {
  const t = useText()
  const { to } = useStatisticsView()
  const { participants, sportId } = answer.game
  switch (place.tab) {
    case 'main':
      return <GameSummary answer={answer} />
    case 'form':
      return <GameForm answer={answer} />
    case 'h2h':
      return <GameMeetings answer={answer} />
    case 'table':
      return season ? (
        <SeasonTable season={season} type="overall" marked={participants.map(({ participantId }) => participantId)} />
      ) : (
        <NothingKnown title={t('board.table_empty')} text={t('statistics.no_season')} />
      )
    case 'line-ups':
      return players && players.lineUps.home.length + players.lineUps.away.length > 0 ? (
        <LineUps
          names={[participants[0]?.name ?? '', participants[1]?.name ?? '']}
          lineUps={players.lineUps}
          info={players.info}
          pathOf={({ playerId }) => to({ kind: 'player', sportId, playerId })}
        />
      ) : (
        <NothingKnown title={t('board.line_ups_empty')} text={t('board.line_ups_empty_text')} />
      )
  }
}

/** How the prices of a game have moved, by market and by how prices are written (WID-4). */
export function GraphPage({ content: { place, answer } }: { readonly content: ContentOf<'graph'> }) {
  const app = useApp()
  const t = useText()
  const { to } = useStatisticsView()
  const { game, markets, market } = answer
  const view = place.view ?? chosenFormat(null, app.visitor.coefficientFormat)
  const marketQuery = (path: string | null, { typeId, parameter }: GraphMarket) =>
    path &&
    `${path}${path.includes('?') ? '&' : '?'}market=${typeId}${parameter === undefined ? '' : `&line=${parameter}`}`
  const nameOf = ({ typeId, parameter }: GraphMarket) => {
    const { key, values } = marketText(typeId)
    return parameter === undefined ? t(key, values) : `${t(key, values)} ${parameter}`
  }
  const isShown = (one: GraphMarket) => one.typeId === market?.typeId && one.parameter === market?.parameter
  return (
    <>
      <PartNote>
        <PlaceLink place={{ kind: 'game', sportId: game.sportId, gameId: game.gameId, tab: 'main' }}>
          {game.participants.map(({ name }) => name).join(' – ')}
        </PlaceLink>
      </PartNote>
      <LinkTabs
        label={t('board.market_choice')}
        items={markets.map((one) => ({
          id: `${one.typeId} ${one.parameter ?? ''}`,
          label: nameOf(one),
          to: marketQuery(to(place), one),
          isCurrent: isShown(one),
        }))}
      />
      <LinkTabs
        label={t('statistics.views')}
        items={COEFFICIENT_VIEWS.map((one) => {
          const path = to({ ...place, view: one })
          const isNamed = one === view
          return {
            id: one,
            label: t(`board.format_${one}`),
            to: market ? marketQuery(path, market) : path,
            isCurrent: isNamed,
          }
        })}
      />
      <PriceGraph answer={answer} view={view} />
    </>
  )
}
