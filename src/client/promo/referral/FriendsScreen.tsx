import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getExtendedReferralUsers, getReferralUsers } from '#calls/promo/referral.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralFriendsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { FriendRows } from './FriendRows.tsx'
import { ReferralPage } from './ReferralPage.tsx'
import styles from './referral.module.css'

type Loaded = ReferralFriendsAnswer | null

/** Loads the first page of friends; a player who does not take part has none. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const { isMember } = await app.call(getReferralUsers, {})
  const data = isMember ? await app.call(getExtendedReferralUsers, { body: { page_number: 1 } }) : null
  return { meta: () => ({ title: app.texts.t('referral.title'), isPrivate: true }), data }
}

/** All friends whom the player has brought (OFF-4, REF-4). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<Loaded>>()
  const join = offeredPath(app, 'office_bringfriend')
  return (
    <ReferralPage text={t('referral.friends_text')}>
      {data && data.total > 0 ? (
        <AllFriends first={data} />
      ) : (
        <EmptyState
          icon="users"
          title={t('referral.friends_none')}
          text={t('referral.friends_none_text')}
          action={join ? <ButtonLink to={join}>{t('referral.tab_overview')}</ButtonLink> : undefined}
        />
      )}
    </ReferralPage>
  )
}

function AllFriends({ first }: { readonly first: ReferralFriendsAnswer }) {
  const { call } = useApp()
  const t = useText()
  const [shown, setShown] = useState(first)
  const [page, setPage] = useState(1)
  const [isBusy, setBusy] = useState(false)

  async function go(to: number): Promise<void> {
    setBusy(true)
    try {
      setShown(await call(getExtendedReferralUsers, { body: { page_number: to } }))
      setPage(to)
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'referral', kind: 'error', text: code, params: { ...params } })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.friends}>
      <h2 className={styles.heading}>{t('referral.friends', { count: shown.total })}</h2>
      <FriendRows friends={shown.friends} money={shown} onRemoved={() => void go(page)} />
      {shown.pages > 1 ? (
        <nav className={styles.pages} aria-label={t('referral.pages')}>
          <Button icon="chevron-start" isBusy={isBusy} disabled={page === 1} onClick={() => void go(page - 1)}>
            {t('referral.page_before')}
          </Button>
          <span aria-live="polite">{t('referral.page_of', { page, pages: shown.pages })}</span>
          <Button
            iconEnd="chevron-end"
            isBusy={isBusy}
            disabled={page === shown.pages}
            onClick={() => void go(page + 1)}
          >
            {t('referral.page_next')}
          </Button>
        </nav>
      ) : null}
    </section>
  )
}
