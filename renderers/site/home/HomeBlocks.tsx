import { type ComponentType, createElement, type ReactNode } from 'react'
import type { HomeBlock } from '#schemas'
import { MenuTiles, type MenuTilesProps } from '../content/MenuTiles.tsx'
import { RichText, type RichTextProps } from '../content/RichText.tsx'
import { BannerWidget, type BannerWidgetProps } from './BannerWidget.tsx'
import { FeatureCards, type FeatureCardsProps } from './FeatureCards.tsx'
import { PromoSection, type PromoSectionProps } from './PromoSection.tsx'
import { WelcomeBonus, type WelcomeBonusProps } from './WelcomeBonus.tsx'

/** What a block of the home page shows. */
export type HomeBlockKind = HomeBlock['kind']

/** A block that the application draws by itself: it comes from another part of the site. */
export interface ContentProps {
  readonly content: ReactNode
}

function Content({ content }: ContentProps) {
  return content
}

/** Props of the component of each kind of block. */
export interface HomeBlockProps {
  'banner-carousel': BannerWidgetProps
  'menu-tiles': MenuTilesProps
  'promo-section': PromoSectionProps
  'feature-cards': FeatureCardsProps
  'welcome-bonus': WelcomeBonusProps
  'rich-text': RichTextProps
  games: ContentProps
  'top-champs': ContentProps
  favorites: ContentProps
  express: ContentProps
  'casino-banner': ContentProps
  'casino-row': ContentProps
  'casino-wins': ContentProps
  'lottery-draws': ContentProps
}

/** A block ready to be shown: its configuration, its texts and its data have become props. */
export type ResolvedHomeBlock = {
  readonly [Kind in HomeBlockKind]: { readonly id: string; readonly kind: Kind; readonly props: HomeBlockProps[Kind] }
}[HomeBlockKind]

const BLOCKS = {
  'banner-carousel': BannerWidget,
  'menu-tiles': MenuTiles,
  'promo-section': PromoSection,
  'feature-cards': FeatureCards,
  'welcome-bonus': WelcomeBonus,
  'rich-text': RichText,
  games: Content,
  'top-champs': Content,
  favorites: Content,
  express: Content,
  'casino-banner': Content,
  'casino-row': Content,
  'casino-wins': Content,
  'lottery-draws': Content,
} as const satisfies { readonly [Kind in HomeBlockKind]: ComponentType<HomeBlockProps[Kind]> }

/** Props of {@link HomeBlocks}. */
export interface HomeBlocksProps {
  /** The blocks in the brand's order. */
  readonly blocks: readonly ResolvedHomeBlock[]
}

/** The blocks of a home page. */
export function HomeBlocks({ blocks }: HomeBlocksProps) {
  return blocks.map((block) => <Block key={block.id} block={block} />)
}

/** A block knows which one it is, so that a preview can tell which entry drew it even where it has no text. */
function Block({ block }: { readonly block: ResolvedHomeBlock }) {
  return createElement<object>(BLOCKS[block.kind] as ComponentType<object>, block.props)
}
