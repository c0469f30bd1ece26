import { useLoaderData } from 'react-router'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ExpressDayAnswer } from '#schemas'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { FeedHead } from '../FeedHead.tsx'
import { asked, callsOf } from '../feed-calls.ts'
import { ExpressCards } from './ExpressCard.tsx'

/** Loads the expresses of the day (SPORT-5). */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<ExpressDayAnswer>> {
  const data = await app.call(callsOf('line').expressDay, { query: asked(app) })
  return { meta: () => ({ title: app.texts.t('board.express_title') }), data }
}

/** The expresses of the day. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ExpressDayAnswer>>()
  return (
    <>
      <FeedHead title={t('board.express_title')} />
      {data.items.length === 0 ? (
        <EmptyState icon="bolt" title={t('board.express_empty')} text={t('board.express_empty_text')} />
      ) : (
        <ExpressCards expresses={data.items} level={2} />
      )}
    </>
  )
}
