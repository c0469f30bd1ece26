import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { serviceTokenContract } from './service-token.contract.ts'
import { LOCK_LIMIT_MS, type StoredToken, type TokenOutcome } from './service-token-setup.machine.ts'

const NOW = 1_795_000_000_000
const LIFE_MS = 900_000

/** The tabs of one browser, with their lock, their storage and the words that they send each other. */
class Browser {
  readonly tabs: readonly MachineStage[]
  readonly dead = new Set<MachineStage>()
  readonly #queue: { readonly tab: MachineStage; readonly path: string }[] = []
  readonly #mail: { readonly to: MachineStage; readonly event: { readonly type: string } }[] = []
  readonly #read = new Map<MachineStage, number>()
  #stored: StoredToken['stored'] = null
  #holder: { readonly tab: MachineStage; readonly path: string } | undefined
  calls = 0

  constructor(tabCount: number) {
    this.tabs = Array.from(
      { length: tabCount },
      () => new MachineStage(serviceTokenContract, { isSignedIn: true, epoch: 1 }),
    )
  }

  get nowMs(): number {
    return NOW + (this.tabs[0]?.clock.nowMs ?? 0)
  }

  /** Everything that may happen next: words that arrive, answers that come, the lock that is given. */
  moves(): readonly (() => void)[] {
    this.#collect()
    const moves: (() => void)[] = this.#mail.map((letter, index) => () => {
      this.#mail.splice(index, 1)
      if (!this.dead.has(letter.to)) letter.to.send({ ...letter.event, nowMs: this.nowMs })
    })
    for (const tab of this.tabs.filter((one) => !this.dead.has(one))) {
      for (const path of tab.running) moves.push(...this.#answers(tab, path))
    }
    return moves
  }

  advance(ms: number): void {
    const timeMs = (this.tabs[0]?.clock.nowMs ?? 0) + ms
    for (const tab of this.tabs) if (!this.dead.has(tab)) tab.clock.advanceTo(timeMs)
  }

  outcomes(): readonly TokenOutcome[] {
    return this.tabs
      .filter((tab) => !this.dead.has(tab))
      .flatMap(({ view }) => view.emitted.filter(({ type }) => type === 'token.settled').map(({ outcome }) => outcome))
  }

  #answers(tab: MachineStage, path: string): readonly (() => void)[] {
    if (path.includes('readStored')) {
      return [() => tab.tell(path, 'script.ok', { stored: this.#stored, nowMs: this.nowMs })]
    }
    if (path.includes('fetchToken')) return [() => this.#fetch(tab, path)]
    const isMine = this.#holder?.tab === tab && this.#holder.path === path
    const isFree = !this.#holder && this.#queue[0]?.tab === tab && this.#queue[0].path === path
    const { isStealing } = tab.inputOf(path) as { readonly isStealing: boolean }
    return !isMine && (isFree || isStealing) ? [() => this.#give(tab, path)] : []
  }

  #fetch(tab: MachineStage, path: string): void {
    this.calls += 1
    const userToken = `token-${this.calls}`
    const times = { serverDateMs: this.nowMs, sentAtMs: this.nowMs, receivedAtMs: this.nowMs }
    tab.tell(path, 'script.ok', { userToken, expiresAtMs: this.nowMs + LIFE_MS, ...times })
  }

  #give(tab: MachineStage, path: string): void {
    const former = this.#holder
    this.#holder = { tab, path }
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((one) => one.tab !== tab || one.path !== path))
    if (former && !this.dead.has(former.tab)) former.tab.tell(former.path, 'script.ok', null)
    tab.tell(path, 'script.value', { isHeld: true })
  }

  /** Notes who waits for the lock, who has let it go, and what was published. A dead tab keeps its lock. */
  #collect(): void {
    const isWaiting = (one: { readonly tab: MachineStage; readonly path: string }) => one.tab.isRunning(one.path)
    if (this.#holder && !this.dead.has(this.#holder.tab) && !isWaiting(this.#holder)) this.#holder = undefined
    const left = this.#queue.filter((one) => isWaiting(one) && !this.dead.has(one.tab))
    this.#queue.splice(0, this.#queue.length, ...left)
    for (const tab of this.tabs.filter((one) => !this.dead.has(one))) {
      for (const path of tab.running.filter((name) => name.includes('holdLock'))) {
        const isKnown = [...this.#queue, this.#holder].some((one) => one?.tab === tab && one.path === path)
        if (!isKnown) this.#queue.push({ tab, path })
      }
      const { emitted } = tab.view
      for (const { type, ...token } of emitted.slice(this.#read.get(tab) ?? 0)) {
        if (type !== 'token.published') continue
        this.#stored = token as unknown as StoredToken['stored']
        for (const to of this.tabs) if (to !== tab) this.#mail.push({ to, event: { type: 'token.shared', ...token } })
      }
      this.#read.set(tab, emitted.length)
    }
  }
}

/** Lets things happen in the order of the picks, and then in any order until nothing can happen any more. */
function run(browser: Browser, picks: readonly number[], onMove: (index: number) => void = () => undefined): void {
  for (let index = 0; index < 2000; index += 1) {
    const moves = browser.moves()
    if (moves.length === 0) return
    onMove(index)
    moves[(picks[index] ?? index) % moves.length]?.()
  }
  throw new Error('it does not come to rest')
}

const picks = fc.array(fc.nat(1000), { maxLength: 60 })

test('TOK-7: five tabs with twenty requests each make one call, in whatever order things happen', () => {
  fc.assert(
    fc.property(picks, (order) => {
      const browser = new Browser(5)
      for (const [tab, stage] of browser.tabs.entries()) {
        for (let request = 0; request < 20; request += 1) {
          stage.send({ type: 'token.wanted', requestId: `${tab}-${request}`, nowMs: browser.nowMs })
        }
      }
      run(browser, order)
      expect(browser.calls).toBe(1)
      expect(browser.outcomes()).toHaveLength(100)
      expect(new Set(browser.outcomes().map((outcome) => JSON.stringify(outcome)))).toEqual(
        new Set(['{"kind":"token","token":"token-1"}']),
      )
    }),
    { numRuns: 100, seed: 3 },
  )
})

test('TOK-7: a tab that is killed at any moment keeps the others waiting no longer than until its lock is stolen', () => {
  fc.assert(
    fc.property(picks, fc.nat(12), fc.nat(3), (order, moment, victim) => {
      const browser = new Browser(4)
      for (const [tab, stage] of browser.tabs.entries()) {
        stage.send({ type: 'token.wanted', requestId: `${tab}`, nowMs: browser.nowMs })
      }
      const killed = browser.tabs[victim]
      run(browser, order, (index) => {
        if (killed && index === moment) browser.dead.add(killed)
      })
      browser.advance(LOCK_LIMIT_MS)
      run(browser, [])
      expect(browser.outcomes().length).toBeGreaterThanOrEqual(3)
      expect(browser.outcomes().every(({ kind }) => kind === 'token')).toBe(true)
      expect(browser.calls).toBeLessThanOrEqual(4)
    }),
    { numRuns: 150, seed: 5 },
  )
})
