import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import type { FreebetChoice } from '#renderers/betting/coupon/CouponFreebets.tsx'
import type { CouponFreebet, CouponToken } from '#schemas'
import { report } from '../page/report.ts'

/** What of bonuses a coupon can use. */
interface OwnBonuses {
  readonly freebets: readonly CouponFreebet[]
  readonly tokens: readonly CouponToken[]
}

/** Where the free bets of a player come from: the application joins the coupon with the bonuses. */
export interface FreebetSource {
  /** Free bets that can be staked in the coupon's currency, and what can be put on a bet, those that end first first. */
  readonly ask: () => Promise<OwnBonuses>
  /** The one that a typed code names. */
  readonly named: (freebets: readonly CouponFreebet[], typed: string) => CouponFreebet | undefined
}

/** The free bets of the player, and what they can put on bets, asked for as soon as the coupon is filled, and once more after each bet. A chosen one that cannot be staked
 *  any more is taken out of the coupon.
 *  @returns undefined as long as nobody knows them */
export function useOwnFreebets(
  actor: ActorRefFrom<typeof couponMachine>,
  source: FreebetSource | null,
): FreebetChoice | undefined {
  const isFilled = useSelector(actor, ({ context }) => context.coupon.entries.length > 0)
  const chosen = useSelector(actor, ({ context }) => context.coupon.freebet?.code)
  const token = useSelector(actor, ({ context }) => context.coupon.token?.code)
  const isDraft = useSelector(actor, ({ value }) => value === 'draft')
  const [bets, setBets] = useState(0)
  useEffect(() => {
    const resolved = actor.on('bet.resolved', () => setBets((count) => count + 1))
    return () => resolved.unsubscribe()
  }, [actor])
  const own = useAsked(isFilled ? source : null, bets)
  const isIn = (all: readonly { readonly code: string }[], code: string | undefined) =>
    code === undefined || all.some((one) => one.code === code)
  const isGone = isDraft && own !== null && !isIn(own.freebets, chosen)
  const isTokenGone = isDraft && own !== null && !isIn(own.tokens, token)
  useEffect(() => {
    if (isGone) actor.send({ type: 'coupon.edited', edit: { kind: 'freebet_chosen' } })
  }, [actor, isGone])
  useEffect(() => {
    if (isTokenGone) actor.send({ type: 'coupon.edited', edit: { kind: 'token_chosen' } })
  }, [actor, isTokenGone])
  return useMemo(
    () =>
      own && source
        ? { all: own.freebets, tokens: own.tokens, named: (typed) => source.named(own.freebets, typed) }
        : undefined,
    [own, source],
  )
}

function useAsked(source: FreebetSource | null, bets: number): OwnBonuses | null {
  const [own, setOwn] = useState<OwnBonuses | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bet asks a second time
  useEffect(() => {
    let isOver = false
    source?.ask().then(
      (answer) => {
        if (!isOver) setOwn(answer)
      },
      (error: unknown) => report('coupon.freebets_failed', { error: String(error) }),
    )
    return () => {
      isOver = true
    }
  }, [source, bets])
  return own
}
