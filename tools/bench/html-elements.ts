import { createElement, type ReactNode } from 'react'

const TOKEN = /<!--.*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*?)(\/?)>|[^<]+/gis
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const RAW = new Set(['script', 'style'])
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

interface Open {
  readonly tag: string
  readonly props: Record<string, unknown>
  readonly children: ReactNode[]
}

/** The React elements of a document that React wrote, with its attributes as fixed props. Comments are left out.
 *  @throws Error when its tags do not nest */
export function htmlElements(html: string): ReactNode {
  const stack: Open[] = [{ tag: '', props: {}, children: [] }]
  TOKEN.lastIndex = 0
  for (let token = TOKEN.exec(html); token; token = TOKEN.exec(html)) {
    const [text, slash, name, attributes = '', isClosed] = token
    const top = stack.at(-1) as Open
    if (name === undefined) {
      if (!text.startsWith('<')) top.children.push(decoded(text))
      continue
    }
    const tag = name
    if (slash) close(stack, tag)
    else if (VOID.has(tag) || isClosed) top.children.push(createElement(tag, propsOf(attributes)))
    else if (RAW.has(tag)) top.children.push(rawElement(html, tag, attributes))
    else stack.push({ tag, props: propsOf(attributes), children: [] })
  }
  const [root] = stack
  if (!root || stack.length > 1) throw new Error(`<${stack.at(-1)?.tag}> is not closed`)
  return root.children[0]
}

function close(stack: Open[], tag: string): void {
  const done = stack.pop()
  if (!done || done.tag !== tag) throw new Error(`</${tag}> closes <${done?.tag}>`)
  stack.at(-1)?.children.push(createElement(tag, done.props, ...done.children))
}

/** An element whose text is no markup; moves the reader behind its end. */
function rawElement(html: string, tag: string, attributes: string): ReactNode {
  const end = html.indexOf(`</${tag}>`, TOKEN.lastIndex)
  const __html = html.slice(TOKEN.lastIndex, end)
  TOKEN.lastIndex = end + `</${tag}>`.length
  return createElement(tag, { ...propsOf(attributes), dangerouslySetInnerHTML: { __html } })
}

/** React writes attributes that begin with `data-` or `aria-`, and names of its own in lower case, as they are given. */
const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  charset: 'charSet',
  crossorigin: 'crossOrigin',
  tabindex: 'tabIndex',
  srcset: 'srcSet',
  fetchpriority: 'fetchPriority',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  'http-equiv': 'httpEquiv',
}
const IS_FLAG = new Set(
  'async defer disabled hidden checked selected required autofocus open inert novalidate'.split(' '),
)

function propsOf(attributes: string): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'style') props.style = styleOf(decoded(value))
    else props[REACT_NAMES[name] ?? name] = IS_FLAG.has(name) ? true : decoded(value)
  }
  return props
}

function styleOf(css: string): Record<string, string> {
  const declarations = css.split(';').filter((text) => text.includes(':'))
  return Object.fromEntries(
    declarations.map((text) => {
      const [property = '', ...value] = text.split(':')
      const name = property.startsWith('--')
        ? property
        : property.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [name, value.join(':').trim()]
    }),
  )
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, decimal?: string, name?: string) =>
      name ? NAMED[name as keyof typeof NAMED] : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
}
