import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StudioEdit } from '#schemas'
import { makeEdits, newHistory, redo, undo, withDocument } from './edit-history.ts'
import { writeOwnEdit } from './own-documents.ts'

const START = {
  'config/header.json': { menu: { live: { order: 10, labelKey: 'site.live' }, line: { order: 20 } }, indentPx: 4 },
  'pages/en/about.md': '# About\n',
}

const key = fc.constantFrom('a', 'b', 'menu', 'live', 'order', 'a/b', '~', '__proto__', 'constructor')
const value = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ x: 1 }),
  fc.constant([1]),
)
const edit: fc.Arbitrary<StudioEdit> = fc.record(
  {
    path: fc.constantFrom('config/header.json', 'config/footer.json', 'pages/en/about.md'),
    pointer: fc
      .array(key, { maxLength: 3 })
      .map((keys) => keys.map((it) => `/${it.replace('~', '~0').replace('/', '~1')}`).join('')),
    value,
  },
  { requiredKeys: ['path', 'pointer'] },
)

test('CARD-3: an edit changes a draft as immer does: what it does not touch stays the same object, and what was read before stays as it was', () => {
  const before = newHistory(structuredClone(START))
  const first = makeEdits(before, [{ path: 'config/header.json', pointer: '/menu/live/order', value: 30 }], 0)
  const header = (of: typeof before) => of.documents['config/header.json'] as (typeof START)['config/header.json']
  expect(before.documents).toEqual(START)
  expect(header(first).menu.live.order).toBe(30)
  expect(header(first).menu.line).toBe(header(before).menu.line)
  expect(first.documents['pages/en/about.md']).toBe(before.documents['pages/en/about.md'])
  expect(() => Object.assign(header(first).menu.live, { order: 1 })).toThrow(TypeError)
  const back = undo(first)
  expect(back?.history.documents).toEqual(START)
  expect(back && header(back.history).menu.line).toBe(header(before).menu.line)
  expect(back && redo(back.history)?.history.documents).toEqual(first.documents)
})

test('CARD-3: a step keeps patches of immer for the edited place alone, however large the file is and whatever was made on the way', () => {
  const edits = [
    { path: 'config/header.json', pointer: '/menu/live/order', value: 30 },
    { path: 'config/header.json', pointer: '/menu/line/order' },
    { path: 'config/new.json', pointer: '/deep/er', value: { x: 1 } },
  ]
  const [step] = makeEdits(newHistory(START), edits, 0).past
  const menu = ['config/header.json', 'menu']
  expect(step?.there).toEqual([
    { op: 'replace', path: [...menu, 'live', 'order'], value: 30 },
    { op: 'remove', path: [...menu, 'line', 'order'] },
    { op: 'add', path: ['config/new.json', 'deep', 'er'], value: { x: 1 } },
  ])
  expect(step?.back).toEqual([
    { op: 'remove', path: ['config/new.json', 'deep', 'er'] },
    { op: 'add', path: [...menu, 'line', 'order'], value: 20 },
    { op: 'replace', path: [...menu, 'live', 'order'], value: 10 },
  ])
})

describe('undo and redo', () => {
  test('CARD-3: 2,000 edits, undone and redone, give equal bytes', () => {
    const edits = fc.sample(edit, { numRuns: 2000, seed: 7 })
    const states = [newHistory(START)]
    for (const [at, one] of edits.entries()) states.push(makeEdits(states.at(-1) ?? newHistory(), [one], at * 5000))
    const last = states.at(-1)
    expect(last?.past.length).toBeGreaterThan(1000)
    let history = last ?? newHistory()
    for (let back = undo(history); back; back = undo(history)) history = back.history
    expect(JSON.stringify(history.documents)).toBe(JSON.stringify(START))
    for (let there = redo(history); there; there = redo(history)) history = there.history
    expect(JSON.stringify(history.documents)).toBe(JSON.stringify(last?.documents))
  })

  test('also when quick edits of a field are one step, and at any moment in between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(edit, fc.nat(1500)), { maxLength: 40 }), (edits) => {
        let history = newHistory(START)
        let nowMs = 0
        for (const [one, waitMs] of edits) {
          nowMs += waitMs
          history = makeEdits(history, [one], nowMs)
          const back = undo(history)
          const again = back && redo(back.history)
          if (again) expect(JSON.stringify(again.history.documents)).toBe(JSON.stringify(history.documents))
        }
        for (let back = undo(history); back; back = undo(history)) history = back.history
        expect(JSON.stringify(history.documents)).toBe(JSON.stringify(START))
      }),
    )
  })

  test('the edits of an undo, played elsewhere, lead to the same documents', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 30 }), (edits) => {
        const server: Record<string, unknown> = structuredClone(START)
        let history = newHistory(START)
        for (const [at, one] of edits.entries()) {
          const steps = history.past.length
          history = makeEdits(history, [one], at * 5000)
          const back = history.past.length > steps ? undo(history) : null
          const sent = back && redo(back.history)
          for (const edit of sent?.edits ?? []) writeOwnEdit(server, structuredClone(edit))
        }
        for (let back = undo(history); back; back = undo(history)) {
          history = back.history
          for (const one of back.edits) writeOwnEdit(server, structuredClone(one))
          expect(server).toEqual(history.documents)
        }
      }),
    )
  })
})

test('typing into a field is one step; another field, or a pause, begins the next', () => {
  const type = (pointer: string, text: string, nowMs: number) => (history: ReturnType<typeof newHistory>) =>
    makeEdits(history, [{ path: 'config/a.json', pointer, value: text }], nowMs)
  const deeds = [
    type('/a', 'x', 0),
    type('/a', 'xy', 200),
    type('/a', 'xyz', 400),
    type('/b', 'x', 500),
    type('/b', 'y', 9000),
  ]
  const history = deeds.reduce((state, deed) => deed(state), newHistory())
  expect(history.past).toHaveLength(3)
  expect(undo(undo(undo(history)?.history ?? history)?.history ?? history)?.history.documents).toEqual({})
})

test('an undo after a change by somebody else keeps the change', () => {
  const edited = makeEdits(newHistory({ a: { x: 1 } }), [{ path: 'a', pointer: '/x', value: 2 }], 0)
  const shared = withDocument(edited, 'a', { x: 2, y: 'theirs' })
  expect(undo(shared)?.history.documents).toEqual({ a: { x: 1, y: 'theirs' } })
  expect(undo(shared)?.edits).toEqual([{ path: 'a', pointer: '/x', value: 1 }])
})

test('an undo takes out what was written, and nothing that others have written beside it', () => {
  const edited = makeEdits(newHistory(), [{ path: 'a', pointer: '/menu/live/order', value: 5 }], 0)
  const shared = withDocument(edited, 'a', { menu: { live: { order: 5, icon: 'theirs' } } })
  const undone = undo(shared)
  expect(undone?.history.documents).toEqual({ a: { menu: { live: { icon: 'theirs' } } } })
  expect(undone && redo(undone.history)?.history.documents).toEqual(shared.documents)
  expect(undo(edited)?.history.documents).toEqual({})
})
