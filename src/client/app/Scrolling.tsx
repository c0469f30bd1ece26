import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** A new page begins at its top and with the focus on its content; going back leaves the place to the browser. */
export function Scrolling() {
  const { pathname, hash } = useLocation()
  const kind = useNavigationType()
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (kind === 'POP' || hash || !pathname) return
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash, kind])
  return null
}
