import { useState } from 'react'
import { removeReferralUser } from '#calls/promo/referral.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralFriend } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { shellPort } from '../../page/shell-port.ts'
import { type Money, minorText } from '../promo-text.ts'
import styles from './referral.module.css'

/** Props of {@link FriendRows}. */
export interface FriendRowsProps {
  readonly friends: readonly ReferralFriend[]
  readonly money: Money
  /** A friend was taken out. */
  readonly onRemoved: (referralUserId: number) => void
}

const KINDS: Readonly<Record<ReferralFriend['state'], BadgeKind>> = {
  'referral.friend_earning': 'positive',
  'referral.friend_waiting': 'info',
  'referral.friend_late': 'neutral',
  'referral.friend_over': 'neutral',
  'referral.friend_removed': 'neutral',
  'referral.friend_void': 'warning',
}

/** Friends whom a player has brought, masked: where they stand, what is still missing, and what was earned (REF-4). */
export function FriendRows({ friends, money, onRemoved }: FriendRowsProps) {
  const { call } = useApp()
  const t = useText()
  const [leaving, setLeaving] = useState<ReferralFriend | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function remove({ referralUserId }: ReferralFriend): Promise<void> {
    setBusy(true)
    try {
      await call(removeReferralUser, { body: { referral_user_id: referralUserId } })
      shellPort.notify({ id: 'referral', kind: 'success', text: 'referral.removed' })
      setLeaving(null)
      onRemoved(referralUserId)
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'referral', kind: 'error', text: code, params: { ...params } })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <ul className={styles.rows}>
        {friends.map((friend) => (
          <li key={friend.referralUserId}>
            <FriendRow friend={friend} money={money} onRemove={() => setLeaving(friend)} />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={leaving !== null}
        title={t('referral.remove_title')}
        okLabel={t('referral.remove')}
        okKind="danger"
        isBusy={isBusy}
        closesOnEscape
        onClose={(way) => {
          if (way === 'ok-button' && leaving) void remove(leaving)
          else setLeaving(null)
        }}
      >
        <p className={styles.text}>{t('referral.remove_text', { name: leaving?.name ?? '' })}</p>
      </Dialog>
    </>
  )
}

function FriendRow({
  friend,
  money,
  onRemove,
}: {
  readonly friend: ReferralFriend
  readonly money: Money
  readonly onRemove: () => void
}) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { name, registeredAt, state, earnedMinor, heldMinor, missing } = friend
  const canRemove = state !== 'referral.friend_removed' && state !== 'referral.friend_void'
  return (
    <article className={styles.row} aria-label={t('referral.friend', { name })}>
      <div className={styles.who}>
        <h3 className={styles.name} dir="ltr">
          {name}
        </h3>
        <Badge kind={KINDS[state]}>{t(state)}</Badge>
      </div>
      <p className={styles.sum}>
        {minorText(app, earnedMinor, money)}
        {heldMinor > 0 ? <small>{t('referral.held_of', { amount: minorText(app, heldMinor, money) })}</small> : null}
      </p>
      <p className={styles.note}>
        <span>{t('referral.since', { time: write(registeredAt) })}</span>
        {missing.length > 0 ? (
          <span>{t('referral.missing', { what: missing.map((one) => t(`referral.missing_${one}`)).join(', ') })}</span>
        ) : null}
      </p>
      {canRemove ? (
        <Button
          kind="plain"
          size="small"
          icon="trash"
          aria-label={t('referral.remove_who', { name })}
          onClick={onRemove}
        />
      ) : null}
    </article>
  )
}
