import type { ReactNode } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import { FeedCount, FeedSection, FeedSectionTitle } from '../FeedParts.tsx'
import type { FeedName } from './favorites.ts'

/** Props of {@link FeedPart}. */
export interface FeedPartProps {
  readonly feed: FeedName
  /** How many games there are. */
  readonly count: number
  readonly children: ReactNode
}

/** The games of a feed under its name, on pages that show both what is played and what comes. */
export function FeedPart({ feed, count, children }: FeedPartProps) {
  const t = useText()
  return (
    <FeedSection>
      <FeedSectionTitle data-feed={feed}>
        {t(`board.${feed}`)}
        <FeedCount>{count}</FeedCount>
      </FeedSectionTitle>
      {children}
    </FeedSection>
  )
}
