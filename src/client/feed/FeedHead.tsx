import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { BettingView } from '#renderers/feed/board/board-view.ts'
import { DisplayMenu, FormatMenu } from '#renderers/feed/board/DisplayMenu.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading, type PageHeadingProps } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { keepFormat, keepView, useBettingView, useBoardView } from '../page/board/board-preferences.ts'
import type { FeedName } from './board/favorites.ts'
import styles from './feed.module.css'

/** Props of {@link FeedHead}. */
export interface FeedHeadProps extends Pick<PageHeadingProps, 'title' | 'isTitleShown' | 'trail'> {
  /** What the page adds before the ways to look at boards. */
  readonly children?: ReactNode
  /** The same page of both feeds, where it has them. */
  readonly feeds?: { readonly current: FeedName; readonly paths: Readonly<Record<FeedName, string>> }
}

/** The head of a page of games: where one is, the way to the other feed, and how odds and boards look. */
export function FeedHead({ title, isTitleShown = true, trail, feeds, children }: FeedHeadProps) {
  const t = useText()
  const Link = useLink()
  const view = useBoardView()
  const { view: marketsView, offered, keep } = useBettingView()
  const { revalidate } = useRevalidator()
  const chooseMarkets = (chosen: BettingView) => {
    keep(chosen)
    void revalidate()
  }
  return (
    <div className={styles.head} data-plain={(feeds && !trail) || undefined}>
      <div className={styles.heading}>
        <PageHeading title={title} isTitleShown={isTitleShown} {...(trail ? { trail } : {})} />
      </div>
      {feeds && (
        <nav className={styles.feeds} aria-label={t('board.feeds')}>
          {(['line', 'live'] as const).map((feed) => (
            <Link
              key={feed}
              to={feeds.paths[feed]}
              className={styles.feed}
              aria-current={feed === feeds.current ? 'page' : undefined}
            >
              {t(`board.${feed}`)}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.tools}>
        {children}
        <FormatMenu format={view.format} onChoose={keepFormat} />
        <DisplayMenu
          view={view}
          onChange={keepView}
          markets={{ view: marketsView, offered, onChoose: chooseMarkets }}
        />
      </div>
    </div>
  )
}
