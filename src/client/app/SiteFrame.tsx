import { useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { isStatisticsFrame } from '#machines/feed/statistics/statistics-frame.rules.ts'
import { isolated } from '#machines/site/text.rules.ts'
import { BottomNavigation } from '#renderers/shell/BottomNavigation.tsx'
import { DropdownOpening } from '#renderers/shell/use-dropdown.tsx'
import { Footer } from '#renderers/site/frame/Footer.tsx'
import { Header, type HeaderProps } from '#renderers/site/frame/Header.tsx'
import { NavigationBanner } from '#renderers/site/frame/NavigationBanner.tsx'
import { MAIN_ID, SiteLayout } from '#renderers/site/frame/SiteLayout.tsx'
import { IconsProvider } from '#renderers/site/Icon.tsx'
import { type App, useApp } from '../page/app-context.ts'
import { headerVisitor } from '../page/frame/header-visitor.ts'
import { navigationBanner } from '../page/frame/site-modals.ts'
import {
  assetUrl,
  brandIdentity,
  footerColumns,
  footerContacts,
  footerMarks,
  languageChoices,
  menuItems,
  phonePlaces,
  spriteUrl,
} from '../page/frame.selectors.ts'
import { installPort } from '../page/install-port.ts'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { useScheme } from '../page/scheme.tsx'
import { shellPort } from '../page/shell-port.ts'
import { useIsWidget } from '../page/use-is-widget.ts'
import { CouponPlace, CouponProvider, useCouponOffer } from './coupon-layer.tsx'
import { Document } from './Document.tsx'
import { HeaderAccounts } from './HeaderAccounts.tsx'
import { PageText } from './head/PageText.tsx'
import { PageQuestions } from './head/page-questions.tsx'
import { MissingCodePlace } from './late/missing-code-place.tsx'
import { useIsMissingPage } from './missing-page.ts'
import { Scrolling } from './Scrolling.tsx'
import { SiteLinks } from './SiteLink.tsx'
import { HeaderSearch } from './search/HeaderSearch.tsx'
import { ShellLayer } from './shell-layer.tsx'

const ICONS = 'icons.svg'
const SEAL_SIZE = { width: 96, height: 44 } as const

/** Everything around a screen: the document, header, footer, the phone's navigation and what lies over the page. */
export function SiteFrame() {
  const app = useApp()
  const isWidget = useIsWidget()
  const coupon = useCouponOffer()
  const { pathname } = useLocation()
  if (isStatisticsFrame(pathname)) return <StatisticsFrame />
  return (
    <Document hasBottomNavigation={!isWidget && phonePlaces(app, pathname, coupon).length > 1}>
      <SiteLinks>
        <IconsProvider spriteUrl={spriteUrl(app, ICONS)}>
          {isWidget ? (
            <WidgetScreen />
          ) : (
            <CouponProvider>
              <FramedScreen app={app} />
            </CouponProvider>
          )}
          <ShellLayer />
          <MissingCodePlace />
        </IconsProvider>
      </SiteLinks>
    </Document>
  )
}

/** Statistics in a frame of another site: markup alone, which no script wakes (WID-8). Its links within statistics stay in the frame,
 *  as plain anchors do. */
function StatisticsFrame() {
  const { statisticsOrigins, statisticsMinHeightPx } = useApp().site.config.iframe
  return (
    <Document>
      <main id={MAIN_ID} data-frame-origins={statisticsOrigins.join(' ')} data-frame-min-height={statisticsMinHeightPx}>
        <Outlet />
      </main>
    </Document>
  )
}

/** A screen in a frame of another site: nothing of this site stands around it. */
function WidgetScreen() {
  return (
    <main id={MAIN_ID}>
      <Outlet />
    </main>
  )
}

function FramedScreen({ app }: { readonly app: App }) {
  const { pathname, search } = useLocation()
  const { scheme, choose } = useScheme()
  const { player } = usePlayer()
  const { site } = app
  // What is missing here is missing in every language.
  const languages = useIsMissingPage() ? languageChoices(app, '/', '') : languageChoices(app, pathname, search)
  const coupon = useCouponOffer()
  const places = phonePlaces(app, pathname, coupon)
  const schemeMenu = { scheme, onChoose: choose }
  const banner = navigationBanner(app)
  return (
    <DropdownOpening value={site.config.header.menusOpenBy}>
      <Scrolling />
      <SiteLayout
        header={
          <>
            {banner && <NavigationBanner {...banner} />}
            <Header
              brand={brandIdentity(app)}
              homePath={offeredPath(app, 'home') ?? '/'}
              nav={menuItems(app, site.config.header.menu, pathname)}
              service={menuItems(app, site.config.header.serviceMenu, pathname)}
              maxVisibleItems={site.config.header.maxVisibleItems}
              indentPx={site.config.header.indentPx}
              visitor={headerVisitor(app, player, pathname + search)}
              languages={languages}
              scheme={schemeMenu}
            >
              <HeaderSearch />
              {player?.hasSeveralAccounts && <HeaderAccounts key={player.userId} />}
            </Header>
          </>
        }
        footer={<SiteFooter app={app} pathname={pathname} languages={languages} schemeMenu={schemeMenu} />}
        asideEnd={coupon?.hasColumn ? <CouponPlace /> : undefined}
        bottomNavigation={places.length > 1 ? <BottomNavigation places={places} /> : undefined}
      >
        <Outlet />
        <PageText />
        <PageQuestions />
      </SiteLayout>
    </DropdownOpening>
  )
}

interface SiteFooterProps {
  readonly app: App
  readonly pathname: string
  readonly languages: ReturnType<typeof languageChoices>
  readonly schemeMenu: NonNullable<HeaderProps['scheme']>
}

function SiteFooter({ app, pathname, languages, schemeMenu }: SiteFooterProps) {
  const { footer, licence, other } = app.site.config
  const { t } = app.texts
  const canInstall = useSyncExternalStore(installPort.listen, installPort.canInstall, () => false)
  return (
    <Footer
      brand={brandIdentity(app)}
      columns={footerColumns(app, pathname)}
      paymentMarks={footerMarks(app, footer.paymentMarks)}
      partnerMarks={footerMarks(app, footer.partnerMarks)}
      licence={
        footer.isLicenceShown && licence.number
          ? {
              text: t('site.licence_text', {
                number: isolated(licence.number),
                authority: isolated(licence.authority ?? ''),
                holder: isolated(licence.holder ?? ''),
              }),
              ...(licence.holderAddress
                ? { address: t('site.licence_address', { address: isolated(licence.holderAddress) }) }
                : {}),
              ...(licence.validatorUrl ? { to: licence.validatorUrl } : {}),
              ...(licence.seal
                ? { seal: { src: assetUrl(app.site, licence.seal), name: licence.authority ?? '', ...SEAL_SIZE } }
                : {}),
            }
          : undefined
      }
      minimumAge={footer.isAgeMarkShown ? app.visitor.minimumAgeYears : undefined}
      networks={footerContacts(app)}
      text={t(footer.textKey)}
      responsiblePath={
        footer.isResponsibleGamingShown ? (offeredPath(app, 'responsible_gaming') ?? undefined) : undefined
      }
      copyright={t(footer.copyrightKey, { name: app.site.name, year: new Date().getUTCFullYear() })}
      languages={languages}
      scheme={schemeMenu}
      onCookieChoice={footer.isCookieChoiceShown && other.cookieConsent.isAsked ? shellPort.askForCookies : undefined}
      onInstall={canInstall ? installPort.want : undefined}
    />
  )
}
