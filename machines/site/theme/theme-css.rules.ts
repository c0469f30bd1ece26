import type { ThemeDimension } from '#schemas'
import type { ResolvedShadow, ResolvedTheme, ResolvedToken } from './theme.rules.ts'
import { cssColour } from './theme-colour.rules.ts'
import type { Scheme } from './theme-contrast.rules.ts'

/** The scheme of a visitor who has chosen none: one of the two, or `system` for what their device prefers. */
export type DefaultScheme = Scheme | 'system'

/** Family → its name in CSS, and what the device is asked for when even the fallback face is missing. */
const FONTS = {
  onest: ['Onest', 'sans-serif'],
  manrope: ['Manrope', 'sans-serif'],
  inter: ['Inter', 'sans-serif'],
  unbounded: ['Unbounded', 'sans-serif'],
  'playfair-display': ['Playfair Display', 'serif'],
  rubik: ['Rubik', 'sans-serif'],
  vazirmatn: ['Vazirmatn', 'sans-serif'],
  cairo: ['Cairo', 'sans-serif'],
} as const satisfies Record<string, readonly [name: string, generic: string]>

/** A family that the engine serves. */
type FontFamily = keyof typeof FONTS

/** Least height of what is touched with a finger, in px (WCAG 2.2, 2.5.5). */
const TOUCH_TARGET_PX = 44

/** The layers of every page, the weakest first. The theme declares them because it comes before all blocks, however
 *  these are split and loaded: layers are ordered by first mention. */
const LAYERS = '@layer reset,tokens,base,blocks,brand;'

/** The style sheet of a theme: the custom properties that blocks read, in `@layer tokens`. The scheme is that of
 *  `data-scheme` on the root element, else the default; densities follow `data-density`; motion stops when the visitor
 *  wants less of it. Faces of the engine's families are not in it: the server writes them before it. Those of the brand are.
 *  @param options.assets address below which the brand's files are: `/brand/0123456789abcdef/` */
export function compileTheme(
  theme: ResolvedTheme,
  options: { readonly defaultScheme: DefaultScheme; readonly assets: string },
): string {
  const { defaultScheme, assets } = options
  const isSystem = defaultScheme === 'system'
  const first: Scheme = isSystem ? 'light' : defaultScheme
  const second: Scheme = first === 'light' ? 'dark' : 'light'
  const rules = [
    rule(':root', [...shared(theme), ...rowHeight(theme, 'default')]),
    rule(`:root,[data-scheme="${first}"]`, scheme(theme, first)),
    ...(isSystem
      ? [`@media (prefers-color-scheme:dark){${rule(':root:not([data-scheme])', scheme(theme, 'dark'))}}`]
      : []),
    rule(`[data-scheme="${second}"]`, scheme(theme, second)),
    ...['compact', 'default', 'comfortable'].map((density) =>
      rule(`[data-density="${density}"]`, rowHeight(theme, density)),
    ),
    `@media (pointer:coarse){${rule(':root,[data-density="compact"],[data-density="default"]', [`--row-height:${TOUCH_TARGET_PX}px`])}}`,
    `@media (prefers-reduced-motion:reduce){${rule(':root', ['--motion-response:0ms', '--motion-entrance:0ms'])}}`,
  ]
  const faces = ownFonts(theme).map((path) => ownFace(path, assets))
  return `${LAYERS}\n${faces.join('')}@layer tokens{\n${rules.join('\n')}\n}\n`
}

/** The families that a theme draws with. */
export interface FontFamilies {
  /** Those of texts and headings, each once. */
  readonly drawn: readonly FontFamily[]
  /** The family of Arabic script, which falls back for both; null where it is a font of the brand's own. */
  readonly arabic: FontFamily | null
  /** Fonts of the brand's own: paths below its assets, each once. */
  readonly own: readonly string[]
}

