import { useLoaderData, useLocation } from 'react-router'
import { formatNumbersIn } from '#machines/money/exact-format.rules.ts'
import { calculateOdds, MOST_PRICES } from '#machines/odds/odds-calculation.rules.ts'
import { ODDS_FORMATS } from '#machines/odds/odds-preference.rules.ts'
import { CalculatorPage } from '#renderers/betting/calculator/CalculatorPage.tsx'
import { OddsCalculator, type OddsForm } from '#renderers/betting/calculator/OddsCalculator.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { useAddressDraft } from './calculator-draft.ts'

const ODDS_LENGTH = 12

/** The odds calculator needs nothing of the server; an address with anything typed is no page for search engines. */
export function loadScreen({ app, url }: ScreenRequest): LoadedScreen<null> {
  const { t } = app.texts
  return {
    meta: () => ({
      title: t('site.page_calculator'),
      description: t('calculator.odds_lead'),
      isPrivate: url.search !== '',
    }),
    data: null,
  }
}

/** The odds calculator (INFO-5): a price in all formats, its chance, and the margin of a market. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  const { meta } = useLoaderData<ScreenData<null>>()
  const { format } = useBoardView()
  const [form, change] = useAddressDraft<OddsForm>((query) => readForm(query, format), writeForm)
  return (
    <CalculatorPage title={meta.title} text={t('calculator.odds_lead')}>
      <OddsCalculator
        form={form}
        calculation={calculateOdds(form.prices, form.format)}
        exact={(text) => formatNumbersIn(text, app.visitor.locale)}
        action={pathname}
        onChange={change}
      />
    </CalculatorPage>
  )
}

function readForm(query: URLSearchParams, usual: OddsForm['format']): OddsForm {
  const asked = query.get('format')
  return {
    format: ODDS_FORMATS.find((format) => format === asked) ?? usual,
    prices: query
      .getAll('odds')
      .map((text) => text.trim().slice(0, ODDS_LENGTH))
      .filter((text) => text !== '')
      .slice(0, MOST_PRICES),
  }
}

function writeForm({ format, prices }: OddsForm): readonly (readonly [name: string, value: string])[] {
  const typed = prices.map((text) => text.trim()).filter((text) => text !== '')
  return [['format', format], ...typed.map((text) => ['odds', text] as const)]
}
