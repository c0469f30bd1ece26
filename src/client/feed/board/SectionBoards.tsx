import { byChampionship, byStart } from '#machines/feed/board/board-sections.rules.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { FeedBoard } from './FeedBoard.tsx'
import { FeedPart } from './FeedPart.tsx'
import { MoreGames } from './MoreGames.tsx'
import type { Boards } from './section-boards.ts'

const FEEDS = ['live', 'line'] as const

/** Props of {@link SectionBoards}. */
export interface SectionBoardsProps {
  readonly boards: Boards
  /** Games that were asked for of each feed. */
  readonly asked: number
  readonly nowMs: number
  readonly section?: string
  /** The championship whose page it is, where it is one's. */
  readonly champId?: number
  /** Whether the games are the first of a longer list, so that no more are asked for here. */
  readonly isTop?: boolean
}

/** The games of a section: what is played, then what comes. Where it has none, the way to those of all sports. */
export function SectionBoards({ boards, asked, nowMs, section, champId, isTop = false }: SectionBoardsProps) {
  const app = useApp()
  const t = useText()
  const all = offeredPath(app, 'main_section', { kind: 'line' })
  const hours = app.site.config.betting.upcomingGroupHours
  const hasMore = FEEDS.some((feed) => boards[feed].total > boards[feed].items.length)
  if (FEEDS.every((feed) => boards[feed].items.length === 0))
    return (
      <EmptyState
        icon="calendar"
        title={t('board.empty_section')}
        text={t('board.empty_section_text')}
        action={all ? <ButtonLink to={all}>{t('board.line_title')}</ButtonLink> : undefined}
      />
    )
  return (
    <>
      {FEEDS.filter((feed) => boards[feed].items.length > 0).map((feed) => (
        <FeedPart key={feed} feed={feed} count={boards[feed].total}>
          <FeedBoard
            sections={
              isTop && feed === 'line' ? byStart(boards.line.items, nowMs, hours) : byChampionship(boards[feed].items)
            }
            feed={feed}
            label={t(`board.${feed}`)}
            nowMs={nowMs}
            {...(section === undefined ? {} : { section })}
            {...(champId === undefined ? {} : { champId })}
          />
        </FeedPart>
      ))}
      {hasMore && !isTop && <MoreGames asked={asked} />}
    </>
  )
}
