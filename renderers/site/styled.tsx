import type { ComponentProps, ElementType } from 'react'

/** Props of what `styled` makes: those of the element, and which element it is. */
export type StyledProps<Tag extends ElementType> = Omit<ComponentProps<Tag>, 'as'> & {
  /** Another element or component than the usual one. */
  readonly as?: Tag
}

/** Makes a component that draws an element in a class of the style sheet beside it, so that others need no style sheet but their own.
 *  A class that it is given is added.
 *  @example const Panel = styled('section', styles.panel), and `<Panel as="form" className={styles.wide}>` */
export function styled<Usual extends ElementType>(usual: Usual, ownClass: string | undefined) {
  return function Styled<Tag extends ElementType = Usual>({ as, ...props }: StyledProps<Tag>) {
    const Element: ElementType = as ?? usual
    const { className } = props as { readonly className?: string | undefined }
    return <Element {...props} className={className ? `${ownClass} ${className}` : ownClass} />
  }
}

/** Adds a class to what `styled` has made. @example const StepPanel = restyled(Panel, styles.panel) */
export function restyled<Base extends ElementType>(base: Base, ownClass: string | undefined) {
  const Base: ElementType = base
  return function Restyled<Tag extends ElementType = 'div'>(props: StyledProps<Tag>) {
    const { className } = props as { readonly className?: string | undefined }
    return <Base {...props} className={className ? `${ownClass} ${className}` : ownClass} />
  }
}
