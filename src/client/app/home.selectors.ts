import { createElement } from 'react'
import type { Banner as BannerView } from '#renderers/site/home/BannerCard.tsx'
import type { ResponsivePicture } from '#renderers/site/home/BannerPicture.tsx'
import type { HomeBlockProps, ResolvedHomeBlock } from '#renderers/site/home/HomeBlocks.tsx'
import type { Promo } from '#renderers/site/home/PromoSection.tsx'
import type { Banner, HomeBlock, PageNode, WelcomeBonusItem } from '#schemas'
import { HomeDrawsBlock, type HomeDrawsBlocks } from '../lotteries/draws/home-draws.tsx'
import type { App } from '../page/app-context.ts'
import { assetUrl, menuItems } from '../page/frame.selectors.ts'
import { inOrder, isShown, linkTarget, offeredPath } from '../page/paths.ts'
import type { Scheme } from '../page/scheme.tsx'
import { HomeCasinoBlock, type HomeCasinosData } from './home-casino.tsx'
import { HomeFeedBlock, type HomeFeedsData } from './home-feed.tsx'

/** What the home page's blocks need beside the configuration. */
export interface HomeData {
  /** Rich-text blocks: page id → its nodes. */
  readonly pages: Readonly<Record<string, readonly PageNode[]>>
  readonly bonuses: readonly WelcomeBonusItem[]
  /** Blocks of games. */
  readonly feeds: HomeFeedsData
  /** Blocks of the casino. */
  readonly casinos: HomeCasinosData
  /** Blocks of draws. */
  readonly draws: HomeDrawsBlocks
  /** When the page was made, ms since the epoch: banners and blocks have their times. */
  readonly nowMs: number
}

type OrderedBlock = HomeBlock & { readonly id: string }

const BANNER_SIZE = { width: 1200, height: 400 } as const
const PHONE_BANNER_SIZE = { width: 800, height: 600 } as const
const CARD_SIZE = { width: 600, height: 400 } as const

/** The blocks of the home page that this visitor sees, in the brand's order. A block with nothing to show is left out. */
export function homeBlocks(app: App, data: HomeData, { pathname, scheme }: PageLook): ResolvedHomeBlock[] {
  return visibleBlocks(app, data.nowMs).flatMap((block, index) => {
    const resolved = resolveBlock(app, block, data, { pathname, scheme, isFirst: index === 0 })
    return resolved ? [resolved] : []
  })
}

/** The configured blocks for this visitor at a time. */
export function visibleBlocks(app: App, nowMs: number): OrderedBlock[] {
  return inOrder(app.site.config.customize.homeBlocks).filter((block) => isShown(app, block, nowMs))
}

/** Where the page is, and in which colours. */
export interface PageLook {
  readonly pathname: string
  readonly scheme: Scheme
}

interface Place extends PageLook {
  readonly isFirst: boolean
}

function resolveBlock(app: App, block: OrderedBlock, data: HomeData, place: Place): ResolvedHomeBlock | null {
  const { id, kind } = block
  switch (kind) {
    case 'banner-carousel': {
      const props = bannerProps(app, block, data.nowMs, place)
      const match = data.feeds[id]
      const beside = match && createElement(HomeFeedBlock, { app, data: match, title: undefined, nowMs: data.nowMs })
      return props && { id, kind, props: { ...props, beside } }
    }
    case 'promo-section': {
      const promos = promosOf(app, block.widget, data.nowMs, place.scheme)
      return promos.length ? { id, kind, props: { title: titleOf(app, block), promos } } : null
    }
    case 'menu-tiles': {
      const items = menuItems(app, block.menu ?? {}, place.pathname)
      const props = {
        label: titleOf(app, block),
        isLabelShown: block.titleKey !== undefined,
        items,
        columns: block.columns,
      }
      return items.length ? { id, kind, props } : null
    }
    case 'feature-cards': {
      const features = inOrder(block.cards ?? {}).map((card) => ({
        id: card.id,
        icon: card.icon,
        title: app.texts.t(card.titleKey),
        text: app.texts.t(card.textKey),
        to: card.routeId ? (offeredPath(app, card.routeId) ?? undefined) : undefined,
      }))
      const props = {
        title: titleOf(app, block),
        text: block.textKey ? app.texts.t(block.textKey) : undefined,
        features,
      }
      return features.length ? { id, kind, props } : null
    }
    case 'welcome-bonus': {
      const props = bonusProps(app, block, data.bonuses)
      return props && { id, kind, props }
    }
    case 'rich-text': {
      const nodes = data.pages[block.page ?? '']
      return nodes?.length ? { id, kind, props: { nodes } } : null
    }
    case 'games':
    case 'top-champs':
    case 'favorites':
    case 'express': {
      const shown = data.feeds[id]
      if (!shown) return null
      const title = block.titleKey && app.texts.t(block.titleKey)
      return {
        id,
        kind,
        props: { content: createElement(HomeFeedBlock, { app, data: shown, title, nowMs: data.nowMs }) },
      }
    }
    case 'casino-banner':
    case 'casino-row':
    case 'casino-wins': {
      const shown = data.casinos[id]
      const title = block.titleKey && app.texts.t(block.titleKey)
      return shown
        ? { id, kind, props: { content: createElement(HomeCasinoBlock, { app, data: shown, title }) } }
        : null
    }
    case 'lottery-draws': {
      const shown = data.draws[id]
      const title = block.titleKey && app.texts.t(block.titleKey)
      return shown ? { id, kind, props: { content: createElement(HomeDrawsBlock, { app, data: shown, title }) } } : null
    }
  }
}

