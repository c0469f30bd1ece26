import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { FeedName } from './favorites.ts'

/** Nothing is on offer: says why, and where to go on. */
export function NoGames({ feed }: { readonly feed: FeedName }) {
  const app = useApp()
  const t = useText()
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
