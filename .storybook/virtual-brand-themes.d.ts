declare module 'virtual:brand-themes' {
  /** A brand as the stories need it: its style sheet and the variants of composition it chose. */
  export interface BrandLook {
    readonly css: string
    readonly variants: Readonly<Record<'header' | 'card' | 'button' | 'board', string>>
  }

  export const brands: Readonly<Record<string, BrandLook>>

  /** Whether every story is checked in every brand, as in long runs. */
  export const isEachStoryInEachBrand: boolean
}
