import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './ActionButton.module.css'
import { Glyph, type GlyphName } from './Glyph.tsx'

/** How much a button stands out. */
export type ActionKind = 'primary' | 'plain' | 'quiet' | 'danger'

interface Look {
  readonly kind?: ActionKind
  readonly glyph?: GlyphName
  readonly isSmall?: boolean
  /** Shows the drawing alone; the words are for screen readers and the tip. */
  readonly isBare?: boolean
  readonly children: ReactNode
}

type ActionButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'>

/** A button. */
export function ActionButton({ kind = 'plain', glyph, isSmall, isBare, children, ...rest }: ActionButtonProps) {
  const tip = isBare && typeof children === 'string' ? { title: children } : {}
  return (
    <button type="button" {...tip} {...rest} className={classOf({ kind, isSmall, isBare })}>
      <Inside glyph={glyph} isBare={isBare}>
        {children}
      </Inside>
    </button>
  )
}

/** A link that looks like a button. An address outside the studio opens in a tab of its own. */
export function ActionLink(props: Look & { readonly to: string }) {
  const { kind = 'plain', glyph, isSmall, isBare, children, to } = props
  const inside = (
    <Inside glyph={glyph} isBare={isBare}>
      {children}
    </Inside>
  )
  const className = classOf({ kind, isSmall, isBare })
  if (/^https?:/.test(to)) {
    return (
      <a href={to} target="_blank" rel="noreferrer" className={className}>
        {inside}
      </a>
    )
  }
  return (
    <Link to={to} className={className}>
      {inside}
    </Link>
  )
}

type InsideProps = {
  readonly glyph: GlyphName | undefined
  readonly isBare: boolean | undefined
  readonly children: ReactNode
}

function Inside({ glyph, isBare, children }: InsideProps) {
  return (
    <>
      {glyph && <Glyph name={glyph} isMirrored={['back', 'forward', 'undo', 'redo'].includes(glyph)} />}
      <span className={isBare ? styles.hidden : undefined}>{children}</span>
    </>
  )
}

function classOf({
  kind,
  isSmall,
  isBare,
}: {
  kind: ActionKind
  isSmall: boolean | undefined
  isBare: boolean | undefined
}) {
  const kinds = { primary: styles.primary, plain: styles.plain, quiet: styles.quiet, danger: styles.danger }
  return [styles.button, kinds[kind], isSmall && styles.small, isBare && styles.bare].filter(Boolean).join(' ')
}
