import { expect, test } from 'vitest'
import { createSharedPages, type Made } from './shared-pages.ts'

function scene({ shareMs = 1000, mostBytes = 10_000 } = {}) {
  let nowMs = 5000
  let rendered = 0
  const pages = createSharedPages<string>({ shareMs, mostBytes, nowMs: () => nowMs })
  const render = async (bytes: number | null = 100): Promise<Made<string>> => {
    rendered += 1
    return { page: `page ${rendered}`, bytes }
  }
  return {
    pages,
    render,
    wait: (ms: number) => {
      nowMs += ms
    },
    rendered: () => rendered,
  }
}

test('a page is rendered once for all who ask within its time, and again after it', async () => {
  const { pages, render, wait, rendered } = scene()
  const ask = () => pages.page('a', () => render())
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['page 1', 'page 1', 'page 1'])
  wait(999)
  expect(await ask()).toBe('page 1')
  wait(1)
  expect(await ask()).toBe('page 2')
  expect(await pages.page('b', () => render())).toBe('page 3')
  expect(rendered()).toBe(3)
})

test('the time of a page runs from the start of its rendering', async () => {
  const { pages, render, wait } = scene()
  const slow = pages.page('a', async () => {
    wait(800)
    return render()
  })
  expect(await slow).toBe('page 1')
  wait(200)
  expect(await pages.page('a', () => render())).toBe('page 2')
})

test('a page that is one visitor’s alone goes to nobody else', async () => {
  const { pages, render } = scene()
  const ask = () => pages.page('a', () => render(null))
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(new Set([...answers, await ask()]).size).toBe(4)
})

test('a rendering that failed is nobody else’s either', async () => {
  const { pages, render } = scene()
  const first = pages.page('a', () => Promise.reject(new Error('its own')))
  const second = pages.page('a', () => render())
  await expect(first).rejects.toThrow('its own')
  expect(await second).toBe('page 1')
  expect(await pages.page('a', () => render())).toBe('page 2')
})

test('what is kept stays within its limit: what was asked for least lately goes first', async () => {
  const { pages, render, rendered } = scene({ mostBytes: 1000 })
  for (const key of ['a', 'b', 'c']) await pages.page(key, () => render(300))
  await pages.page('a', () => render(300))
  await pages.page('d', () => render(300))
  expect(pages.keptBytes()).toBeLessThanOrEqual(1000)
  expect(rendered()).toBe(4)
  expect(await pages.page('a', () => render())).toBe('page 1')
  expect(await pages.page('b', () => render(300))).toBe('page 5')
})

test('a page that grows by its codings counts with them, and one that is too large is not kept', async () => {
  const { pages, render } = scene({ mostBytes: 1000 })
  let grow = (_bytes: number): void => undefined
  await pages.page('a', (more) => {
    grow = more
    return render(300)
  })
  const before = pages.keptBytes()
  grow(200)
  expect(pages.keptBytes()).toBe(before + 200)
  grow(2000)
  expect(pages.keptBytes()).toBe(0)
  await pages.page('b', () => render(5000))
  expect(pages.keptBytes()).toBe(0)
})

test('what is over leaves room when the next is rendered', async () => {
  const { pages, render, wait } = scene()
  for (let index = 0; index < 20; index += 1) await pages.page(`key ${index}`, () => render())
  wait(1000)
  await pages.page('last', () => render())
  expect(pages.keptBytes()).toBe('last'.length * 2 + 100)
})
