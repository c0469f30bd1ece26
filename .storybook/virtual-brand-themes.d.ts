declare module 'virtual:brand-themes' {
  export const brands: Readonly<
    Record<
      string,
      { readonly css: string; readonly variants: Readonly<Record<'header' | 'card' | 'button' | 'board', string>> }
    >
  >
}
