import { useLocation, useRevalidator, useRouteError } from 'react-router'
import { ErrorPage } from '#renderers/site/frame/ErrorPage.tsx'
import { useApp } from '../page/app-context.ts'
import { assetUrl, mediaUrl, menuItems } from '../page/frame.selectors.ts'
import { CodeMissing } from '../page/late/late-code.ts'
import { offeredPath } from '../page/paths.ts'
import { MissingScreenPlace } from './late/missing-code-place.tsx'
import { isGonePage, isMissingPage, isOutage } from './missing-page.ts'

/** Replaces a screen that does not exist or could not be shown: 404, 500 and 503 with menus of their own. */
export function ErrorScreen() {
  const app = useApp()
  const error = useRouteError()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const { header } = app.site.config
  const isMissing = isMissingPage(error)
  const illustration = `illustrations/${app.site.config.customize.illustrationSet}-404.svg`
  const { main, secondary = main } = app.site.config.modules.resources['error-page'] ?? {}
  const ofFailure = secondary ? assetUrl(app.site, secondary) : assetUrl(app.site, illustration)
  const onRetry = () => void revalidate()
  const page = {
    status: isGonePage(error) ? 410 : isMissing ? 404 : isOutage(error) ? 503 : 500,
    homePath: offeredPath(app, 'home') ?? '/',
    menu: menuItems(app, isMissing ? header.notFoundMenu : header.errorMenu, pathname),
    illustrationUrl: isMissing ? mediaUrl(app, 'error-page', illustration) : ofFailure,
  } as const
  if (error instanceof CodeMissing) return <MissingScreenPlace {...page} isCodeMissing />
  return <ErrorPage {...page} {...(isMissing ? {} : { onRetry, requestId: app.state.requestId })} />
}
