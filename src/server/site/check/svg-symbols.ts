/** Ids of the symbols of an SVG, in their order: the icons of a sprite. */
export function symbolIds(text: string): readonly string[] {
  return [...text.matchAll(/<symbol\b[^>]*?\sid\s*=\s*["']([^"']*)["']/g)].map(([, id = '']) => id)
}
