import { createElement, type ReactNode } from 'react'
import { useLink } from '../link.tsx'
import styles from './RichText.module.css'

/** Elements that a written page may hold. */
export type RichTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'a'
  | 'img'
  | 'br'
  | 'hr'
  | 'blockquote'
  | 'code'
  | 'pre'
  | 'dl'
  | 'dt'
  | 'dd'
  | 'sub'
  | 'sup'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

/** A piece of a written page: text, or an element with what it holds. */
export type RichNode = string | RichElement

/** An element of a written page; only the attributes named here reach the page. */
export interface RichElement {
  readonly tag: RichTag
  readonly id?: string
  /** Of a link: a path, or an address with http, https, mailto or tel. */
  readonly href?: string
  /** Of a picture: a path or an https address. */
  readonly src?: string
  readonly alt?: string
  readonly width?: number
  readonly height?: number
  /** Language of the content when it is not the page's. */
  readonly lang?: string
  readonly children?: readonly RichNode[]
}

const TAGS = {
  p: true,
  h2: true,
  h3: true,
  h4: true,
  ul: true,
  ol: true,
  li: true,
  strong: true,
  em: true,
  a: true,
  img: true,
  br: true,
  hr: true,
  blockquote: true,
  code: true,
  pre: true,
  dl: true,
  dt: true,
  dd: true,
  sub: true,
  sup: true,
  table: true,
  thead: true,
  tbody: true,
  tr: true,
  th: true,
  td: true,
} as const satisfies Record<RichTag, true>

/** Whether an address is allowed in a written page: no scripts, no data, no other host without a protocol. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(address)
}

/** Props of {@link RichText}. */
export interface RichTextProps {
  readonly nodes: readonly RichNode[]
}

/** A written page as structured nodes: no HTML text ever becomes elements. */
export function RichText({ nodes }: RichTextProps) {
  return (
    <div className={styles.text}>
      <RichNodes nodes={nodes} />
    </div>
  )
}

function RichNodes({ nodes }: RichTextProps): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a written page is replaced as a whole, its nodes never change places
    typeof node === 'string' ? node : <RichElementView key={index} node={node} />,
  )
}

function RichElementView({ node }: { node: RichElement }) {
  const Link = useLink()
  const { tag, id, href, src, alt = '', width, height, lang, children = [] } = node
  if (!Object.hasOwn(TAGS, tag)) return null
  const content = <RichNodes nodes={children} />
  switch (tag) {
    case 'br':
    case 'hr':
      return createElement(tag)
    case 'img':
      return src && isSafeAddress(src) && <img src={src} alt={alt} width={width} height={height} loading="lazy" />
    case 'a':
      return href && isSafeAddress(href) ? <Link to={href}>{content}</Link> : content
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the arrow keys
        <div className={styles.scroller} tabIndex={0}>
          <table>{content}</table>
        </div>
      )
    default:
      return createElement(tag, { id, lang }, content)
  }
}
