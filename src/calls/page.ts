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

/** What the server hands to the page renderer for one request. */
export interface PageInput {
  /** Path and query of the request, such as `/en/registration?type=fast_reg`. */
  readonly url: string
  /** Scheme and host, without a path: `https://aurora.example`. */
  readonly origin: string
  readonly site: PublicSite
  /** The same as JSON text, safe inside a script element; made once per version of the brand. */
  readonly siteJson: string
  readonly state: PageState
  /** All texts of the page's language. The same object for the same version, so that it can key a cache. */
  readonly texts: Readonly<Record<string, string>>
  readonly nonce: string
  /** Address of the brand's style sheet. */
  readonly themeUrl: string
  /** The families of the brand's texts; each has a style sheet of its own in the bundle. */
  readonly fonts: readonly string[]
  readonly manifest: Readonly<Record<string, AssetChunk>>
  readonly call: CallPort
  /** Fires when the visitor has gone. */
  readonly signal: AbortLike
}

/** The part of an AbortSignal that the renderer needs; the rooms below the browser know no DOM. */
export interface AbortLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/** The part of a writable stream of Node that the renderer needs. */
export interface PageSink {
  write(chunk: unknown): boolean
  /** Called when the renderer has no more to write for now. */
  flush(): void
  end(): unknown
  destroy(error?: Error): unknown
}

/** A rendered page: a redirect, or a document that is written to a stream. */
export type PageOutput =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'document'
      readonly status: number
      /** What goes to the end of the head: preloads and the JSON block. */
      readonly headBlock: string
      /** Writes the document; a failure of the renderer destroys the sink. */
      readonly pipe: (sink: PageSink) => void
    }

/** What the built page bundle exports for the server. */
export interface PageBundle {
  readonly renderPage: (input: PageInput) => Promise<PageOutput>
  /** The routes that this build has a screen for. */
  readonly screenIds: readonly RouteId[]
}
