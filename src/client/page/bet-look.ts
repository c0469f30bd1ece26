import { useCallback } from 'react'
import { type PickedOutcome, pickNames } from '#machines/feed/markets/pick-names.rules.ts'
import { amountTemplate, decimalToMinor, formatAmount } from '#machines/money/amount.rules.ts'
import { formatNumbersIn } from '#machines/money/exact-format.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { CouponLook } from '#renderers/betting/coupon/coupon.selectors.ts'
import type { CouponEntry } from '#schemas'
import { type App, useApp } from './app-context.ts'
import { useBoardView } from './board/board-preferences.ts'
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
      const money = (minor: number): string => formatAmount(minor, currency, formatting)
      return {
        money,
        exact: (text) => formatNumbersIn(text, locale),
        amount: (exact) => {
          const minor = decimalToMinor(exact, currency.exponent)
          return minor === null ? formatNumbersIn(exact, locale) : money(minor)
        },
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

/** What an outcome is called in the page's language, who is bet on by name. */
export function namesOf({ texts }: Pick<App, 'texts'>, picked: PickedOutcome): CouponEntry['names'] {
  return pickNames(picked, texts.t)
}
