import { useLocation, useRevalidator, useRouteError } from 'react-router'
import { ErrorPage } from '#renderers/site/ErrorPage.tsx'
import { useApp } from './app-context.ts'
import { assetUrl, mediaUrl, menuItems } from './frame.selectors.ts'
import { isMissingPage } from './missing-page.ts'
import { offeredPath } from './paths.ts'

/** What stands in the place of a screen that is not there or could not be shown: 404 and 500 with menus of their own. */
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
  return (
    <ErrorPage
      status={isMissing ? 404 : 500}
      homePath={offeredPath(app, 'home') ?? '/'}
      menu={menuItems(app, isMissing ? header.notFoundMenu : header.errorMenu, pathname)}
      illustrationUrl={isMissing ? mediaUrl(app, 'error-page', illustration) : ofFailure}
      {...(isMissing ? {} : { onRetry: () => void revalidate(), requestId: app.state.requestId })}
    />
  )
}
