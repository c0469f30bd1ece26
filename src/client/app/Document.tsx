import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { appStoreId } from '#machines/shell/app/device-apps.rules.ts'
import { useApp } from '../page/app-context.ts'
import { assetUrl } from '../page/frame.selectors.ts'
import { usePlayer } from '../page/player.tsx'
import { useScheme } from '../page/scheme.tsx'
import type { ScreenData } from '../page/screen.ts'
import { headOf } from './head/page-head.ts'

/** Props of {@link Document}. */
export interface DocumentProps {
  /** Whether the phone's navigation is at its lower edge. */
  readonly hasBottomNavigation?: boolean
  readonly children: ReactNode
}

/** The whole document around a page: language, direction, the brand's variants, styles and the head of the screen. */
export function Document({ hasBottomNavigation = false, children }: DocumentProps) {
  const { site, state, styles } = useApp()
  const { scheme } = useScheme()
  const chosenFontSize = usePlayer().player?.settings?.font_size
  const { languages } = site.config.global
  const language = languages[state.visitor.language]
  const { cardsInFormMode, fontSize, iosAppUrl } = site.config.application
  const storeId = appStoreId(iosAppUrl)
  const { headerStyle, cardStyle, buttonStyle, boardStyle, density, icon = 'favicon.svg' } = site.config.customize
  return (
    <html
      lang={state.visitor.language}
      dir={language?.direction ?? 'ltr'}
      data-brand={site.brandId}
      data-scheme={scheme === 'system' ? undefined : scheme}
      data-font-size={chosenFontSize ?? (fontSize === 'default' ? undefined : fontSize)}
      data-header={headerStyle}
      data-card={cardStyle}
      data-button={buttonStyle}
      data-board={boardStyle}
      data-density={density}
      data-bottom-navigation={hasBottomNavigation ? '' : undefined}
      data-form={cardsInFormMode === 'cards-in-form' ? 'cards' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {storeId !== null && <meta name="apple-itunes-app" content={`app-id=${storeId}`} />}
        <link rel="icon" href={assetUrl(site, icon)} type={icon.endsWith('.svg') ? 'image/svg+xml' : undefined} />
        <link rel="manifest" href={`/manifest.webmanifest?lng=${state.visitor.language}`} />
        <link rel="apple-touch-icon" href={`/app/icon/${site.hash}/apple-180.png`} />
        <Head />
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Title, canonical address, and whether the page may be listed; crawlers get more (crawler-block.ts). */
function Head() {
  const app = useApp()
  const match = useMatches().at(-1)
  const data = match?.loaderData as ScreenData | undefined
  const head = headOf(app, { id: match?.id, params: match?.params ?? {}, data })
  const own = app.origin + (match?.pathname.replace(/\/$/, '') ?? '')
  return (
    <>
      <title>{head.title}</title>
      <meta name="application-name" content={app.site.name} />
      {head.robots && <meta name="robots" content={head.robots} />}
      {head.isListed && <link rel="canonical" href={head.canonical || own} />}
    </>
  )
}
