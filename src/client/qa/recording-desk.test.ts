import { afterEach, expect, test, vi } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { dropdownMachine } from '#machines/shell/dropdown.machine.ts'
import { watchMachines } from '#renderers/shell/machine-observers.ts'
import { makeActor, makeUnrecordedActor } from '#renderers/shell/run-machine.ts'
import { keptRecordings } from './kept-recordings.ts'
import { createRecordingDesk } from './recording-desk.ts'

const ORIGIN = { xstate: '5', brand: 'aurora', locale: 'en' }

afterEach(() => watchMachines([]))

/** The storage of a tab. */
function tabStorage(limit = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > limit) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A page of a tab, whose machines are recorded. */
function page(storage = tabStorage()) {
  const desk = createRecordingDesk({
    machines: scenarioMachines,
    clock: { nowMs: () => 0, instant: () => '2026-01-15T10:00:00Z' },
    origin: ORIGIN,
    kept: keptRecordings(() => storage),
    defer: (callback) => callback(),
  })
  watchMachines([desk.inspect])
  return desk
}

function openDropdown() {
  const actor = makeActor(dropdownMachine, { input: { opensBy: 'click' } }).start()
  actor.send({ type: 'trigger.pressed', pointerType: 'mouse' })
  return actor
}

test('every machine that is started in a watched page is recorded from its start on', () => {
  const desk = page()
  makeActor(dropdownMachine, { input: { opensBy: 'hover' } }).start()
  openDropdown()
  const [only, ...others] = desk.view().recordings
  expect(others).toEqual([])
  expect(only).toEqual({ id: '1-2', machine: 'shell/dropdown', steps: 1, isCut: false, hasEnded: false })
  const { fileName, text, isReplayable, notes } = desk.scenario('1-2')
  expect([fileName, isReplayable, notes]).toEqual(['shell-dropdown-1-2.scn.json', true, []])
  expect(JSON.parse(text)).toMatchObject({ machine: 'shell/dropdown', brand: 'aurora', source: 'recorded' })
  expect(() => desk.scenario('1-9')).toThrow('there is no recording 9')
  expect(() => desk.scenario('7-1')).toThrow('there is no recording 7-1')
})

test('a page that nobody watches tells nobody of its machines', () => {
  const desk = page()
  watchMachines([])
  openDropdown()
  expect(desk.view().recordings).toEqual([])
})

test('QA-6: a machine whose bearers no recording may hold is looked at, and not recorded', () => {
  const desk = page()
  const looked = vi.fn()
  watchMachines([desk.inspect], [looked])
  const actor = makeUnrecordedActor(dropdownMachine, { input: { opensBy: 'click' } }).start()
  actor.send({ type: 'trigger.pressed', pointerType: 'mouse' })
  expect(looked).toHaveBeenCalled()
  expect(desk.view().recordings).toEqual([])
  looked.mockClear()
  openDropdown()
  expect(looked).toHaveBeenCalled()
  expect(desk.view().recordings).toHaveLength(1)
})

test('the view is another object exactly when something was recorded', () => {
  const desk = page()
  const told = vi.fn()
  const unsubscribe = desk.subscribe(told)
  const before = desk.view()
  expect(desk.view()).toBe(before)
  const actor = openDropdown()
  expect(told).toHaveBeenCalled()
  expect(desk.view()).not.toBe(before)
  unsubscribe()
  told.mockClear()
  actor.send({ type: 'escape.pressed' })
  expect(told).not.toHaveBeenCalled()
})

test('the next page of the tab has the recordings of the one before, as having ended', () => {
  const storage = tabStorage()
  const first = page(storage)
  openDropdown()
  const { text } = first.scenario('1-1')
  expect(first.keep()).toBe(true)
  const second = page(storage)
  openDropdown()
  expect(second.view().recordings.map(({ id, hasEnded }) => [id, hasEnded])).toEqual([
    ['1-1', true],
    ['2-1', false],
  ])
  expect(second.scenario('1-1')).toMatchObject({ fileName: 'shell-dropdown-1-1.scn.json', text })
})

test('a page to which the player goes back keeps its recordings once', () => {
  const storage = tabStorage()
  const first = page(storage)
  const actor = openDropdown()
  first.keep()
  actor.send({ type: 'escape.pressed' })
  first.keep()
  expect(page(storage).view().recordings).toMatchObject([{ id: '1-1', steps: 2 }])
})

test('when the tab is full the oldest recordings are dropped, and a storage that accepts nothing is reported', () => {
  const storage = tabStorage()
  const recording = { machine: 'shell/dropdown', steps: 1, isCut: false, hasEnded: true, isReplayable: true, notes: [] }
  const kept = (id: string, size: number) => ({ ...recording, id, fileName: `${id}.scn.json`, text: 'x'.repeat(size) })
  const first = keptRecordings(() => storage)
  first.keep([kept('1-1', 600_000), kept('1-2', 300_000)])
  const second = keptRecordings(() => storage)
  second.keep([kept('2-1', 500_000)])
  const third = keptRecordings(() => storage)
  expect(third.page).toBe(3)
  expect(third.ofOtherPages().map(({ id }) => id)).toEqual(['1-2', '2-1'])
  expect(keptRecordings(() => tabStorage(10)).keep([kept('1-1', 100)])).toBe(false)
})

test('a stopped recording records nothing more, and a cleared one is deleted', () => {
  const storage = tabStorage()
  const desk = page(storage)
  const actor = openDropdown()
  desk.keep()
  desk.clear()
  actor.send({ type: 'escape.pressed' })
  expect(desk.view().recordings).toEqual([])
  expect(keptRecordings(() => storage).ofOtherPages()).toEqual([])
  openDropdown()
  desk.stop()
  openDropdown()
  expect(desk.view()).toMatchObject({ isStopped: true, recordings: [{ machine: 'shell/dropdown' }] })
})
