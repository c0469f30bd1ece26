import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import type { FreebetChoice } from '#renderers/betting/coupon/CouponFreebets.tsx'
import type { CouponFreebet } from '#schemas'
import { report } from '../page/report.ts'

/** Where the free bets of a player come from: the application joins the coupon with the bonuses. */
export interface FreebetSource {
  /** Free bets that can be staked in the coupon's currency, the one that ends first first. */
  readonly ask: () => Promise<readonly CouponFreebet[]>
  /** The one that a typed code names. */
  readonly named: (freebets: readonly CouponFreebet[], typed: string) => CouponFreebet | undefined
}

/** The free bets of the player, asked for as soon as the coupon is filled, and once more after each bet. A chosen one that cannot be staked
 *  any more is taken out of the coupon.
 *  @returns undefined as long as nobody knows them */
export function useOwnFreebets(
  actor: ActorRefFrom<typeof couponMachine>,
  source: FreebetSource | null,
): FreebetChoice | undefined {
  const isFilled = useSelector(actor, ({ context }) => context.coupon.entries.length > 0)
  const chosen = useSelector(actor, ({ context }) => context.coupon.freebet?.code)
  const isDraft = useSelector(actor, ({ value }) => value === 'draft')
  const [bets, setBets] = useState(0)
  useEffect(() => {
    const resolved = actor.on('bet.resolved', () => setBets((count) => count + 1))
    return () => resolved.unsubscribe()
  }, [actor])
  const freebets = useAsked(isFilled ? source : null, bets)
  const isGone = isDraft && chosen !== undefined && freebets !== null && !freebets.some(({ code }) => code === chosen)
  useEffect(() => {
    if (isGone) actor.send({ type: 'coupon.edited', edit: { kind: 'freebet_chosen' } })
  }, [actor, isGone])
  return useMemo(
    () => (freebets && source ? { all: freebets, named: (typed) => source.named(freebets, typed) } : undefined),
    [freebets, source],
  )
}

function useAsked(source: FreebetSource | null, bets: number): readonly CouponFreebet[] | null {
  const [freebets, setFreebets] = useState<readonly CouponFreebet[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bet asks a second time
  useEffect(() => {
    let isOver = false
    source?.ask().then(
      (answer) => {
        if (!isOver) setFreebets(answer)
      },
      (error: unknown) => report('coupon.freebets_failed', { error: String(error) }),
    )
    return () => {
      isOver = true
    }
  }, [source, bets])
  return freebets
}
