import type { PageFacts } from '#machines/site/seo/crawler-head.rules.ts'

/** What crawlers read of a page beside its head. */
export interface ScreenFacts extends PageFacts {
  /** The game of the page, of which the server may make a picture. */
  readonly gameId?: number

  /** The pages above this one, below the home page. */
  readonly trail?: readonly { readonly label: string; readonly to?: string | undefined }[]
}
