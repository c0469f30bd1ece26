import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { FeedMore } from '../FeedParts.tsx'
import { MOST_STEPS } from '../feed-calls.ts'

/** Share of the end of a list that has to be seen for the next step to be loaded (LAYOUT-7). */
const MORE_VISIBLE = 0.1

/** The way to the next step of a list (FEED-18), which is loaded once it comes into sight: a link, so that the address keeps how far
 *  one has come, and that works without scripts. */
export function MoreGames({ asked: shown }: { readonly asked: number }) {
  const { site } = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('page', String(shown / site.config.betting.pageSize + 1))
  const next = `${pathname}?${query}`
  const trigger = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const end = trigger.current
    if (!end) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          void navigate(next, { replace: true, preventScrollReset: true })
      },
      { threshold: MORE_VISIBLE },
    )
    seen.observe(end)
    return () => seen.disconnect()
  }, [navigate, next])
  if (shown / site.config.betting.pageSize >= MOST_STEPS) return null
  return (
    <FeedMore ref={trigger}>
      <ButtonLink to={next}>{t('board.more_games')}</ButtonLink>
    </FeedMore>
  )
}
