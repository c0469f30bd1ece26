import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { couponTerms } from '#machines/betting/coupon-terms.rules.ts'
import { marketText, outcomeText } from '#machines/feed/market-texts.rules.ts'
import { amountTemplate, displayCurrency, formatAmount } from '#machines/money/amount.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { DATE_FORMATS, formatInstant } from '#machines/site/date-format.rules.ts'
import type { CouponLook } from '#renderers/betting/coupon.selectors.ts'
import type { CouponEntry, CurrentOutcome } from '#schemas'
import { showActive } from '../account/use-wallets.ts'
import { CouponHost } from '../betting/CouponHost.tsx'
import { COUPON_PARAMETER, linkedCouponCode, withoutLinkedCoupon } from '../betting/coupon-link.ts'
import { useBoardView } from '../feed/board-preferences.ts'
import { pageStream } from '../feed/page-stream.ts'
import { type App, useApp } from './app-context.ts'
import { couponPrices } from './coupon-prices.ts'
import { offeredPath } from './paths.ts'
import { usePlayer, useTimeZone } from './player.tsx'
import { report } from './report.ts'

/** The coupon of this page, joined to its player, its money and its feed. Another currency makes another coupon of the same outcomes. */
export function PageCoupon() {
  const app = useApp()
  const { player, showBalance } = usePlayer()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { config } = app.site
  const currency = displayCurrency(app.visitor.geoCurrency.code, player)
  const terms = useMemo(
    // Nothing can be advanced as long as no call says how much.
    () => ({ ...couponTerms(config, currency), isAdvanceAllowed: false }),
    [config, currency],
  )
  const look = useCouponLook(app, currency)
  const nameOf = useCallback((outcome: CurrentOutcome) => namesOf(app, outcome), [app])
  const prices = useMemo(() => couponPrices(pageStream(app.call)), [app])
  const refreshBalance = useCallback(() => {
    app.call(getBalance, {}).then(
      ({ accounts }) => showActive(app, accounts, showBalance),
      (error: unknown) => report('coupon.balance_failed', { error: String(error) }),
    )
  }, [app, showBalance])
  const linkedCode = linkedCouponCode(search)
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
      terms={terms}
      exponent={terms.exponent}
      look={look}
      prices={prices}
      nameOf={nameOf}
      signInPath={offeredPath(app, 'login', { [config.other.returnUrlParameter]: pathname + search })}
      linkOf={linkOf}
      linkedCode={linkedCode}
      onLinkTaken={dropLink}
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

function useCouponLook(app: App, code: string): CouponLook {
  const timeZone = useTimeZone()
  const { format } = useBoardView()
  return useMemo(() => {
    const { global } = app.site.config
    const { locale, direction } = app.visitor
    const language = global.languages[app.state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
    const currency = global.currencies[code] ?? { symbol: code, exponent: 2 }
    const formatting = { locale, direction, template: amountTemplate(global, code) }
    const isComma = new Intl.NumberFormat(locale).format(1.5).includes(',')
    const unit = 10 ** currency.exponent
    return {
      money: (minor) => formatAmount(minor, currency, formatting),
      shortMoney: (minor) =>
        minor % unit === 0
          ? formatAmount(minor / unit, { ...currency, exponent: 0 }, { ...formatting, template: '{v}' })
          : formatAmount(minor, currency, { ...formatting, template: '{v}' }),
      price: (decimal) => formatOdds(decimal, format),
      time: (utc) => formatInstant(Date.parse(utc), DATE_FORMATS.withoutYear, { language, timeZone }),
      decimalSeparator: isComma ? ',' : '.',
    }
  }, [app, code, timeZone, format])
}

function namesOf({ texts }: App, outcome: CurrentOutcome): CouponEntry['names'] {
  const { gameName, marketTypeId, typeId, parameter } = outcome
  const market = marketText(marketTypeId)
  const named = outcomeText(marketTypeId, typeId, parameter)
  return {
    game: gameName,
    market: texts.t(market.key, market.values as Record<string, string | number>),
    outcome: texts.t(named.key, named.values as Record<string, string | number>),
  }
}
