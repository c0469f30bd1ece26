import { useSelector } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import { couponActors } from '#calls/actors/coupon.actors.ts'
import type { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import { storedCoupon } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { CouponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { CouponPanel } from '#renderers/betting/coupon/CouponPanel.tsx'
import { type CouponLook, couponStage } from '#renderers/betting/coupon/coupon.selectors.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { App } from '../page/app-context.ts'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import { dropStored, writeStored } from '../page/stored.ts'
import { hearTabs } from '../page/tabs.ts'
import { CouponButton } from './CouponButton.tsx'
import { CouponTabs } from './CouponTabs.tsx'
import { couponBridge } from './coupon-bridge.ts'
import { type FreebetSource, useOwnFreebets } from './coupon-freebets.ts'
import { COUPON_KEY } from './coupon-keeping.ts'
import { type CouponMachinePorts, couponOf } from './coupon-machine.ts'
import { type CouponPrices, useCouponPrices } from './coupon-prices.ts'
import { LinkedCoupon } from './LinkedCoupon.tsx'
import { COUPON_NAME } from './open-bet.ts'
import { printCoupon } from './print-coupon.ts'

type CouponActor = ActorRefFrom<typeof couponMachine>

/** What the application joins to the coupon. */
export interface CouponHostProps extends CouponMachinePorts {
  readonly userId: number | null
  readonly terms: CouponTerms
  readonly look: CouponLook
  readonly prices: CouponPrices
  readonly signInPath: string | null
  /** Where the player pays in what is missing, in minor units. */
  readonly depositPathOf: (missingMinor: number) => string | null
  /** Where the player sees their limits and breaks; null where nobody may. */
  readonly limitsPath: string | null
  /** What the player has, in minor units of the currency; null when nobody knows. */
  readonly balanceMinor: number | null
  readonly isPrintAllowed: boolean
  /** Where the free bets of the player come from; null where there are none to be had. */
  readonly freebets: FreebetSource | null
  /** The address under which a saved coupon is opened; left out where there is none. */
  readonly linkOf?: ((code: string) => string) | undefined
  /** Code of the coupon that the page's address brought along; null when it brought none. */
  readonly linkedCode: string | null
  readonly onLinkTaken: () => void
  readonly app: Pick<App, 'call'>
  /** A bet stands: what the page shows of the player's money is another one. */
  readonly onPlaced: () => void
}

/** The coupon of the page. Changes made by another tab are read again, unless a bet of this one is on its way. */
export function CouponHost(props: CouponHostProps) {
  const [reading, setReading] = useState(0)
  const { linkedCode, onLinkTaken } = props
  const [takenCode, setTakenCode] = useState<string | null>(null)
  // The coupon is removed from the address a moment after it was taken; the same link may be followed again later.
  if (linkedCode === null && takenCode !== null) setTakenCode(null)
  return (
    <RunningCoupon
      key={reading}
      {...props}
      linkedCode={linkedCode === takenCode ? null : linkedCode}
      onLinkTaken={() => {
        setTakenCode(linkedCode)
        onLinkTaken()
      }}
      onStoredElsewhere={() => setReading((former) => former + 1)}
    />
  )
}

interface RunningCouponProps extends CouponHostProps {
  readonly onStoredElsewhere: () => void
}

function RunningCoupon(props: RunningCouponProps) {
  const { userId, terms, look, prices, signInPath, isPrintAllowed, call, exponent, nameOf } = props
  const t = useText()
  const [machine] = useState(() => couponOf({ call, exponent, nameOf }))
  const actor = useActorRef(machine, { input: { terms, userId } })
  const state = useSelector(actor, ({ context }) => context)
  const stage = useSelector(actor, ({ value, context }) => couponStage(value, context))
  const pricedAtMs = useCouponPrices(actor, prices)
  const isOpen = useSyncExternalStore(
    couponBridge.listen,
    () => couponBridge.glance().isOpen,
    () => false,
  )
  const slot = useSyncExternalStore(couponBridge.listen, couponBridge.slot, () => null)
  const isWide = useIsWide()
  const column = isWide ? slot : null
  useKeeping(actor, props)
  useBridge(actor)
  useAskedPrices(actor, props)
  useAskedAdvance(actor)
  const freebets = useOwnFreebets(actor, props.freebets)
  useToldOutside(actor, column !== null || isOpen)

  const coupon = (
    <CouponPanel
      state={state}
      stage={stage}
      look={look}
      pricedAtMs={pricedAtMs}
      signInPath={signInPath}
      depositPathOf={props.depositPathOf}
      limitsPath={props.limitsPath}
      balanceMinor={props.balanceMinor}
      freebets={freebets}
      isBare={column === null}
      isTab={userId !== null}
      onPrint={isPrintAllowed ? printCoupon : undefined}
      linkOf={props.linkOf}
      onEvent={(event) => actor.send(event)}
    />
  )
  const panel =
    userId === null ? (
      coupon
    ) : (
      <CouponTabs count={state.coupon.entries.length} onChanged={props.onPlaced}>
        {coupon}
      </CouponTabs>
    )
  const linked =
    props.linkedCode === null ? null : (
      <LinkedCoupon actor={actor} code={props.linkedCode} onTaken={props.onLinkTaken} />
    )
  if (column)
    return (
      <>
        {createPortal(panel, column)}
        {linked}
      </>
    )
  return (
    <>
      {linked}
      <CouponButton count={state.coupon.entries.length} onPress={couponBridge.open} />
      <Dialog
        isOpen={isOpen}
        title={t('betting.coupon')}
        shape="drawer"
        buttons={[]}
        closesOnEscape
        closesOnOutsidePress
        onClose={couponBridge.close}
      >
        {panel}
      </Dialog>
    </>
  )
}

/** Whether the page has room for a column. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}

const WIDE = '(width >= 1280px)'

/** Keeps the coupon as it changes, and forgets it with its player. */
function useKeeping(actor: CouponActor, { userId, onPlaced, onStoredElsewhere }: RunningCouponProps): void {
  useEffect(() => {
    let isStale = false
    const told = [
      actor.on('coupon.changed', () => {
        // What another tab has kept meanwhile is newer: it is read once nothing is on its way here.
        if (isStale) return
        if (!writeStored(COUPON_NAME, storedCoupon(actor.getSnapshot().context))) report('coupon.not_kept', {})
      }),
      actor.on('coupon.wiped', () => dropStored(COUPON_NAME)),
      actor.on('bet.resolved', () => {
        if (actor.getSnapshot().context.receipt) onPlaced()
      }),
    ]
    const reread = (): void => {
      if (isStale && actor.getSnapshot().matches('draft')) onStoredElsewhere()
    }
    const stored = ({ key }: StorageEvent): void => {
      if (key !== COUPON_KEY) return
      isStale = true
      reread()
    }
    window.addEventListener('storage', stored)
    const settled = actor.subscribe(reread)
    const stopHearing =
      userId === null
        ? null
        : hearTabs(userId, ({ kind }) => {
            if (kind === 'signed-out') actor.send({ type: 'player.left' })
          })
    return () => {
      stopHearing?.()
      settled.unsubscribe()
      window.removeEventListener('storage', stored)
      for (const { unsubscribe } of told) unsubscribe()
    }
  }, [actor, userId, onPlaced, onStoredElsewhere])
}

/** Takes presses of boards, and shows the page how many selections there are. */
function useBridge(actor: CouponActor): void {
  useEffect(() => {
    let shown: unknown
    const show = (): void => {
      const { entries } = actor.getSnapshot().context.coupon
      if (entries === shown) return
      shown = entries
      couponBridge.show({ count: entries.length, selected: new Set(entries.map(({ outcomeId }) => outcomeId)) })
    }
    const subscription = actor.subscribe(show)
    show()
    let detach: (() => void) | null = null
    const attach = (): void => {
      if (detach || actor.getSnapshot().matches('restoring')) return
      detach = couponBridge.attach((entry) => actor.send({ type: 'outcome.pressed', entry }))
    }
    const ready = actor.subscribe(attach)
    attach()
    return () => {
      detach?.()
      ready.unsubscribe()
      subscription.unsubscribe()
    }
  }, [actor])
}

/** Asks the server what the outcomes are now: those that were kept, and the price of an anti-express, which it alone names. */
function useAskedPrices(actor: CouponActor, { call }: Pick<CouponHostProps, 'call'>): void {
  useEffect(() => {
    let asked = ''
    const ask = async (): Promise<void> => {
      const { value, context } = actor.getSnapshot()
      const { coupon } = context
      const ids = coupon.entries.map(({ outcomeId }) => outcomeId).join()
      const isPriceless = coupon.betType === 'anti-express' && coupon.antiExpressCoef === undefined
      const question = isPriceless
        ? `${ids} ${coupon.entries.map(({ odds }) => odds).join()}`
        : asked === ''
          ? ids
          : asked
      if (value !== 'draft' || ids === '' || question === asked) return
      asked = question
      const changes = await couponActors.readChanges(call, coupon).catch((error: unknown) => {
        report('coupon.prices_failed', { error: String(error) })
        return []
      })
      for (const change of changes) actor.send({ type: 'feed.changed', change })
    }
    const subscription = actor.subscribe(() => void ask())
    void ask()
    return () => subscription.unsubscribe()
  }, [actor, call])
}

/** Asks how much can be advanced once the player wants it, and again after each bet. If that fails, the player can ask
 *  again. */
function useAskedAdvance(actor: CouponActor): void {
  useEffect(() => {
    const ask = (): void => {
      const { value, context } = actor.getSnapshot()
      const { coupon, advanceLimitMinor, failure, terms, userId } = context
      const isWanted = coupon.isAdvance && terms.isAdvanceAllowed && userId !== null && advanceLimitMinor === null
      if (value === 'draft' && isWanted && failure === null) actor.send({ type: 'advance.requested' })
    }
    const subscription = actor.subscribe(ask)
    ask()
    return () => subscription.unsubscribe()
  }, [actor])
}

/** Reports what happens to the coupon while it is out of sight: a refused press is announced, a bet on its way opens
 *  the drawer. */
function useToldOutside(actor: CouponActor, isSeen: boolean): void {
  useEffect(() => {
    if (isSeen) return
    let { notice } = actor.getSnapshot().context
    let isPlacing = actor.getSnapshot().matches('placing')
    const subscription = actor.subscribe((snapshot) => {
      const next = snapshot.context.notice
      if (next && next !== notice) {
        const params = next.count === undefined ? {} : { number: next.count }
        shellPort.notify({ id: 'coupon', kind: 'warning', text: `betting.notice_${next.code}`, params })
      }
      notice = next
      const isPlacingNow = snapshot.matches('placing')
      if (isPlacingNow && !isPlacing) couponBridge.open()
      isPlacing = isPlacingNow
    })
    return () => subscription.unsubscribe()
  }, [actor, isSeen])
}
