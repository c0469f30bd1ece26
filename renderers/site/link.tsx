import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
} from 'react'

/** What a renderer asks of a link: a destination and the ordinary attributes of an anchor. */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the site (`/en/line`), a full address, or a fragment of the page. */
  readonly to: string
}

/** The component that follows a link: the router's in the application, a plain anchor elsewhere. */
export type LinkComponent = ComponentType<LinkProps>

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />
}

const LinkContext = createContext<{ readonly Link: LinkComponent }>({ Link: PlainLink })

/** Props of {@link LinkProvider}. */
export interface LinkProviderProps {
  readonly Link: LinkComponent
  readonly children: ReactNode
}

/** Gives every renderer below it the component that draws and follows links. */
export function LinkProvider({ Link, children }: LinkProviderProps) {
  const links = useMemo(() => ({ Link }), [Link])
  return <LinkContext value={links}>{children}</LinkContext>
}

/** The link component of the page; a plain anchor where nobody gave one. */
export function useLink(): LinkComponent {
  return useContext(LinkContext).Link
}
