import { useMemo } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import {
  type Calculation,
  calculateBet,
  calculatorTypes,
  mostLegs,
} from '#machines/betting/calculator/bet-calculation.rules.ts'
import { readCalculator, writeCalculator } from '#machines/betting/calculator/calculator-form.rules.ts'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { displayCurrency } from '#machines/money/amount.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { BetCalculator } from '#renderers/betting/calculator/BetCalculator.tsx'
import { CalculatorPage } from '#renderers/betting/calculator/CalculatorPage.tsx'
import { CalculatorResult } from '#renderers/betting/calculator/CalculatorResult.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { CalculatorForm } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBetLook } from '../../page/bet-look.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { usePlayer } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useAddressDraft } from './calculator-draft.ts'

/** The betting calculator needs nothing of the server; an address with anything typed is no page for search engines. */
export function loadScreen({ app, url }: ScreenRequest): LoadedScreen<null> {
  const { t } = app.texts
  return {
    meta: () => ({
      title: t('site.page_betting_calculator'),
      description: t('calculator.bet_lead', { brand: app.site.name }),
      isPrivate: url.search !== '',
    }),
    data: null,
  }
}

/** The betting calculator (INFO-5): any bet of the brand, by the rules that settle it. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  const { meta } = useLoaderData<ScreenData<null>>()
  const { player } = usePlayer()
  const { format } = useBoardView()
  const { config } = app.site
  const currency = displayCurrency(app.visitor.geoCurrency.code, player)
  const terms = useMemo(() => couponTerms(config, currency), [config, currency])
  const types = useMemo(() => calculatorTypes(terms), [terms])
  const lookOf = useBetLook()
  const [form, change] = useAddressDraft((query) => offered(readCalculator(query, format), types), writeCalculator)
  const calculation = useMemo(() => calculateBet(form, terms), [form, terms])
  const look = { ...lookOf(currency), price: (decimal: string) => formatOdds(decimal, form.format) }
  return (
    <CalculatorPage title={meta.title} text={t('calculator.bet_lead', { brand: app.site.name })}>
      <BetCalculator
        form={form}
        types={types}
        mostLegs={mostLegs(form, terms)}
        wrongLegs={wrongLegs(calculation)}
        isStakeWrong={calculation.kind === 'faults' && calculation.faults.some(({ code }) => code === 'stake_invalid')}
        action={pathname}
        onChange={change}
      />
      <CalculatorResult calculation={calculation} look={look} unit={10 ** terms.exponent} />
    </CalculatorPage>
  )
}

/** A form of a kind of bet that the brand offers, with a size where a system has none yet. */
function offered(form: CalculatorForm, types: readonly CalculatorForm['type'][]): CalculatorForm {
  const type = types.includes(form.type) ? form.type : (types[0] ?? 'single')
  return { ...form, type, ...(type === 'system' && form.sizes.length === 0 ? { sizes: [2] } : {}) }
}

function wrongLegs(calculation: Calculation): readonly number[] {
  if (calculation.kind !== 'faults') return []
  return calculation.faults.flatMap((fault) => ('leg' in fault ? [fault.leg] : []))
}
