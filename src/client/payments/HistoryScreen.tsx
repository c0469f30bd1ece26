import { useId, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { getPaymentHistory } from '#calls/payments.calls.ts'
import { comparableDate } from '#machines/forms/kinds/date.rules.ts'
import { DateInput } from '#renderers/forms/date/DateInput.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { FormChoice, FormLine } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentHistoryAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { historyBody, pageQuery, SHOWN_STATES } from './history.selectors.ts'
import { PaymentRow } from './PaymentRow.tsx'
import styles from './payments.module.css'

/** Loads the page of the history that the address asks for. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<PaymentHistoryAnswer>> {
  const data = await app.call(getPaymentHistory, { body: historyBody(url.searchParams) })
  return { meta: () => ({ title: app.texts.t('payment.history'), isPrivate: true }), data }
}

/** What the player has paid in and withdrawn, fifty on a page, with sums (PAY-1, PAY-6, PAY-13). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<PaymentHistoryAnswer>>()
  const { payments, sums, page, pages } = data
  return (
    <OfficePage title={t('payment.history')} text={t('payment.history_text')}>
      <Filters />
      <Sums sums={sums} />
      {payments.length === 0 ? <EmptyState icon="wallet" title={t('payment.history_empty')} /> : null}
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <PaymentRow payment={payment} />
          </li>
        ))}
      </ul>
      <Pages page={page} pages={pages} />
    </OfficePage>
  )
}

const FILTERS = ['direction', 'state', 'from', 'to', 'archive'] as const

/** What the address asks for, how many filters it has, and the setting of one, which begins at the first page again. */
function useFilter() {
  const [search, setSearch] = useSearchParams()
  return {
    asked: historyBody(search),
    filters: FILTERS.filter((name) => search.has(name)).length,
    set: (name: (typeof FILTERS)[number], value: string) =>
      setSearch(
        (former) => {
          const next = new URLSearchParams(former)
          next.delete('page')
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}

/** Which payments are shown, kept in the address. On a phone they are behind a button, so that the payments are seen. */
function Filters() {
  const t = useText()
  const id = useId()
  const { asked, filters, set } = useFilter()
  const { direction = '', state = '', dateFrom = '', dateTo = '', is_include_archive } = asked
  const [isOpen, setOpen] = useState(filters > 0)
  const all = { value: '', label: t('payment.all') } as const
  const day = (name: 'from' | 'to', value: string) => (
    <FormLine id={`${id}-${name}`} label={t(`payment.date_${name}`)}>
      <DateInput
        id={`${id}-${name}`}
        label={t(`payment.date_${name}`)}
        value={value}
        max="today"
        isInvalid={false}
        onChange={(text) => {
          if (text === '' || comparableDate(text) !== null) set(name, text)
        }}
      />
    </FormLine>
  )
  return (
    <>
      <div className={styles.disclosure}>
        <Button
          icon="filter"
          iconEnd={isOpen ? 'chevron-up' : 'chevron-down'}
          isWide
          aria-expanded={isOpen}
          aria-controls={`${id}-filters`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('payment.filters')}
          {filters > 0 ? ` (${filters})` : ''}
        </Button>
      </div>
      <fieldset id={`${id}-filters`} className={styles.filters} data-open={isOpen || undefined}>
        <legend className="visually-hidden">{t('payment.filters')}</legend>
        <FormChoice
          id={`${id}-direction`}
          label={t('payment.direction')}
          value={direction}
          choices={[
            all,
            { value: 'deposit', label: t('payment.deposit_history') },
            { value: 'withdrawal', label: t('payment.withdrawal_history') },
          ]}
          onChoose={(value) => set('direction', value)}
        />
        <FormChoice
          id={`${id}-state`}
          label={t('payment.state')}
          value={state}
          choices={[all, ...SHOWN_STATES.map((value) => ({ value, label: t(`payment.state_${value}`) }))]}
          onChoose={(value) => set('state', value)}
        />
        {day('from', dateFrom)}
        {day('to', dateTo)}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={is_include_archive}
            onChange={({ target }) => set('archive', target.checked ? '1' : '')}
          />
          {t('payment.archive')}
        </label>
      </fieldset>
    </>
  )
}

function Sums({ sums }: Pick<PaymentHistoryAnswer, 'sums'>) {
  const app = useApp()
  const t = useText()
  if (sums.length === 0) return null
  return (
    <dl className={styles.balances}>
      {sums.map(({ currency, deposited, withdrawn }) => [
        <div key={`${currency} in`}>
          <dt>{t('payment.deposit_history')}</dt>
          <dd>{moneyText(app, deposited, currency)}</dd>
        </div>,
        <div key={`${currency} out`}>
          <dt>{t('payment.withdrawal_history')}</dt>
          <dd>{moneyText(app, withdrawn, currency)}</dd>
        </div>,
      ])}
    </dl>
  )
}

function Pages({ page, pages }: Pick<PaymentHistoryAnswer, 'page' | 'pages'>) {
  const t = useText()
  const [search] = useSearchParams()
  if (pages <= 1) return null
  return (
    <nav className={styles.pages} aria-label={t('payment.page_of', { page: String(page), pages: String(pages) })}>
      {page > 1 ? (
        <ButtonLink icon="arrow-start" to={pageQuery(search, page - 1)}>
          {t('payment.page_newer')}
        </ButtonLink>
      ) : null}
      <span>{t('payment.page_of', { page: String(page), pages: String(pages) })}</span>
      {page < pages ? (
        <ButtonLink iconEnd="arrow-end" to={pageQuery(search, page + 1)}>
          {t('payment.page_older')}
        </ButtonLink>
      ) : null}
    </nav>
  )
}