function titleOf(app: App, { titleKey }: HomeBlock): string {
  return titleKey ? app.texts.t(titleKey) : app.site.name
}

/** The banners of a widget that this visitor sees now: one of a page that they are not offered promises nothing. */
function bannersOf(app: App, widgetId: string | undefined, nowMs: number): (Banner & { readonly id: string })[] {
  const widget = app.site.config['banner-widgets'].widgets[widgetId ?? '']
  return inOrder(widget?.banners ?? {}).filter(
    (banner) => isShown(app, banner, nowMs) && (linkTarget(app, banner) !== null || !(banner.routeId || banner.href)),
  )
}

function pictureOf(
  app: App,
  banner: Banner,
  size: { readonly width: number; readonly height: number },
  scheme: Scheme,
): ResponsivePicture | undefined {
  const { image, imageDark = image } = banner
  if (!image || !imageDark) return undefined
  return {
    src: assetUrl(app.site, scheme === 'dark' ? imageDark : image),
    ...(scheme === 'system' && imageDark !== image ? { darkSrc: assetUrl(app.site, imageDark) } : {}),
    ...size,
    alt: banner.altKey ? app.texts.t(banner.altKey) : '',
    ...(banner.imagePhone ? { phone: { src: assetUrl(app.site, banner.imagePhone), ...PHONE_BANNER_SIZE } } : {}),
  }
}

function bannerProps(
  app: App,
  block: OrderedBlock,
  nowMs: number,
  { isFirst, scheme }: Place,
): HomeBlockProps['banner-carousel'] | null {
  const widget = app.site.config['banner-widgets'].widgets[block.widget ?? '']
  const banners = bannersOf(app, block.widget, nowMs).map(
    (banner): BannerView => ({
      id: banner.id,
      title: app.texts.t(banner.titleKey),
      text: banner.textKey ? app.texts.t(banner.textKey) : undefined,
      to: linkTarget(app, banner) ?? undefined,
      actionLabel: banner.buttonKey ? app.texts.t(banner.buttonKey) : undefined,
      picture: pictureOf(app, banner, BANNER_SIZE, scheme),
    }),
  )
  if (!widget || !banners.length) return null
  return {
    layout: widget.kind,
    banners,
    label: titleOf(app, block),
    isFirst,
    ...(widget.intervalMs === undefined ? {} : { intervalMs: widget.intervalMs }),
  }
}

function promosOf(app: App, widgetId: string | undefined, nowMs: number, scheme: Scheme): Promo[] {
  return bannersOf(app, widgetId, nowMs).flatMap((banner) => {
    const to = linkTarget(app, banner)
    if (!to) return []
    return [
      {
        id: banner.id,
        title: app.texts.t(banner.titleKey),
        text: banner.textKey ? app.texts.t(banner.textKey) : undefined,
        to,
        picture: pictureOf(app, banner, CARD_SIZE, scheme),
        actionLabel: banner.buttonKey ? app.texts.t(banner.buttonKey) : undefined,
      },
    ]
  })
}

function bonusProps(
  app: App,
  block: OrderedBlock,
  bonuses: readonly WelcomeBonusItem[],
): HomeBlockProps['welcome-bonus'] | null {
  const [bonus] = bonuses
  const to = offeredPath(app, 'registration')
  if (!bonus || !to || app.state.visitor.player) return null
  const { attributes } = bonus
  return {
    title: titleOf(app, block),
    value: attributes.payload?.bannerInfoText ?? attributes.name,
    text: block.textKey ? app.texts.t(block.textKey) : attributes.info,
    actionLabel: app.texts.t('shell.register'),
    to,
    termsPath: offeredPath(app, 'bonus_rules') ?? undefined,
    ...(attributes.icon ? { icon: attributes.icon } : {}),
  }
}
