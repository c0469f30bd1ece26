import { expect, test, vi } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { readEnvironment } from '#server/environment.ts'
import { createMemoryFeedBus } from '../stream/feed-bus.ts'
import { feedAdapter } from './feed-adapter.ts'
import { createLivingFeed } from './living-feed.ts'

await describeOnQuickestEngine('the simulator in the book', (database) => {
  /** A server that simulates. @returns what stops it */
  async function simulate(now: () => Date) {
    const warnings: unknown[] = []
    const log = { info: () => undefined, warn: (...told: readonly unknown[]) => void warnings.push(told) }
    const door = forFeed(database().db)
    const environment = readEnvironment({ LIVERY_FEED: 'simulator:seed=5,speed=60' })
    const adapter = feedAdapter(environment, { door, now, log })
    const bus = createMemoryFeedBus()
    const feed = createLivingFeed({ database: database(), bus, isBusShared: false, now, log, adapter })
    await feed.start()
    await feed.play()
    return { warnings, stop: feed.stop }
  }
  const games = () =>
    forFeed(database().db).read((tx) =>
      tx
        .selectFrom('feed.game')
        .select(['game_id', 'source_code', 'kind', 'status', 'score'])
        .orderBy('game_id')
        .execute(),
    )

  test('a checkout shows a living site; a restarted server continues the same games, and refuses nothing', async () => {
    let nowMs = Date.parse('2026-03-14T12:00:00Z')
    const now = () => new Date(nowMs)
    const first = await simulate(now)
    await vi.waitFor(
      async () => expect((await games()).filter(({ score }) => score !== null).length).toBeGreaterThan(3),
      {
        timeout: 15_000,
        interval: 200,
      },
    )
    await first.stop()
    const before = await games()
    nowMs += 60_000
    const second = await simulate(now)
    await vi.waitFor(async () => expect((await games()).some(({ status }) => status === 2)).toBe(true), {
      timeout: 15_000,
      interval: 200,
    })
    await second.stop()
    const codes = (await games()).map(({ source_code: code }) => code)
    expect(codes.slice(0, before.length)).toEqual(before.map(({ source_code: code }) => code))
    expect(new Set(codes).size).toBe(codes.length)
    expect([...first.warnings, ...second.warnings]).toEqual([])
  }, 60_000)

  test('production and tests move nothing by themselves; development does', () => {
    const ports = {
      door: forFeed(database().db),
      now: () => new Date(),
      log: { info: () => undefined, warn: () => undefined },
    }
    const adapterOf = (env: Readonly<Record<string, string>>) => feedAdapter(readEnvironment(env), ports)
    expect(adapterOf({ LIVERY_MODE: 'production' })).toBeUndefined()
    expect(adapterOf({ LIVERY_FEED: 'off' })).toBeUndefined()
    expect(adapterOf({})).toBeDefined()
    expect(() => adapterOf({ LIVERY_FEED: 'simulator:speed=0' })).toThrow('speed')
    expect(() => readEnvironment({ LIVERY_FEED: 'simulated' })).toThrow('LIVERY_FEED')
  })
})
