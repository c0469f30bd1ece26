import { type ComponentType, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import { ROUTES } from '#machines/site/routes/routes.ts'
import type { RouteId } from '#schemas'
import { CouponColumn } from '../betting/CouponColumn.tsx'
import { couponBridge } from '../betting/coupon-bridge.ts'
import { CouponPortContext } from '../feed/coupon-port.ts'
import { type App, useApp } from '../page/app-context.ts'
import type { PhoneCoupon } from '../page/frame.selectors.ts'
import { fetchCode } from '../page/late/late-code.ts'
import { pageAtRest } from '../page/page-rest.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'

/** Time that a page at rest gives before the coupon's code comes, ms. */
const REST_MS = 600

const loadCoupon = () => import('./PageCoupon.tsx')

/** Whether the site has a coupon for this visitor: where there is a board from which it can be filled. */
function isCouponOffered(app: App): boolean {
  return offeredPath(app, 'main_section', { kind: 'line' }) !== null
}

/** What the frame of a page shows of the coupon. */
export interface CouponOffer extends PhoneCoupon {
  /** Whether it is docked beside the page where there is room; elsewhere it opens over it. */
  readonly hasColumn: boolean
}

/** The coupon as the frame of this page shows it; null where the site has none. */
export function useCouponOffer(): CouponOffer | null {
  const app = useApp()
  const routeId = useMatches().at(-1)?.id as RouteId | undefined
  const count = useSyncExternalStore(
    couponBridge.listen,
    () => couponBridge.glance().count,
    () => 0,
  )
  if (!isCouponOffered(app)) return null
  const isDocked = app.site.config.coupon.place === 'column'
  const isBetting = routeId !== undefined && Object.hasOwn(ROUTES, routeId) && ROUTES[routeId].kind === 'betting'
  const hasColumn = isDocked && isBetting
  return { count, onPress: couponBridge.open, hasColumn }
}

/** Frames that the coupon has to come into sight. */
const MOST_FRAMES = 120

function goToCoupon(): void {
  if (!couponBridge.slot()?.checkVisibility()) couponBridge.open()
  const focus = (framesLeft: number): void => {
    const stake = document.querySelector<HTMLInputElement>('[data-coupon] input[data-stake]')
    if (stake?.checkVisibility()) stake.focus()
    else if (framesLeft > 0) requestAnimationFrame(() => focus(framesLeft - 1))
  }
  focus(MOST_FRAMES)
}

/** Gives boards the coupon, and brings its code when the page is at rest, or at once when somebody wants it: it is no part of the
 *  first load. */
export function CouponProvider({ children }: { readonly children: ReactNode }) {
  const app = useApp()
  const isOffered = isCouponOffered(app)
  const port = useMemo(
    () => ({
      isSelected: couponBridge.isSelected,
      listen: couponBridge.listen,
      press: couponBridge.press,
      goTo: goToCoupon,
    }),
    [],
  )
  const [Coupon, setCoupon] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isOffered) return
    let isGone = false
    const load = async (): Promise<void> => {
      if (isGone) return
      try {
        const [module] = await Promise.all([fetchCode(loadCoupon, 'PageCoupon'), app.texts.need(['betting', 'feed'])])
        if (!isGone) setCoupon(() => module.PageCoupon)
      } catch (error) {
        // A later press asks for it again.
        report('coupon.failed', { error: String(error) })
      }
    }
    const stopWishing = couponBridge.whenWished(() => void load())
    void pageAtRest(REST_MS).then(load)
    return () => {
      isGone = true
      stopWishing()
    }
  }, [app, isOffered])
  return (
    <CouponPortContext value={isOffered ? port : null}>
      {children}
      {Coupon ? <Coupon /> : null}
    </CouponPortContext>
  )
}

/** The coupon beside the page. */
export function CouponPlace() {
  return <CouponColumn />
}
