import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { dropPacks, unlessDeleted } from '#server/db/event-deletions.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { createAnalytics } from '../analytics.service.ts'
import { nameOf } from '../event-samples.test-support.ts'
import { createEventStore } from '../event-store.ts'
import type { Funnel } from './funnel-names.ts'

const HOUR = 3_600_000
const DAY = 86_400_000
const BEGIN = Date.parse('2026-03-01T00:00:00Z')
/** How many days a brand keeps. */
const KEPT_DAYS = 60
const [VISIT, REGISTERED, DEPOSIT, AWAY] = [1, 1000, 1531, 2]

/** Funnels with windows of less than a day, of days, and longer than all that happens; with a step twice, and with exclusions. */
const FUNNELS: readonly Funnel[] = [
  { steps: [VISIT, REGISTERED, DEPOSIT], windowMs: 5 * HOUR },
  { steps: [VISIT, REGISTERED, DEPOSIT], windowMs: 30 * HOUR, without: [AWAY] },
  { steps: [REGISTERED, VISIT, VISIT], windowMs: 3 * DAY },
  { steps: [VISIT, DEPOSIT], windowMs: 40 * DAY, without: [AWAY, REGISTERED] },
  { steps: [VISIT], windowMs: HOUR },
]

/** An event of the model. */
interface Done {
  readonly visitor: number
  readonly e: number
  readonly at: number
  readonly accountId: number | null
}

/** A funnel as it is defined: visitor by visitor, step by step. */
function plainFunnel(done: readonly Done[], { steps, windowMs, without = [] }: Funnel, from: number, to: number) {
  const counts = steps.map(() => 0)
  for (const visitor of new Set(done.map((one) => one.visitor))) {
    const own = done.filter((one) => one.visitor === visitor)
    const timesOf = (e: number) => own.filter((one) => one.e === e).map(({ at }) => at)
    const entered = Math.min(...timesOf(steps[0] ?? 0).filter((at) => at >= from && at < to))
    if (entered === Number.POSITIVE_INFINITY) continue
    const left = Math.min(...without.flatMap(timesOf).filter((at) => at > entered))
    let reached = entered - 1
    for (const [place, e] of steps.entries()) {
      const first = place === 0 ? entered : Math.min(...timesOf(e).filter((at) => at > reached))
      if (first === Number.POSITIVE_INFINITY || first - entered > windowMs || first >= left) break
      reached = first
      counts[place] = (counts[place] ?? 0) + 1
    }
  }
  return counts
}

