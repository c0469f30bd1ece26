import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import { compare, rationalOf } from '#machines/odds/rational.rules.ts'
import type { CouponEntry, CouponFeedChange } from '#schemas'

type CouponActor = ActorRefFrom<typeof couponMachine>

/** What the feed has of an outcome now. */
export interface OutcomeNow {
  readonly odds: string
  readonly isSuspended: boolean
  readonly epoch: string
  readonly seq: number
  /** Whether the price may be bet on (STREAM-4). */
  readonly isLive: boolean
  readonly status: CouponEntry['status']
  /** Line of its market; left out where there is none. */
  readonly parameter?: string
}

/** The living prices, as the coupon needs them. */
export interface CouponPrices {
  /** @returns what ends the watching */
  readonly watch: (gameId: number) => () => void
  /** Null before there is a price; `gone` when the outcome was removed and the game continues. */
  readonly read: (entry: CouponEntry) => OutcomeNow | 'gone' | null
  readonly listen: (outcomeId: number, listener: () => void) => () => void
  /** Whether prices are stale as a whole. */
  readonly isDegraded: () => boolean
}

const TICK_MS = 1000
const NO_LONGER_ACCEPTED = 3

/** Lets the coupon follow the prices of what is in it, and of nothing else (STREAM-7). @returns when the price of an outcome was last
 *  heard of: it has changed, or, once prices are stale, it was live */
export function useCouponPrices(actor: CouponActor, prices: CouponPrices): (outcomeId: number) => number | null {
  const [times] = useState(createPriceTimes)
  useEffect(() => {
    const followed = new Map<number, () => void>()
    const send = (change: CouponFeedChange): void => actor.send({ type: 'feed.changed', change })
    const take = (entry: CouponEntry): void => {
      const changes = changesOf(entry, prices.read(entry))
      if (changes.some(({ kind }) => kind === 'price_changed')) times.changed(entry.outcomeId)
      for (const change of changes) send(change)
    }
    const entries = (): readonly CouponEntry[] => {
      const { coupon, bet } = actor.getSnapshot().context
      return bet?.isOneClick ? [...coupon.entries, ...bet.coupon.entries] : coupon.entries
    }
    const follow = (): void => {
      const present = new Map(entries().map((entry) => [entry.outcomeId, entry]))
      for (const [outcomeId, stop] of followed) {
        if (present.has(outcomeId)) continue
        stop()
        followed.delete(outcomeId)
      }
      for (const [outcomeId, entry] of present) {
        if (followed.has(outcomeId)) continue
        const read = (): void => {
          const now = entries().find((other) => other.outcomeId === outcomeId)
          if (now) take(now)
        }
        const stops = [prices.watch(entry.gameId), prices.listen(outcomeId, read)]
        followed.set(outcomeId, () => {
          for (const stop of stops) stop()
        })
        times.changed(outcomeId)
        queueMicrotask(read)
      }
    }
    const tick = (): void => {
      const present = entries()
      const isLive = !prices.isDegraded() && present.every((entry) => isLiveNow(prices.read(entry)))
      if (isLive) times.live(present)
      if (isLive !== actor.getSnapshot().context.isFeedLive) send({ kind: 'link_changed', isLive })
      // What has changed of a market alone moves no price, and calls nobody.
      for (const entry of present) take(entry)
    }
    const subscription = actor.subscribe(follow)
    const timer = window.setInterval(tick, TICK_MS)
    follow()
    return () => {
      subscription.unsubscribe()
      window.clearInterval(timer)
      for (const stop of followed.values()) stop()
    }
  }, [actor, prices, times])
  return (outcomeId) => times.read(outcomeId, actor.getSnapshot().context.isFeedLive)
}

function isLiveNow(now: OutcomeNow | 'gone' | null): boolean {
  return now === null || now === 'gone' || now.isLive
}

/** What of an entry differs from what the feed has. */
function changesOf(entry: CouponEntry, now: OutcomeNow | 'gone' | null): readonly CouponFeedChange[] {
  const { marketId, outcomeId } = entry
  if (now === null) return []
  if (now === 'gone')
    return entry.status === NO_LONGER_ACCEPTED ? [] : [{ kind: 'market_changed', marketId, status: NO_LONGER_ACCEPTED }]
  const { odds, isSuspended, epoch, seq, status, parameter } = now
  const isOtherMarket = status !== entry.status || parameter !== entry.parameter
  const isOtherPrice = compare(rationalOf(odds), rationalOf(entry.odds)) !== 0 || isSuspended !== entry.isSuspended
  return [
    ...(isOtherMarket
      ? [{ kind: 'market_changed' as const, marketId, status, ...(parameter === undefined ? {} : { parameter }) }]
      : []),
    ...(isOtherPrice ? [{ kind: 'price_changed' as const, outcomeId, odds, isSuspended, epoch, seq }] : []),
  ]
}

function createPriceTimes() {
  const changedAtMs = new Map<number, number>()
  const liveAtMs = new Map<number, number>()
  return {
    changed: (outcomeId: number): void => void changedAtMs.set(outcomeId, Date.now()),
    live(entries: readonly CouponEntry[]): void {
      for (const { outcomeId } of entries) liveAtMs.set(outcomeId, Date.now())
    },
    read: (outcomeId: number, isFeedLive: boolean): number | null =>
      (isFeedLive ? changedAtMs : liveAtMs).get(outcomeId) ?? changedAtMs.get(outcomeId) ?? null,
  }
}
