import { useLocation } from 'react-router'
import { isWidgetAddress } from '#machines/registration/registration-address.rules.ts'
import { useApp } from './app-context.ts'

/** Whether this page is the registration in a frame of another site (REG-4): it stands alone there, and its links lead out of
 *  the frame. */
export function useIsWidget(): boolean {
  const { site } = useApp()
  const { pathname, search } = useLocation()
  return site.config.registration.widgetOrigins.length > 0 && isWidgetAddress(pathname + search)
}
