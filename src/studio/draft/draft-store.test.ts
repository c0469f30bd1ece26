import { describe, expect, test } from 'vitest'
import type { CallPort } from '#calls/call.ts'
import { getStudioCatalogue } from '#calls/studio/studio-draft.calls.ts'
import { StudioCallFailure } from '../app/studio-call.ts'
import { createFakeBrand } from '../testing/fake-brand.test-support.ts'
import { createFakeCalls } from '../testing/fake-studio.test-support.ts'
import { createDraftStore } from './draft-store.ts'

const PATH = 'config/header.json'

const card = {
  id: 'northstar',
  name: 'Northstar',
  parent: '_base',
  address: 'http://northstar.localhost:3000',
  hosts: [],
  revision: 1,
  problems: 0,
  warnings: 0,
  edits: 0,
  colours: [],
}

const ben = { account: 'Ben', editor: 'ben000', path: PATH, pointer: '/indentPx' }

async function bench(own: Readonly<Record<string, unknown>> = {}) {
  const base = { [PATH]: { indentPx: 100, menu: { live: { order: 10, labelKey: 'site.menu_live' } } } }
  const brand = createFakeBrand({ id: 'northstar', schemas: {}, base, own })
  const fake = createFakeCalls({
    ...{ brand, brands: [card], accounts: [], acts: [], revisions: [], scheduled: [], people: [ben] },
    ...{
      diff: { from: 'live', to: 'draft', changes: [] },
      languages: ['en'],
      choices: {},
      preview: 'http://x.localhost',
    },
  })
  let failure: StudioCallFailure | null = null
  const call = ((one, input) => {
    if (failure && one.id === 'editStudioDraft') return Promise.reject(failure)
    return fake(one, input as never)
  }) as CallPort
  const timers: (() => void)[] = []
  let now = 0
  const store = createDraftStore(await fake(getStudioCatalogue, { segments: { brand: 'northstar' } }), {
    call,
    editor: 'me0000',
    nowMs: () => now,
    later: (work) => timers.push(work),
    isOffline: (error) => (error as StudioCallFailure).code === 'request.offline',
  })
  await store.open(PATH)
  const settle = async () => {
    for (const work of timers.splice(0)) work()
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    brand,
    store,
    settle,
    fail: (code: StudioCallFailure['code'] | null) => {
      failure = code && new StudioCallFailure(code)
    },
    pass: (ms: number) => {
      now += ms
    },
    resolved: () => store.read().documents[PATH]?.resolved as { indentPx: number; menu: Record<string, unknown> },
  }
}

describe('a draft in an open editor', () => {
  test('an edit is seen at once and is with the server a moment later', async () => {
    const { brand, store, settle, resolved } = await bench()
    store.edit([{ path: PATH, pointer: '/indentPx', value: 40 }])
    expect(resolved().indentPx).toBe(40)
    expect(store.read().saving).toBe('saving')
    expect(brand.own()).toEqual({})
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { indentPx: 40 } })
    expect(store.read().saving).toBe('saved')
  })

  test('a reset shows what is inherited, and an undo of it the own value again', async () => {
    const { brand, store, settle, resolved } = await bench({ [PATH]: { indentPx: 40 } })
    store.edit([{ path: PATH, pointer: '/indentPx' }])
    await settle()
    expect(resolved().indentPx).toBe(100)
    store.undo()
    expect(resolved().indentPx).toBe(40)
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { indentPx: 40 } })
    store.redo()
    await settle()
    expect(resolved().indentPx).toBe(100)
  })

  test('an inherited entry that is taken out, and something written where it was', async () => {
    const { brand, store, settle, resolved } = await bench()
    store.edit([{ path: PATH, pointer: '/menu', value: null }])
    store.edit([{ path: PATH, pointer: '/menu/new/order', value: 5 }])
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { menu: { new: { order: 5 } } } })
    expect(resolved().menu).toEqual({ live: { order: 10, labelKey: 'site.menu_live' }, new: { order: 5 } })
  })
})

describe('a draft that is shared, and a server that does not take everything', () => {
  test('others’ edits come with the next round, and one’s own on the way stay on top', async () => {
    const { brand, store, settle, resolved } = await bench()
    brand.edit([{ path: PATH, pointer: '/menu/live/order', value: 99 }], { account: 'Ben', editor: 'ben000' })
    store.edit([{ path: PATH, pointer: '/indentPx', value: 7 }])
    await store.poll(null)
    expect(resolved()).toEqual({ indentPx: 7, menu: { live: { order: 99, labelKey: 'site.menu_live' } } })
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { menu: { live: { order: 99 } }, indentPx: 7 } })
    store.undo()
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { menu: { live: { order: 99 } } } })
  })

  test('what others wrote where one has written is said, and written again', async () => {
    const { brand, store, settle, resolved } = await bench()
    brand.edit([{ path: PATH, pointer: '/indentPx', value: 9 }], { account: 'Ben', editor: 'ben000' })
    store.edit([{ path: PATH, pointer: '/indentPx', value: 7 }])
    await settle()
    await store.poll(null)
    const [crossing] = store.read().crossed.crossings
    expect(crossing).toMatchObject({ account: 'Ben', counts: 'ours', lost: { pointer: '/indentPx', value: 9 } })
    if (crossing) store.bringBack(crossing)
    expect(resolved().indentPx).toBe(9)
    await settle()
    expect(brand.own()).toEqual({ [PATH]: { indentPx: 9 } })
    await store.poll(null)
    expect(store.read().crossed.crossings).toEqual([])
  })

  test('who else is here stays known after an edit', async () => {
    const { store, settle } = await bench()
    await store.poll(null)
    expect(store.read().people).toEqual([ben])
    store.edit([{ path: PATH, pointer: '/indentPx', value: 7 }])
    await settle()
    expect(store.read().people).toEqual([ben])
  })

  test('while the server does not answer nothing is lost', async () => {
    const { brand, store, settle, fail, resolved } = await bench()
    fail('request.offline')
    store.edit([{ path: PATH, pointer: '/indentPx', value: 7 }])
    await settle()
    expect(store.read().saving).toBe('offline')
    fail(null)
    await settle()
    expect(store.read().saving).toBe('saved')
    expect(brand.own()).toEqual({ [PATH]: { indentPx: 7 } })
    expect(resolved().indentPx).toBe(7)
  })

  test('what the server refuses is shown as it is there, with the reason', async () => {
    const { store, settle, fail, resolved } = await bench()
    fail('edit.impossible')
    store.edit([{ path: PATH, pointer: '/indentPx', value: 7 }])
    await settle()
    expect(store.read().saving).toBe('refused')
    expect((store.read().failure as StudioCallFailure).code).toBe('edit.impossible')
    expect(resolved().indentPx).toBe(100)
  })

  test('an edit that changes nothing is none', async () => {
    const { store } = await bench()
    store.edit([{ path: PATH, pointer: '/menu/live/order' }])
    expect(store.read().history.past).toEqual([])
    expect(store.read().saving).toBe('saved')
  })

  test('typing is one step of undo, and what is typed later the next', async () => {
    const { store, pass, resolved } = await bench()
    for (const value of [1, 12, 120]) {
      store.edit([{ path: PATH, pointer: '/indentPx', value }])
      pass(100)
    }
    pass(5000)
    store.edit([{ path: PATH, pointer: '/indentPx', value: 8 }])
    store.undo()
    expect(resolved().indentPx).toBe(120)
    store.undo()
    expect(store.read().history.documents).toEqual({})
  })
})
