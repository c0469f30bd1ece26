import { useId } from 'react'
import { Form, useLoaderData } from 'react-router'
import { getTotoTickets } from '#calls/lotteries/toto.calls.ts'
import { DRAW_STATUS, isDrawStatus } from '#machines/site/tables/toto-types.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { FormLine } from '#renderers/site/FormLine.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoTicketsAnswer, TotoTicketsQuery } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { TicketRows } from './TicketRows.tsx'
import styles from './toto.module.css'
import { statusKey } from './toto-text.ts'

interface Loaded {
  readonly answer: TotoTicketsAnswer
  readonly query: TotoTicketsQuery
}

/** Loads the tickets that the address chooses: by draw, number of the draw, number of the ticket, or status (LOT-8). */
export async function loadScreen({ app, parameters }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const { drawId, couponNumber, rundownNumber, drawStatus, page } = parameters
  const query: TotoTicketsQuery = {
    ...(drawId === undefined ? {} : { drawId }),
    ...(couponNumber === undefined ? {} : { couponNumber }),
    ...(rundownNumber === undefined ? {} : { rundownNumber }),
    ...(isDrawStatus(drawStatus) ? { drawStatus } : {}),
    ...(page === undefined ? {} : { page: Math.min(page, 10_000) }),
  }
  const answer = await app.call(getTotoTickets, { query })
  return { meta: () => ({ title: app.texts.t('toto.my_tickets'), isPrivate: true }), data: { answer, query } }
}

/** The player's tickets of toto in the office (LOT-7). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { answer, query } = useLoaderData<ScreenData<Loaded>>().data
  const toto = offeredPath(app, 'toto')
  const { page = 1, ...filter } = query
  const to = (number: number) => {
    const given = Object.entries(filter).map(([name, value]) => [name, String(value)] as const)
    return `?${new URLSearchParams([...given, ['page', String(number)]].map(([name = '', value = '']) => [name, value]))}`
  }
  return (
    <OfficePage title={t('toto.my_tickets')} text={t('toto.my_tickets_text')}>
      <TicketFilter query={query} />
      {answer.tickets.length > 0 ? (
        <TicketRows tickets={answer.tickets} />
      ) : (
        <EmptyState
          icon="ticket"
          title={t('toto.tickets_none')}
          action={toto ? <ButtonLink to={toto}>{t('toto.to_draws')}</ButtonLink> : undefined}
        />
      )}
      {answer.pages > 1 ? (
        <nav className={styles.pages} aria-label={t('toto.pages')}>
          {page > 1 ? <ButtonLink to={to(page - 1)}>{t('toto.page_before')}</ButtonLink> : null}
          <span>{t('toto.page_of', { page, pages: answer.pages })}</span>
          {page < answer.pages ? <ButtonLink to={to(page + 1)}>{t('toto.page_next')}</ButtonLink> : null}
        </nav>
      ) : null}
    </OfficePage>
  )
}

function TicketFilter({ query }: { readonly query: TotoTicketsQuery }) {
  const t = useText()
  const id = useId()
  return (
    <Form method="get" className={styles.search} role="search">
      <FormLine id={`${id}-coupon`} label={t('toto.by_coupon')}>
        <input
          id={`${id}-coupon`}
          name="couponNumber"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,14}"
          maxLength={15}
          defaultValue={query.couponNumber ?? ''}
          className={styles.control}
        />
      </FormLine>
      <FormLine id={`${id}-status`} label={t('toto.by_status')}>
        <SelectBox>
          <select
            id={`${id}-status`}
            name="drawStatus"
            defaultValue={query.drawStatus ?? ''}
            className={styles.control}
          >
            <option value="">{t('toto.status_all')}</option>
            {Object.keys(DRAW_STATUS).map((status) => (
              <option key={status} value={status}>
                {t(statusKey(status))}
              </option>
            ))}
          </select>
        </SelectBox>
      </FormLine>
      <Button type="submit" icon="search">
        {t('toto.find')}
      </Button>
    </Form>
  )
}
