import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { couponBridge } from './coupon-bridge.ts'

/** Props of {@link LinkedCoupon}. */
export interface LinkedCouponProps {
  readonly actor: ActorRefFrom<typeof couponMachine>
  /** Code that the page's address brought along. */
  readonly code: string
  /** The player has answered, or was not asked: the address need not bring it any more. */
  readonly onTaken: () => void
}

/** Loads the coupon that a link brought along: at once into an empty coupon, after a question into one that is filled,
 *  and while a bet is on its way not before it is known what became of it. */
export function LinkedCoupon({ actor, code, onTaken }: LinkedCouponProps) {
  const t = useText()
  const isDraft = useSelector(actor, (snapshot) => snapshot.matches('draft'))
  const count = useSelector(actor, ({ context }) => context.coupon.entries.length)
  const mayAtOnce = isDraft && count === 0
  const takeAtOnce = useEffectEvent(() => {
    load(actor, code)
    onTaken()
  })
  useEffect(() => {
    if (mayAtOnce) takeAtOnce()
  }, [mayAtOnce])
  return (
    <Dialog
      isOpen={isDraft && count > 0}
      title={t('betting.link_title')}
      okLabel={t('betting.load')}
      closeLabel={t('betting.link_keep')}
      closesOnEscape
      onClose={(way) => {
        if (way === 'ok-button') load(actor, code)
        onTaken()
      }}
    >
      <p>{t('betting.link_text', { number: count, code })}</p>
    </Dialog>
  )
}

function load(actor: LinkedCouponProps['actor'], code: string): void {
  couponBridge.open()
  actor.send({ type: 'load.requested', code })
}
