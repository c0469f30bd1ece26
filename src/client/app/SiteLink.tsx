import { createContext, type MouseEvent, type ReactNode, useCallback, useContext } from 'react'
import { useNavigate } from 'react-router'
import { splitLanguage } from '#machines/site/language.rules.ts'
import { type LinkProps, LinkProvider } from '#renderers/site/link.tsx'
import { useApp } from './app-context.ts'

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void

const FollowContext = createContext<Follow | undefined>(undefined)

/** Gives the renderers below it the links of the site. Its paths are absolute and known in full, so a link is a plain
 *  anchor and only following it is the router's work: a page draws some hundred of them. */
export function SiteLinks({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const follow = useCallback<Follow>(
    (event) => {
      const { target, href, pathname, search, hash } = event.currentTarget
      if (event.defaultPrevented || !isPlainClick(event) || (target && target !== '_self')) return
      event.preventDefault()
      void navigate(pathname + search + hash, { replace: href === window.location.href })
    },
    [navigate],
  )
  return (
    <FollowContext value={follow}>
      <LinkProvider Link={SiteLink}>{children}</LinkProvider>
    </FollowContext>
  )
}

/** A link of the site. Pages in the same language are followed by the router; another language is another document, since
 *  its texts and direction are; other sites are left alone. */
function SiteLink({ to, onClick, ...rest }: LinkProps) {
  const { state, site } = useApp()
  const follow = useContext(FollowContext)
  if (!to.startsWith('/')) {
    return <a href={to} rel={to.startsWith('#') ? undefined : 'noopener noreferrer'} onClick={onClick} {...rest} />
  }
  const { language } = splitLanguage(to)
  const isOtherDocument = language !== state.visitor.language || !(language in site.config.global.languages)
  const followAfter: Follow = (event) => {
    onClick?.(event)
    follow?.(event)
  }
  return <a href={to} onClick={isOtherDocument ? onClick : followAfter} {...rest} />
}

/** Whether a click asks for this page: the main button, and no key that opens a tab, a window or a download. */
function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
}
