import type { TextSource } from '#machines/site/text.rules.ts'
import type { FontFamilies } from '#machines/site/theme/theme-css.rules.ts'
import type { PageState, PublicSite, RouteId } from '#schemas'
import type { CallPort } from './call.ts'

/** One chunk of the built page bundle, as the build's manifest describes it. */
export interface AssetChunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** Files that a style sheet names, such as fonts. */
  readonly assets?: readonly string[]
}

/** Reports something that a page does without: a name such as `link.left_out`, and where it was. */
export type Warn = (name: string, details: Readonly<Record<string, string | number>>) => void

/** What a brand tells crawlers on every page. */
export interface PageSeo {
  /** Tags by which search engines know the owner: name → content. */
  readonly verification: Readonly<Record<string, string>>
  /** Address of the picture of a shared link, from the root; null without one. */
  readonly image: string | null
  /** Address of the picture made of a game, from the root; null where the brand has none made. */
  readonly gameImage: ((gameId: number) => string) | null
}

/** What the server hands to the page renderer for one request. */
export interface PageInput {
  /** Path and query of the request, such as `/en/registration?type=fast_reg`. */
  readonly url: string
  /** Scheme and host, without a path: `https://aurora.example`. */
  readonly origin: string
  readonly site: PublicSite
  /** The same as JSON in UTF-8, safe inside a script element; made once per version of the brand. */
  readonly siteJson: Uint8Array
  readonly state: PageState
  /** All texts of the page's language. */
  readonly texts: TextSource
  /** A text of another language; its key where the language has none. */
  readonly textIn: (language: string, key: string) => string
  /** What the brand tells crawlers on every page. */
  readonly seo: PageSeo
  readonly nonce: string
  /** Address of the brand's style sheet. */
  readonly themeUrl: string
  /** The families of the brand's texts, whose faces are preloaded. */
  readonly fonts: FontFamilies
  readonly manifest: Readonly<Record<string, AssetChunk>>
  readonly call: CallPort
  readonly warn: Warn
}

/** A rendered page: a redirect, or a whole document. */
export type PageOutput =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'document'
      readonly status: number
      /** The document in pieces: markup, and bytes that were made before. */
      readonly pieces: readonly (string | Uint8Array)[]
    }

/** What the built page bundle exports for the server. */
export interface PageBundle {
  readonly renderPage: (input: PageInput) => Promise<PageOutput>
  /** The routes that this build has a screen for. */
  readonly screenIds: readonly RouteId[]
}
