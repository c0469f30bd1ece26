import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { displayCurrency, minorToDecimal } from '#machines/money/amount.rules.ts'
import type { CurrentOutcome } from '#schemas'
import { CouponHost } from '../betting/CouponHost.tsx'
import { COUPON_PARAMETER, linkedCouponCode, withoutLinkedCoupon } from '../betting/coupon-link.ts'
import { pageStream } from '../feed/stream/page-stream.ts'
import { type App, useApp } from '../page/app-context.ts'
import { namesOf, useBetLook } from '../page/bet-look.ts'
import { depositPath, offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import { showActiveBalance } from '../page/show-active-balance.ts'
import { couponPrices } from './coupon-prices.ts'
import { useFreebetSource } from './own-freebets.ts'

/** The coupon of this page, joined to its player, its money and its feed. Another currency makes another coupon of the same outcomes. */
export function PageCoupon() {
  const app = useApp()
  const { player, showBalance } = usePlayer()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { config } = app.site
  const currency = displayCurrency(app.visitor.geoCurrency.code, player)
  const country = app.visitor.geoCountryCode
  const terms = useMemo(() => couponTerms(config, currency, country), [config, currency, country])
  const lookOf = useBetLook()
  const look = useMemo(() => lookOf(currency), [lookOf, currency])
  const nameOf = useCallback((outcome: CurrentOutcome) => namesOf(app, outcome), [app])
  const prices = useMemo(() => couponPrices(pageStream(app.call)), [app])
  const refreshBalance = useCallback(() => {
    app.call(getBalance, {}).then(
      ({ accounts }) => showActiveBalance(app, accounts, showBalance),
      (error: unknown) => report('coupon.balance_failed', { error: String(error) }),
    )
  }, [app, showBalance])
  const isOffered = player !== null && config.boolean.isBonusAllowed && config.boolean.isPromoCodeInCoupon
  const freebets = useFreebetSource(app.call, { currency, isOffered })
  // Among tickets of toto the parameter is the number of one of them (LOT-8).
  const linkedCode = pathname === offeredPath(app, 'office_toto') ? null : linkedCouponCode(search)
  const dropLink = useCallback(() => {
    void navigate({ pathname, search: withoutLinkedCoupon(search), hash }, { replace: true, preventScrollReset: true })
  }, [navigate, pathname, search, hash])
  const linkOf = useCallback((code: string) => couponLink(app, code), [app])
  return (
    <CouponHost
      key={currency}
      app={app}
      call={app.call}
      userId={player?.userId ?? null}
      balanceMinor={player?.currency === currency ? player.balanceMinor : null}
      terms={terms}
      exponent={terms.exponent}
      look={look}
      prices={prices}
      nameOf={nameOf}
      signInPath={offeredPath(app, 'login', { [config.other.returnUrlParameter]: pathname + search })}
      depositPathOf={(minor) => depositPath(app, pathname + search, minorToDecimal(minor, terms.exponent))}
      limitsPath={offeredPath(app, 'office_responsible')}
      linkOf={linkOf}
      linkedCode={linkedCode}
      onLinkTaken={dropLink}
      freebets={freebets}
      isPrintAllowed={config.boolean.isCouponPrintAllowed}
      onPlaced={refreshBalance}
    />
  )
}

/** The address at which a saved coupon is opened: the board, with its code. */
function couponLink(app: App, code: string): string {
  const path = offeredPath(app, 'main_section', { kind: 'line', [COUPON_PARAMETER]: code })
  return new URL(path ?? '/', window.location.origin).href
}
