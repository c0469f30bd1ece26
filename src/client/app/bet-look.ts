import { useCallback } from 'react'
import { marketText, outcomeText } from '#machines/feed/market-texts.rules.ts'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { CouponLook } from '#renderers/betting/coupon.selectors.ts'
import type { CouponEntry, HistoryLeg } from '#schemas'
import { useBoardView } from '../feed/board-preferences.ts'
import { type App, useApp } from './app-context.ts'
import { useTimeZone } from './player.tsx'

/** How bets are written for this visitor: by the code of a currency, ISO 4217. */
export function useBetLook(): (code: string) => CouponLook {
  const app = useApp()
  const timeZone = useTimeZone()
  const { format } = useBoardView()
  return useCallback(
    (code) => {
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
        time: (utc) => formatInstant(Date.parse(utc), global.dateFormats.withoutYear, { language, timeZone }),
        decimalSeparator: isComma ? ',' : '.',
      }
    },
    [app, timeZone, format],
  )
}

/** What an outcome is called in the page's language. */
export function namesOf(
  { texts }: Pick<App, 'texts'>,
  { gameName, marketTypeId, typeId, parameter }: Pick<HistoryLeg, 'gameName' | 'marketTypeId' | 'typeId' | 'parameter'>,
): CouponEntry['names'] {
  const market = marketText(marketTypeId)
  const named = outcomeText(marketTypeId, typeId, parameter)
  return {
    game: gameName,
    market: texts.t(market.key, market.values as Record<string, string | number>),
    outcome: texts.t(named.key, named.values as Record<string, string | number>),
  }
}