const hours = (most: number) => fc.integer({ min: 0, max: most * 4 }).map((quarters) => (quarters * HOUR) / 4)
const STEP = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('done' as const),
      visitor: fc.integer({ min: 1, max: 4 }),
      hasAccount: fc.boolean(),
      // Some are late by as much as is taken.
      events: fc.array(fc.record({ e: fc.constantFrom(VISIT, REGISTERED, DEPOSIT, AWAY), ageMs: hours(47) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: hours(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('round' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pack' as const), day: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const), visitor: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      funnel: fc.nat(FUNNELS.length - 1),
      day: fc.nat(8),
      days: fc.integer({ min: 1, max: 12 }),
    }),
  },
)

await describeOnQuickestEngine('funnels by day', (database) => {
  let brands = 0

  function scene() {
    brands += 1
    const brandId = `funnel-${brands}`
    // Past the time in which an event of the last moment may still be on its way.
    let now = BEGIN + 2 * DAY + 3_600_000
    const store = createEventStore(database().db)
    const analytics = createAnalytics({ store, clock: () => new Date(now) })
    let done: Done[] = []
    const count = async ({ steps, ...rules }: Funnel, from: number, to: number) => {
      const answer = await analytics.funnel(brandId, steps, { from: new Date(from), to: new Date(to) }, rules)
      return { counts: answer.steps.map(({ visitors }) => visitors), summedUntil: answer.summedUntil }
    }
    return {
      ...{ brandId, store, count, now: () => now, wait: (ms: number) => (now += ms) },
      async take(visitor: number, accountId: number | null, events: readonly { e: number; at: number }[]) {
        const sender = { brandId, accountId, language: 'en', isOn: true }
        const names = { visitor: nameOf(visitor), visit: nameOf(visitor + 100) }
        const ev = events.map(({ e, at }) => ({ ts: at, e }))
        const { kept } = await analytics.take(sender, { ...{ w: 0, sw: 1440, sh: 900 }, u: names, ev })
        expect(kept).toBe(events.length)
        for (const { e, at } of events)
          if (!done.some((one) => one.visitor === visitor && one.e === e && one.at === at))
            done.push({ visitor, e, at, accountId })
      },
      async close(accountId: number) {
        await forBrand(database().db, brandId).transaction(async (tx) => {
          await dropPacks(tx, accountId)
          await tx.delete('analytics_event').where('account_id', '=', accountId).execute()
        })
        done = done.filter((one) => one.accountId !== accountId)
      },
      round: () => analytics.packDays(brandId, KEPT_DAYS, () => false),
      /** Packs a single day, if it takes no more events. */
      async pack(at: number) {
        if (at + 3 * DAY > now) return
        await store.packDays(brandId, { from: new Date(at), to: new Date(at + DAY) }, () => false)
      },
      async agrees(funnel: Funnel, from: number, to: number) {
        expect((await count(funnel, from, to)).counts).toEqual(plainFunnel(done, funnel, from, to))
      },
    }
  }

  test('ANA-33: for any events, late ones among them, any deletions and days that are packed in any order, a funnel from its sums is that of a plain count', async () => {
    let asked = 0
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 12, maxLength: 40 }), async (steps) => {
        const { take, wait, round, pack, close, agrees, now } = scene()
        for (const step of steps)
          if (step.kind === 'done')
            await take(
              step.visitor,
              step.hasAccount ? step.visitor : null,
              step.events.map(({ e, ageMs }) => ({ e, at: now() - ageMs })),
            )
          else if (step.kind === 'wait') wait(step.ms)
          else if (step.kind === 'round') await round()
          else if (step.kind === 'pack') await pack(BEGIN + step.day * DAY)
          else if (step.kind === 'close') {
            // Sums and packs are there that the deletion has to reach, those of hours among them.
            for (const funnel of FUNNELS.slice(0, 3)) await agrees(funnel, BEGIN, BEGIN + 20 * DAY)
            await close(step.visitor)
            for (const funnel of FUNNELS.slice(0, 3)) await agrees(funnel, BEGIN, BEGIN + 20 * DAY)
          } else {
            const from = BEGIN + step.day * DAY
            await agrees(FUNNELS[step.funnel] as Funnel, from, from + step.days * DAY)
            asked += 1
          }
        await round()
        for (const funnel of FUNNELS) await agrees(funnel, BEGIN, BEGIN + 20 * DAY)
      }),
      { numRuns: process.env.LIVERY_LONG ? 300 : 25 },
    )
    expect(asked).toBeGreaterThan(10)
  }, 600_000)

  test('days that are packed are summed when a funnel is asked for and by each round, and what a player did who is forgotten is in no sum', async () => {
    const { take, wait, round, close, count, now, brandId, store } = scene()
    const [funnel] = FUNNELS as [Funnel]
    const at = now()
    await take(
      1,
      null,
      [VISIT, REGISTERED, DEPOSIT].map((e, place) => ({ e, at: at + place })),
    )
    await take(
      2,
      7,
      [VISIT, REGISTERED].map((e, place) => ({ e, at: at + place })),
    )
    wait(6 * DAY)
    await round()
    const ask = (of = store) =>
      of.funnel(brandId, funnel.steps, { from: new Date(BEGIN), to: new Date(BEGIN + 8 * DAY) }, funnel)
    expect((await ask()).steps.map(({ visitors }) => visitors)).toEqual([2, 2, 1])
    // The days before the last two are packed, and the window of each is over.
    expect((await ask()).summedUntil).toEqual(new Date(BEGIN + 6 * DAY))
    const rows = () =>
      forBrand(database().db, brandId).transaction((tx) =>
        tx.select('analytics_funnel_day').select(['day', 'ended', 'open']).orderBy('day').execute(),
      )
    expect((await rows()).map(({ ended }) => ended.byteLength)).toEqual([12, 12, 28, 12, 12, 12])
    wait(DAY)
    await round()
    expect(await rows()).toHaveLength(7)
    await close(7)
    expect((await rows()).map(({ day }) => (day.getTime() - BEGIN) / DAY)).toEqual([0, 3, 4, 5, 6])
    for (const of of [store, createEventStore(database().db)])
      expect((await ask(of)).steps.map(({ visitors }) => visitors)).toEqual([1, 1, 1])
    await round()
    expect((await rows()).map(({ ended }) => ended.byteLength)).toEqual([12, 12, 20, 12, 12, 12, 12])
    expect((await count(funnel, BEGIN, BEGIN + 8 * DAY)).counts).toEqual([1, 1, 1])
  })

  test('sums of days that the brand keeps no longer are deleted, and only the funnels that were asked for latest are kept', async () => {
    const { take, wait, round, count, now, brandId, store } = scene()
    const [funnel] = FUNNELS as [Funnel]
    await take(1, null, [{ e: VISIT, at: now() }])
    wait(6 * DAY)
    await round()
    await count(funnel, BEGIN, BEGIN + 8 * DAY)
    const inBrand = forBrand(database().db, brandId).transaction
    const days = () => inBrand((tx) => tx.select('analytics_funnel_day').select('day').execute())
    expect(await days()).toHaveLength(6)
    await store.deleteBefore(brandId, new Date(BEGIN + 4 * DAY), 10)
    expect(await days()).toHaveLength(2)
    for (let windowMs = 1; windowMs <= 51; windowMs += 1)
      await count({ steps: [VISIT], windowMs }, BEGIN + 7 * DAY, BEGIN + 8 * DAY)
    const kept = await inBrand((tx) => tx.select('analytics_funnel').select('funnel').execute())
    expect(kept).toHaveLength(50)
    expect(kept.map((row) => row.funnel)).not.toContain(`${funnel.steps.join()}//${funnel.windowMs}`)
    expect(await days()).toEqual([])
  })

  test('what was read while events of a player were deleted is not stored, but read again', async ({ skip }) => {
    const { brandId } = scene()
    const { db, kind } = database()
    skip(kind === 'embedded', 'the embedded database has one connection: nothing else happens within a transaction')
    const begun = Promise.withResolvers<void>()
    const deletion = begun.promise.then(() => forBrand(db, brandId).transaction((tx) => dropPacks(tx, 7)))
    let runs = 0
    const heard = await unlessDeleted(
      (work) => forBrand(db, brandId).transaction(work),
      async (tx, deletions) => {
        runs += 1
        const day = new Date(BEGIN + runs * DAY)
        await tx
          .insert('analytics_pack', { day, number: 1, events: new Uint8Array(), firsts: new Uint8Array() })
          .execute()
        begun.resolve()
        await deletion
        return deletions
      },
    )
    expect([runs, heard]).toEqual([2, 1])
    const packs = await forBrand(db, brandId).transaction((tx) => tx.select('analytics_pack').select('day').execute())
    expect(packs.map(({ day }) => day.getTime())).toEqual([BEGIN + 2 * DAY])
  })
})
