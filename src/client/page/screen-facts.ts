import type { PageFacts } from '#machines/site/seo/crawler-head.rules.ts'

/** What crawlers read of a page beside its head. */
export interface ScreenFacts extends PageFacts {
  /** The pages above this one, below the home page. */
  readonly trail?: readonly { readonly label: string; readonly to?: string | undefined }[]
}
