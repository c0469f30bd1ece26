import { useEffect } from 'react'
import { useLocation, useRevalidator, useRouteError } from 'react-router'
import { ErrorPage } from '#renderers/site/frame/ErrorPage.tsx'
import { isBetOpen } from '../betting/open-bet.ts'
import { useApp } from '../page/app-context.ts'
import { assetUrl, mediaUrl, menuItems } from '../page/frame.selectors.ts'
import { CodeMissing } from '../page/late/late-code.ts'
import { reloadOutdated } from '../page/late/reload.ts'
import { offeredPath } from '../page/paths.ts'
import { useReload } from './MissingCode.tsx'
import { isGonePage, isMissingPage, isOutage } from './missing-page.ts'

/** Replaces a screen that does not exist or could not be shown: 404, 500 and 503 with menus of their own. */
export function ErrorScreen() {
  const app = useApp()
  const error = useRouteError()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const missing = useMissingScreen(error)
  const { header } = app.site.config
  const isMissing = isMissingPage(error)
  const illustration = `illustrations/${app.site.config.customize.illustrationSet}-404.svg`
  const { main, secondary = main } = app.site.config.modules.resources['error-page'] ?? {}
  const ofFailure = secondary ? assetUrl(app.site, secondary) : assetUrl(app.site, illustration)
  const onRetry = () => void revalidate()
  return (
    <ErrorPage
      status={isGonePage(error) ? 410 : isMissing ? 404 : isOutage(error) ? 503 : 500}
      homePath={offeredPath(app, 'home') ?? '/'}
      menu={menuItems(app, isMissing ? header.notFoundMenu : header.errorMenu, pathname)}
      illustrationUrl={isMissing ? mediaUrl(app, 'error-page', illustration) : ofFailure}
      {...(isMissing ? {} : { onRetry, requestId: app.state.requestId, ...missing })}
    />
  )
}

/** What the error page shows where it is the screen's code that could not be fetched. A page whose build the site no longer has is loaded
 *  again by itself, once, and never while a bet is open in it. */
function useMissingScreen(error: unknown) {
  const app = useApp()
  const isCodeMissing = error instanceof CodeMissing
  const { isBusy: isRetrying, isUnreached, reload: onRetry } = useReload()
  useEffect(() => {
    if (isCodeMissing && !isBetOpen()) void reloadOutdated(app)
  }, [app, isCodeMissing])
  return isCodeMissing ? { isCodeMissing, isRetrying, isUnreached, onRetry, requestId: undefined } : {}
}
