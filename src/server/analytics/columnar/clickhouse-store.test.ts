import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayTotals, EVENT_SPAN, eventOn, nameOf } from '../event-samples.test-support.ts'
import { describeOnClickHouse } from '../event-stores.test-support.ts'

await describeOnClickHouse('what a columnar store does besides', (store) => {
  test('ANA-33: an event that is inserted again, in the same batch or in another, is counted once in every report', async () => {
    const brand = 'c-again'
    const page = eventOn(1, 0, { number: 10, metrics: { s1: 'home' } })
    const vital = eventOn(1, 0, { number: 20, metrics: { s1: 'LCP', s2: 'good', s3: 'home', f1: 900 } })
    for (let turn = 0; turn < 3; turn += 1) await store().add(brand, [page, vital, page])
    expect(await dayTotals(store(), brand)).toEqual([1, 1])
    expect(await store().split(brand, 'language', EVENT_SPAN)).toEqual([{ value: 'en', visitors: 1, events: 2 }])
    expect(await store().pageSteps(brand, 10, EVENT_SPAN)).toEqual([{ from: 'home', to: null, count: 1 }])
    expect(await store().vitals(brand, 20, EVENT_SPAN, 'page')).toEqual([
      { place: 'home', name: 'LCP', p75: 900, visits: 1, good: 1, poor: 0 },
    ])
    expect(await store().packDays(brand, EVENT_SPAN, () => false)).toBe(1)
    expect(await store().packDays(brand, EVENT_SPAN, () => false)).toBe(0)
    expect(await dayTotals(store(), brand)).toEqual([1, 1])
  })

  test('the events of a player can be exported, and are deleted when they are forgotten; those of others stay', async () => {
    const brand = 'c-account'
    const own = { accountId: 7, source: 'mail', metrics: { s1: "it's", i1: 2 ** 40 } }
    await store().add(brand, [eventOn(1, 0, own), eventOn(1, 1, { accountId: 7 }), eventOn(2, 0, { accountId: 8 })])
    const exported = await store().ofAccount(brand, 7)
    expect(exported).toHaveLength(2)
    expect(exported[0]).toMatchObject({ visitor_id: nameOf(1), source: 'mail', referrer: null, metrics: own.metrics })
    expect(await store().forget(brand, [7, 9])).toBe(2)
    expect(await store().forget(brand, [7, 9])).toBe(0)
    expect(await store().ofAccount(brand, 7)).toEqual([])
    expect(await store().visitors(brand, EVENT_SPAN)).toBe(1)
  })

  test('any text comes back as it was sent', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { numRuns: 200, seed: 5 })
    const safe = texts.map((text) => text.replaceAll('\0', '')).filter((text) => text !== '')
    const brand = "c-texts' --"
    await store().add(
      brand,
      safe.map((s1, at) => eventOn(1, at / 1e6, { accountId: 1, metrics: { s1 } })),
    )
    const kept = (await store().ofAccount(brand, 1)).map(({ metrics }) => (metrics as { s1: string }).s1)
    expect(kept).toEqual(safe)
  })
})
