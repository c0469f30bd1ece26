import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { siteAddress } from '#machines/site/routes/site-address.rules.ts'

/** A new page begins at its top, or at the heading that its address names, and with the focus on its content; going back leaves the place to the browser. What only opens
 *  over a page, by its query, leaves both to whatever opens. */
export function Scrolling() {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    const heading = siteAddress(pathname + hash, [])?.heading
    if (heading) document.getElementById(heading)?.scrollIntoView()
    if (kind === 'POP' || hash || !pathname) return
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash, kind])
  return null
}
