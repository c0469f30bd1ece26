/** Classes and attributes that style sheets speak of: such a mark is a name of the build, and no text of a visitor. */
export interface CssMarks {
  readonly classes: ReadonlySet<string>
  /** `data-scheme`, or `data-scheme=light` where the sheet names the value. */
  readonly attributes: ReadonlySet<string>
}

/** Reads the marks of selectors: `.card[data-scheme='light']` has the class `card` and the attribute `data-scheme=light`. */
export function marksOf(selectors: Iterable<string>): CssMarks {
  const classes = new Set<string>()
  const attributes = new Set<string>()
  for (const selector of selectors) {
    for (const [, name = ''] of selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)) classes.add(name)
    for (const [, name = '', quoted, plain] of selector.matchAll(
      /\[\s*([\w-]+)\s*(?:[~|^$*]?=\s*(?:["']([^"'\]]*)["']|([\w-]+))[^\]]*)?\]/g,
    )) {
      const value = quoted ?? plain
      attributes.add(value === undefined ? name : `${name}=${value}`)
    }
  }
  return { classes, attributes }
}

/** A style sheet without what could be somebody's text or lead elsewhere: no comments, no generated text, no addresses, no imports. */
export function scrubCss(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replaceAll(/@import[^;]*;?/gi, '')
    .replaceAll(/url\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)?/gi, 'none')
    .replaceAll(/\bcontent\s*:\s*(?:"[^"]*"|'[^']*'|[^;}"'])*/gi, 'content:""')
}

const WORDS = new Set(
  'px rem em vh vw dvh ms s deg fr translate translatex translatey translate3d scale rotate calc min max none auto hidden visible block flex grid inline absolute relative fixed sticky contents'.split(
    ' ',
  ),
)
const PROPERTIES =
  /^(?:--[\w-]{1,40}|width|height|(?:min|max)-(?:width|height|inline-size|block-size)|inline-size|block-size|inset[\w-]*|top|left|right|bottom|transform|translate|display|visibility|opacity|position|overflow|grid-[\w-]+|flex[\w-]*)$/

/** Of a style attribute the sizes and places alone: `width: 40%; --name: Ana` gives `width:40%`. */
export function scrubStyle(style: string): string {
  const kept = style.split(';').flatMap((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim().toLowerCase())
    if (more.length > 0 || !PROPERTIES.test(property) || property.startsWith('--')) return []
    return isSize(value) ? [`${property}:${value}`] : []
  })
  return kept.join(';')
}

/** Whether a value of a style is made of numbers, units and known words alone. */
function isSize(value: string): boolean {
  if (value.length > 60 || !/^[\d\s.,%()a-z+*/-]+$/.test(value)) return false
  const long = value.match(/\d{6,}/)
  return !long && (value.match(/[a-z][a-z\d]*/g) ?? []).every((word) => WORDS.has(word))
}