/** Lists the families that a theme draws with: its pages need their style sheets. */
export function fontFamilies(theme: ResolvedTheme): FontFamilies {
  const drawn = ['font.text', 'font.display'].map((name) => familyAt(theme, name)).filter(isServed)
  const arabic = familyAt(theme, 'font.arabic')
  return { drawn: [...new Set(drawn)], arabic: isServed(arabic) ? arabic : null, own: ownFonts(theme) }
}

/** The addresses of the style sheets of the engine's families among them, Arabic script's too.
 *  @param manifest the chunks of a build by their sources */
export function fontSheets(
  { drawn, arabic }: FontFamilies,
  manifest: Readonly<Record<string, { readonly file: string }>>,
): string[] {
  return [...new Set([...drawn, ...(arabic === null ? [] : [arabic])])].flatMap((family) => {
    const chunk = manifest[`src/client/app/fonts/${family}.css`]
    return chunk ? [`/${chunk.file}`] : []
  })
}

/** The fonts of its own that a theme draws with: paths of WOFF2 files below the brand's assets. */
export function ownFonts(theme: ResolvedTheme): readonly string[] {
  const families = ['font.text', 'font.display', 'font.arabic'].map((name) => familyAt(theme, name))
  return [...new Set(families.filter((family) => !isServed(family) && family !== ''))]
}

function familyAt(theme: ResolvedTheme, name: string): string {
  const token = theme.get(name)
  return token?.type === 'fontFamily' ? token.value : ''
}

function isServed(family: string): family is FontFamily {
  return Object.hasOwn(FONTS, family)
}

/** A face of the brand's own. It may have every weight; letters are seen in the next family until it has come. */
function ownFace(path: string, assets: string): string {
  return `@font-face{font-family:"${ownName(path)}";src:url("${assets}${path}") format("woff2");font-weight:100 900;font-display:swap}\n`
}

function ownName(path: string): string {
  return `own ${path}`
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector}{${declarations.join(';')}}`
}

function scheme(theme: ResolvedTheme, name: Scheme): readonly string[] {
  const prefix = `color.${name}.`
  const colours = [...theme].flatMap(([token, { type, value }]) =>
    type === 'color' && token.startsWith(prefix) ? [`--color-${token.slice(prefix.length)}:${cssColour(value)}`] : [],
  )
  return [`color-scheme:${name}`, ...colours]
}

function shared(theme: ResolvedTheme): readonly string[] {
  return [...theme].flatMap(([name, token]) =>
    token.type === 'color' || name.startsWith('row-height.')
      ? []
      : [`--${name.replace('.', '-')}:${css(theme, token)}`],
  )
}

function rowHeight(theme: ResolvedTheme, density: string): readonly string[] {
  const token = theme.get(`row-height.${density}`)
  return token ? [`--row-height:${css(theme, token)}`] : []
}

function css(theme: ResolvedTheme, token: ResolvedToken): string {
  switch (token.type) {
    case 'color':
      return cssColour(token.value)
    case 'dimension':
      return length(token.value)
    case 'duration':
      return `${token.value.value}${token.value.unit}`
    case 'number':
      return String(token.value)
    case 'shadow':
      return token.value.length ? token.value.map(shadow).join(',') : 'none'
    case 'fontFamily':
      return fontStack(token.value, familyAt(theme, 'font.arabic'))
  }
}

/** The family and its fallback of like measures, then the same for Arabic script. Faces have ranges of characters, so
 *  that each script finds the first family that has it. */
function fontStack(family: string, arabic: string): string {
  const names = [...new Set([family, arabic])].flatMap((id) =>
    isServed(id) ? [`"${FONTS[id][0]} Variable"`, `"${FONTS[id][0]} Fallback"`] : [`"${ownName(id)}"`],
  )
  return [...names, isServed(family) ? FONTS[family][1] : 'sans-serif'].join(',')
}

function shadow(layer: ResolvedShadow): string {
  const lengths = [layer.offsetX, layer.offsetY, layer.blur, layer.spread].map(length)
  return `${lengths.join(' ')} ${cssColour(layer.colour)}`
}

function length({ value, unit }: ThemeDimension): string {
  return value === 0 ? '0px' : `${value}${unit}`
}
