import { useLocation } from 'react-router'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { FeedName } from './favorites.ts'

/** Props of {@link NoGames}. */
export interface NoGamesProps {
  readonly feed: FeedName
  /** Whether the visitor has asked for some games alone. */
  readonly isNarrowed?: boolean
}

/** Nothing is on offer: says why, and where to go on. */
export function NoGames({ feed, isNarrowed = false }: NoGamesProps) {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  if (isNarrowed)
    return (
      <EmptyState
        icon="search"
        title={t('board.filter_none')}
        text={t('board.filter_none_text')}
        action={<ButtonLink to={pathname}>{t('board.filter_all')}</ButtonLink>}
      />
    )
  const other = offeredPath(app, 'main_section', { kind: 'line' })
  return (
    <EmptyState
      icon={feed === 'live' ? 'live' : 'calendar'}
      title={t(`board.empty_${feed}`)}
      text={t(`board.empty_${feed}_text`)}
      action={other && feed === 'live' ? <ButtonLink to={other}>{t('board.line')}</ButtonLink> : undefined}
    />
  )
}
