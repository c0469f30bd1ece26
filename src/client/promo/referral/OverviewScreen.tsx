import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { getReferralUsers } from '#calls/promo/referral.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { FriendRows } from './FriendRows.tsx'
import { JoinPanel } from './JoinPanel.tsx'
import { ReferralPage } from './ReferralPage.tsx'
import styles from './referral.module.css'
import { ShareLink } from './ShareLink.tsx'

/** Loads what the player has and has brought. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<ReferralAnswer>> {
  const data = await app.call(getReferralUsers, {})
  return { meta: () => ({ title: app.texts.t('referral.title'), isPrivate: true }), data }
}

/** Bring a friend: the way in, or the link, the money and the latest friends (OFF-4, REF-4). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ReferralAnswer>>()
  const [referral, setReferral] = useState(data)
  return (
    <ReferralPage text={t('referral.text')}>
      {referral.isMember && referral.balance ? (
        <Membership referral={referral} onChanged={setReferral} />
      ) : (
        <JoinPanel referral={referral} onJoined={setReferral} />
      )}
    </ReferralPage>
  )
}

const LATEST = 5

function Membership({
  referral,
  onChanged,
}: {
  readonly referral: ReferralAnswer
  readonly onChanged: (referral: ReferralAnswer) => void
}) {
  const app = useApp()
  const t = useText()
  const { link = '', code = '', balance, friends, friendCount = 0 } = referral
  const all = offeredPath(app, 'office_bring_friend_main')
  return (
    <>
      <Panel className={styles.panel} aria-label={t('referral.link')}>
        <ShareLink link={link} code={code} />
      </Panel>
      {balance ? (
        <BalancePanel
          balance={balance}
          money={referral}
          onChanged={(next) => onChanged({ ...referral, balance: next })}
        />
      ) : null}
      <section className={styles.friends}>
        <h2 className={styles.heading}>{t('referral.friends', { count: friendCount })}</h2>
        {friends.length === 0 ? (
          <EmptyState icon="users" title={t('referral.friends_none')} text={t('referral.friends_none_text')} />
        ) : (
          <FriendRows
            friends={friends.slice(0, LATEST)}
            money={referral}
            onRemoved={(gone) => onChanged(withoutFriend(referral, gone))}
          />
        )}
        {friendCount > LATEST && all ? <ButtonLink to={all}>{t('referral.friends_all')}</ButtonLink> : null}
      </section>
    </>
  )
}

function withoutFriend(referral: ReferralAnswer, gone: number): ReferralAnswer {
  const friends = referral.friends.map((friend) =>
    friend.referralUserId === gone ? { ...friend, state: 'referral.friend_removed' as const, missing: [] } : friend,
  )
  return { ...referral, friends }
}
