import type { MouseEvent } from 'react'
import { popupHeightPx, type StatisticPlace } from '#machines/feed/statistics/statistics-address.rules.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { statisticsPath } from './statistics-paths.ts'

/** Opens statistics in a window of their own, of the size that the brand and the screen give it (WID-9, WID-11). Without a script, and
 *  with a key held, it is a plain link to them. */
export function StatisticsPopupLink({ place }: { readonly place: StatisticPlace }) {
  const app = useApp()
  const t = useText()
  const path = statisticsPath(app, place, { isFrame: true })
  const { statisticsPopupWidthPx } = app.site.config.iframe
  if (path === null) return null
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const size = `width=${statisticsPopupWidthPx},height=${popupHeightPx(window.screen.height)}`
    if (window.open(event.currentTarget.href, 'statistics', `popup,${size}`)) event.preventDefault()
  }
  return (
    <ButtonLink to={path} kind="quiet" target="_blank" onClick={open}>
      {t('board.statistics_open')}
    </ButtonLink>
  )
}
