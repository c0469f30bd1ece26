import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { autoLogoffContract } from './auto-logoff.contract.ts'

const NOW = 1_795_000_000_000
const IDLE_MS = 60_000

/** What may happen to the tabs of one computer. */
type Happening =
  | { readonly kind: 'act'; readonly tab: number }
  | { readonly kind: 'pass'; readonly ms: number }
  /** The computer sleeps: time passes and no timer counts; then some of the tabs are told. */
  | { readonly kind: 'sleep'; readonly ms: number; readonly told: readonly boolean[] }
  | { readonly kind: 'deliver' }

/** Three tabs of one computer, with its clock, their storage and the words that they send each other. */
class Computer {
  readonly tabs = [0, 1, 2].map(
    () =>
      new MachineStage(autoLogoffContract, { isEnabled: true, idleMs: IDLE_MS, warningMs: 20_000, signedInAtMs: NOW }),
  )
  readonly #mail: { readonly to: MachineStage; readonly atMs: number }[] = []
  readonly #read = new Map<MachineStage, number>()
  #sleptMs = 0
  lastActiveAtMs = NOW
  /** Idle times at which tabs began to sign out. */
  readonly ends: number[] = []

  get nowMs(): number {
    return NOW + this.#sleptMs + (this.tabs[0]?.clock.nowMs ?? 0)
  }

  happen(what: Happening): void {
    if (what.kind === 'act') this.tabs[what.tab]?.send({ type: 'activity.noticed', nowMs: this.nowMs })
    if (what.kind === 'pass') this.pass(what.ms)
    if (what.kind === 'sleep') this.#sleep(what.ms, what.told)
    if (what.kind === 'deliver') this.#deliver()
    this.#work()
  }

  /** Lets time pass in steps of 100 ms, in which what was asked is answered. */
  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 100) {
      for (const tab of this.tabs) tab.clock.advanceTo(tab.clock.nowMs + 100)
      this.#work()
    }
  }

  #sleep(ms: number, told: readonly boolean[]): void {
    this.#sleptMs += ms
    for (const [index, tab] of this.tabs.entries())
      if (told[index]) tab.send({ type: 'page.resumed', nowMs: this.nowMs })
  }

  #deliver(): void {
    for (const { to, atMs } of this.#mail.splice(0)) to.send({ type: 'activity.shared', atMs, nowMs: this.nowMs })
  }

  #work(): void {
    for (const tab of this.tabs) {
      this.#collect(tab)
      for (const path of tab.running) {
        if (path.includes('signOut')) {
          this.ends.push(this.nowMs - this.lastActiveAtMs)
          tab.tell(path, 'script.ok', null)
        } else tab.tell(path, 'script.ok', { nowMs: this.nowMs, storedAtMs: this.lastActiveAtMs })
      }
    }
    if (this.tabs.some(({ running }) => running.length > 0)) this.#work()
  }

  #collect(tab: MachineStage): void {
    const { emitted } = tab.view
    for (const { type, atMs } of emitted.slice(this.#read.get(tab) ?? 0)) {
      if (type !== 'activity.published') continue
      this.lastActiveAtMs = Math.max(this.lastActiveAtMs, Number(atMs))
      for (const to of this.tabs) if (to !== tab) this.#mail.push({ to, atMs: Number(atMs) })
    }
    this.#read.set(tab, emitted.length)
  }
}

const happenings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('act' as const), tab: fc.nat(2) }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 100, max: 30_000 }) }),
    fc.record({
      kind: fc.constant('sleep' as const),
      ms: fc.integer({ min: 1000, max: 90_000 }),
      told: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('deliver' as const) }),
  ),
  { maxLength: 25 },
)

test('AUTH-7: whatever sleep or loss hits three tabs, nobody is signed out early and everybody is after the deadline', () => {
  fc.assert(
    fc.property(happenings, (story) => {
      const computer = new Computer()
      for (const what of story) computer.happen(what)
      expect(computer.ends.filter((idleMs) => idleMs < IDLE_MS)).toEqual([])
      computer.pass(IDLE_MS + 200)
      expect(computer.tabs.map(({ view }) => view.value)).toEqual(['off', 'off', 'off'])
      expect(computer.ends.every((idleMs) => idleMs >= IDLE_MS)).toBe(true)
      expect(computer.ends).toHaveLength(3)
    }),
    { numRuns: 150, seed: 9 },
  )
})
