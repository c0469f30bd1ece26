import type { PageNode, RecordedPage } from './page-model.ts'

/** Elements that a picture may have: none of them runs, loads or sends anything. */
const SHOWN = new Set(
  (
    'html head body style a abbr address article aside b blockquote br button caption cite code col colgroup dd del details dfn dialog div dl dt ' +
    'em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark menu meter nav ' +
    'ol optgroup option output p picture pre progress q s samp search section select small span strong sub summary sup table tbody td textarea ' +
    'tfoot th thead time tr u ul var svg g path circle ellipse line polyline polygon rect defs lineargradient radialgradient stop clippath mask ' +
    'use symbol title text tspan'
  ).split(' '),
)
const ATTRIBUTES =
  /^(?:class|id|dir|lang|hidden|disabled|open|inert|popover|type|colspan|rowspan|rows|cols|width|height|viewbox|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|points|transform|fill|stroke|stroke-[a-z]+|fill-rule|clip-rule|value|style|data-[\w-]+|aria-[\w-]+|role)$/
/** Names that HTML writes in another case. */
const VIEW_BOX = 'viewBox'
/** The sign of masked texts, and one that every font has: a frame without rights loads none. */
const [MASK, SHOWN_MASK] = ['▒', '•']
const VOID = new Set(['br', 'col', 'hr', 'img', 'input'])

/** Where a picture is shown; the fragment of its address, which scrolls it to where it was. */
export const SCROLL_MARK = 'here'

/** A recorded page at a moment as a document without any script, address or handler: what was recorded comes from strangers, and is shown where
 *  nothing may run anyway. */
export function pictureOf(page: RecordedPage): string {
  const root = page.root()
  const { y } = page.scroll()
  const mark = `<a id="${SCROLL_MARK}" style="position:absolute;top:${y}px;left:0"></a>`
  const html = root === null ? '' : written(page, root)
  const at = html.lastIndexOf('</body>')
  const own = '<style>img{background:#8884}*{animation:none!important;transition:none!important}</style>'
  return `<!doctype html>${at < 0 ? html + own + mark : html.slice(0, at) + own + mark + html.slice(at)}`
}

function written(page: RecordedPage, id: number): string {
  const node = page.node(id)
  if (!node) return ''
  const inside = () => node.children.map((child) => written(page, child)).join('')
  if (node.type === 0) return inside()
  if (node.type === 3) return escaped(node.text.replaceAll(MASK, SHOWN_MASK))
  if (node.type !== 2) return ''
  const css = node.attributes._cssText
  if (node.tag === 'link' || node.tag === 'style')
    return styleSheet(
      typeof css === 'string' ? css : node.children.map((child) => page.node(child)?.text ?? '').join(''),
    )
  if (!SHOWN.has(node.tag)) return node.tag.includes('-') ? `<div>${inside()}</div>` : ''
  if (node.tag === 'title') return ''
  const open = `<${node.tag}${attributesOf(node)}>`
  return VOID.has(node.tag) ? open : `${open}${inside()}</${node.tag}>`
}

function attributesOf({ attributes }: PageNode): string {
  const { rr_width: width, rr_height: height } = attributes
  // Something of which nothing was recorded but its size.
  const box =
    isSize(width) && isSize(height)
      ? ` style="display:inline-block;width:${width};height:${height};background:#8884"`
      : ''
  const own = Object.entries(attributes).map(([name, value]) => {
    const lower = name.toLowerCase()
    if (!ATTRIBUTES.test(lower) || (typeof value !== 'string' && typeof value !== 'number' && value !== true)) return ''
    if (lower === 'style' && box) return ''
    return ` ${lower === 'viewbox' ? VIEW_BOX : lower}="${escaped(value === true ? '' : String(value))}"`
  })
  return own.join('') + box
}

function isSize(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,5}(?:\.\d+)?px$/.test(value)
}

/** A style sheet that cannot leave its element. */
function styleSheet(css: string): string {
  return `<style>${css.replaceAll(/<(?=[/!a-z])/gi, '\\3c ')}</style>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
