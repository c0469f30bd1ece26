import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { Icon } from './Icon.tsx'
import { type LinkProps, useLink } from './link.tsx'

/** `primary`: the one thing to do; `quiet`: a choice beside it; `plain`: a bare action; `danger`: cannot be undone. */
export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

/** Height of a button: 32, 40 or 48 px; never below 44 px where fingers press. */
export type ButtonSize = 'small' | 'medium' | 'large'

/** What a button and a link that looks like one have in common. */
export interface ButtonLook {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  /** Icon before the text. */
  readonly icon?: string | undefined
  /** Icon after the text. */
  readonly iconEnd?: string | undefined
  /** Takes the whole width of its container. */
  readonly isWide?: boolean
  /** The text; a button of an icon alone carries `aria-label` instead. */
  readonly children?: ReactNode
}

/** Props of {@link Button}. */
export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The action is under way: the button keeps its width and focus, and a second press does nothing. */
  readonly isBusy?: boolean
}

function ButtonContent({ icon, iconEnd, size, children }: ButtonLook) {
  return (
    <>
      {icon && <Icon name={icon} size={size === 'small' ? 16 : 20} />}
      {children !== undefined && <span className={styles.text}>{children}</span>}
      {iconEnd && <Icon name={iconEnd} size={16} />}
    </>
  )
}

function lookAttributes({ kind = 'quiet', size = 'medium', isWide = false, children }: ButtonLook) {
  return {
    className: styles.button,
    'data-kind': kind,
    'data-size': size,
    'data-wide': isWide || undefined,
    'data-icon-only': children === undefined || undefined,
  }
}

/** A button of the page; `type` is `button` unless said otherwise. */
export function Button({ kind, size, icon, iconEnd, isWide, isBusy = false, children, onClick, ...rest }: ButtonProps) {
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }), ...(isWide && { isWide }), children }
  return (
    <button
      type="button"
      {...rest}
      {...lookAttributes(look)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <ButtonContent {...look} icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
      {isBusy && <span className={styles.spinner} />}
    </button>
  )
}

/** Props of {@link ButtonLink}. */
export interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'children'> {}

/** A link that looks like a button: it goes somewhere, a {@link Button} does something. */
export function ButtonLink({ kind, size, icon, iconEnd, isWide, children, ...rest }: ButtonLinkProps) {
  const Link = useLink()
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }), ...(isWide && { isWide }), children }
  return (
    <Link {...rest} {...lookAttributes(look)}>
      <ButtonContent {...look} icon={icon} iconEnd={iconEnd}>
        {children}
      </ButtonContent>
    </Link>
  )
}
