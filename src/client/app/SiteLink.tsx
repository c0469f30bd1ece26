import { createContext, type MouseEvent, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type AuthModalType, authModalAddress, authModalType } from '#machines/account/sign-in/auth-modal.rules.ts'
import { popupAddress } from '#machines/registration/registration-address.rules.ts'
import { splitLanguage } from '#machines/site/language.rules.ts'
import { type LinkProps, LinkProvider } from '#renderers/site/link.tsx'
import { type App, useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { useIsWidget } from '../page/use-is-widget.ts'

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void

interface Following {
  readonly follow?: Follow
  /** Whether the page is in a frame of another site. */
  readonly isEmbedded: boolean
}

const FollowingContext = createContext<Following>({ isEmbedded: false })

/** Gives the renderers below it the links of the site. Its paths are absolute and known in full, so a link is a plain
 *  anchor and only following it is the router's work: a page draws some hundred of them. */
export function SiteLinks({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const app = useApp()
  const { other, registration, auth } = app.site.config
  const opensPopups = registration.opensAs === 'popup'
  const authModal = offeredType(app, authModalType(auth.modalType))
  const follow = useCallback<Follow>(
    (event) => {
      const { target, href, pathname, search, hash } = event.currentTarget
      if (event.defaultPrevented || !isPlainClick(event) || (target && target !== '_self')) return
      event.preventDefault()
      const here = window.location.pathname + window.location.search
      const link = pathname + search
      const popup =
        authModalAddress(link, {
          here,
          type: authModal,
          modalParameter: other.modalIdParameter,
          returnUrlParameter: other.returnUrlParameter,
        }) ?? (opensPopups ? popupAddress(link, here, other.modalIdParameter) : null)
      if (popup === null) void navigate(pathname + search + hash, { replace: href === window.location.href })
      else void navigate(popup, { state: { isModal: true } })
    },
    [navigate, opensPopups, authModal, other.modalIdParameter, other.returnUrlParameter],
  )
  const isEmbedded = useIsWidget()
  const following = useMemo(() => ({ follow, isEmbedded }), [follow, isEmbedded])
  return (
    <FollowingContext value={following}>
      <LinkProvider Link={SiteLink}>{children}</LinkProvider>
    </FollowingContext>
  )
}

/** A link of the site. Pages in the same language are followed by the router; another language is another document,
 *  since its texts and direction are; other sites are left alone. In a frame of another site every link opens a window
 *  of its own, since only the widget may be framed. */
function SiteLink({ to, onClick, ...rest }: LinkProps) {
  const { state, site } = useApp()
  const { follow, isEmbedded } = useContext(FollowingContext)
  if (isEmbedded && !to.startsWith('#'))
    return <a href={to} target="_blank" rel="noopener" onClick={onClick} {...rest} />
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

/** The type of the sign-in's dialog, unless what it shows is not offered to this visitor. */
function offeredType(app: App, type: AuthModalType): AuthModalType {
  const routeId = type === 'restore' ? 'restore_password' : type === 'registration' ? type : 'login'
  return offeredPath(app, routeId) === null ? 'login' : type
}

/** Whether a click asks for this page: the main button, and no key that opens a tab, a window or a download. */
function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
}
