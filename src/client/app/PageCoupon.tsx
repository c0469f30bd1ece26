import { useCallback, useMemo } from 'react'
import { useLocation } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { couponTerms } from '#machines/betting/coupon-terms.rules.ts'
import { displayCurrency } from '#machines/money/amount.rules.ts'
import type { CurrentOutcome } from '#schemas'
import { showActive } from '../account/use-wallets.ts'
import { CouponHost } from '../betting/CouponHost.tsx'
import { pageStream } from '../feed/page-stream.ts'
import { useApp } from './app-context.ts'
import { namesOf, useBetLook } from './bet-look.ts'
import { couponPrices } from './coupon-prices.ts'
import { offeredPath } from './paths.ts'
import { usePlayer } from './player.tsx'
import { report } from './report.ts'

/** The coupon of this page, joined to its player, its money and its feed. Another currency makes another coupon of the same outcomes. */
export function PageCoupon() {
  const app = useApp()
  const { player, showBalance } = usePlayer()
  const { pathname, search } = useLocation()
  const { config } = app.site
  const currency = displayCurrency(app.visitor.geoCurrency.code, player)
  const country = app.visitor.geoCountryCode
  const terms = useMemo(
    // Nothing can be advanced as long as no call says how much.
    () => ({ ...couponTerms(config, currency, country), isAdvanceAllowed: false }),
    [config, currency, country],
  )
  const lookOf = useBetLook()
  const look = useMemo(() => lookOf(currency), [lookOf, currency])
  const nameOf = useCallback((outcome: CurrentOutcome) => namesOf(app, outcome), [app])
  const prices = useMemo(() => couponPrices(pageStream(app.call)), [app])
  const refreshBalance = useCallback(() => {
    app.call(getBalance, {}).then(
      ({ accounts }) => showActive(app, accounts, showBalance),
      (error: unknown) => report('coupon.balance_failed', { error: String(error) }),
    )
  }, [app, showBalance])
  return (
    <CouponHost
      key={currency}
      app={app}
      call={app.call}
      userId={player?.userId ?? null}
      terms={terms}
      exponent={terms.exponent}
      look={look}
      prices={prices}
      nameOf={nameOf}
      signInPath={offeredPath(app, 'login', { [config.other.returnUrlParameter]: pathname + search })}
      isPrintAllowed={config.boolean.isCouponPrintAllowed}
      onPlaced={refreshBalance}
    />
  )
}
