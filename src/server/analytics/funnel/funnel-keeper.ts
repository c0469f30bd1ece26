import { type InBrand, unlessDeleted } from '#server/db/event-deletions.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import { createDayCounter, type FunnelCount } from './count-by-days.ts'
import { packHours, sumDays } from './funnel-days.ts'
import { askedFunnels, type Funnel, nameOf, noteFunnel } from './funnel-names.ts'
import { beginOf, DAY_MS, funnelOf } from './packed-days.ts'

/** Days after those that take no more events, up to today. */
const OPEN_DAYS = 3

/** Runs work in a transaction of the brand that is named. */
type InNamedBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) => Promise<Result>

/** Counts funnels, and keeps the sums of days of those that were asked for. */
export function createFunnelKeeper(inNamedBrand: InNamedBrand) {
  const summing = new Map<string, Promise<void>>()
  const countByDays = createDayCounter()

  /** Sums a funnel; who asks for the same meanwhile waits for it. */
  function sum(brandId: string, funnel: Funnel, span: Span, isStopping: () => boolean): Promise<void> {
    const key = `${brandId} ${nameOf(funnel)} ${span.from.getTime()} ${span.to.getTime()}`
    const inBrand: InBrand = (work) => inNamedBrand(brandId, work)
    const running =
      summing.get(key) ?? sumDays(inBrand, funnel, span, isStopping).finally(() => void summing.delete(key))
    summing.set(key, running)
    return running
  }

  return {
    /** Counts a funnel (see `EventStore.funnel`); the days that are packed are summed before, unless they are already. */
    async count(brandId: string, funnel: Funnel, span: Span): Promise<FunnelCount> {
      if (funnel.steps.length === 0) return { steps: [], summedUntil: null }
      const inBrand: InBrand = (work) => inNamedBrand(brandId, work)
      const isWhole = [span.from, span.to].every((moment) => beginOf(moment.getTime()) === moment.getTime())
      if (!isWhole)
        return {
          steps: await unlessDeleted(inBrand, (tx) => funnelOf(tx, funnel.steps, span, funnel)),
          summedUntil: null,
        }
      await inBrand((tx) => noteFunnel(tx, funnel, span))
      await sum(brandId, funnel, span, () => false)
      await packHours(inBrand, funnel, span)
      return unlessDeleted(inBrand, (tx, deletions) => countByDays(tx, funnel, span, deletions))
    },
    /** Sums the days of a span for all funnels of a brand that were asked for. @param isStopping asked between some days */
    async sum(brandId: string, { from, to }: Span, isStopping: () => boolean): Promise<void> {
      for (const { funnel, firstDay } of await inNamedBrand(brandId, askedFunnels)) {
        if (isStopping()) return
        const span = { from: new Date(Math.max(from.getTime(), firstDay.getTime())), to }
        await sum(brandId, funnel, span, isStopping)
        await packHours((work) => inNamedBrand(brandId, work), funnel, {
          from: to,
          to: new Date(to.getTime() + OPEN_DAYS * DAY_MS),
        })
      }
    },
  }
}
