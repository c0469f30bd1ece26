import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SharedChange, WindowLinkEvent, WindowMessage } from '#schemas'
import { VirtualClock } from '#stage/player/virtual-clock.ts'
import type { SharedEntries } from './shared-state.rules.ts'
import { windowLinkMachine } from './window-link.machine.ts'
import { HANDSHAKE_LIMIT_MS, RESEND_MS, type WindowMessageDraft } from './window-link-setup.machine.ts'

const ORIGIN = 'https://shop.example'

/** A link with what it has posted and not yet delivered, and what it has received. */
class Window {
  readonly told: SharedChange[] = []
  readonly post: WindowMessageDraft[] = []
  readonly #actor

  constructor(session: string, clock: VirtualClock) {
    this.#actor = createActor(windowLinkMachine, { input: { session, peerOrigin: ORIGIN }, clock })
    this.#actor.on('message.wanted', ({ message }) => this.post.push(message))
    this.#actor.on('key.shared', ({ change }) => this.told.push(change))
    this.#actor.start()
  }

  get isHandshaked(): boolean {
    return this.#actor.getSnapshot().value === 'handshaked'
  }

  get entries(): SharedEntries {
    return this.#actor.getSnapshot().context.entries
  }

  send(event: WindowLinkEvent): void {
    this.#actor.send(event)
  }

  hear(draft: WindowMessageDraft, number: number): void {
    const message = { ...draft, id: `message-${String(number).padStart(13, '0')}` } as WindowMessage
    this.send({ type: 'message.received', origin: ORIGIN, isFromPeer: true, data: structuredClone(message) })
  }
}

/** Delivers all that was posted, in its order, until nobody has anything to say. */
function deliver(one: Window, other: Window): number {
  let count = 0
  while (one.post.length + other.post.length > 0) {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const message of from.post.splice(0)) to.hear(message, ++count)
    }
  }
  return count
}

function meet() {
  const clock = new VirtualClock()
  const page = new Window('page-loading-00000001', clock)
  const frame = new Window('frame-loading-0000001', clock)
  deliver(page, frame)
  return { clock, page, frame }
}

describe('two links of the same machine', () => {
  test('XWIN-1: shake hands, whichever messages before are lost', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (lost) => {
        const clock = new VirtualClock()
        const page = new Window('page-loading-00000001', clock)
        const frame = new Window('frame-loading-0000001', clock)
        for (const isLost of lost) {
          for (const [from, to] of [
            [page, frame],
            [frame, page],
          ] as const) {
            const messages = from.post.splice(0)
            if (!isLost) for (const message of messages) to.hear(message, 1)
          }
          clock.advanceTo(Math.min(clock.nowMs + RESEND_MS, HANDSHAKE_LIMIT_MS - 1))
        }
        clock.advanceTo(clock.nowMs + RESEND_MS)
        deliver(page, frame)
        clock.advanceTo(clock.nowMs + RESEND_MS)
        deliver(page, frame)
        expect([page.isHandshaked, frame.isHandshaked]).toEqual([true, true])
      }),
      { numRuns: 300, seed: 8 },
    )
  })

  test('XWIN-3: 10,000 changes arrive in their order', () => {
    const { page, frame } = meet()
    for (let count = 1; count <= 10_000; count += 1)
      page.send({ type: 'key.changed', key: 'routePath', value: `/${count}` })
    expect(deliver(page, frame)).toBe(10_000)
    expect(frame.told.map(({ value }) => value)).toEqual(Array.from({ length: 10_000 }, (_, index) => `/${index + 1}`))
    expect(frame.entries).toEqual(page.entries)
    expect(page.told).toEqual([])
  })

  test('XWIN-3: end up with the same state, whichever side changes what, and in whatever order messages arrive', () => {
    const change = fc.record({
      isPage: fc.boolean(),
      key: fc.constantFrom('routePath' as const, 'overlayTheme' as const),
      isDelivered: fc.boolean(),
      pick: fc.nat(100),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { page, frame } = meet()
        for (const [index, { isPage, key, isDelivered, pick }] of changes.entries()) {
          const value = key === 'routePath' ? `/${index}` : ['light', 'dark'][index % 2]
          const [from, to] = isPage ? [page, frame] : [frame, page]
          from.send({ type: 'key.changed', key, value: value ?? '' })
          const [early] = isDelivered ? from.post.splice(pick % Math.max(1, from.post.length), 1) : []
          if (early) to.hear(early, index)
        }
        deliver(page, frame)
        expect(frame.entries).toEqual(page.entries)
      }),
      { numRuns: 300, seed: 8 },
    )
  })
})
