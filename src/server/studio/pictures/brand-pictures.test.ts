import { PNG } from 'pngjs'
import { expect, test, vi } from 'vitest'
import { createBrandPictures } from './brand-pictures.ts'
import { ChromiumMissing } from './chromium-launch.ts'
import type { ComparedStates, PictureRoom } from './picture-room.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const states = (after: string): ComparedStates => ({
  before: new Map([['brand.json', bytes('a')]]),
  after: new Map([['brand.json', bytes(after)]]),
  brandsDir: '/nowhere',
  baseDir: '/nowhere',
})
const png = (width: number) => new Uint8Array(PNG.sync.write(new PNG({ width, height: 2 })))
const view = { width: 390, scheme: 'light' } as const

/** A room of two pages and a browser, which count what is open. */
function doubles() {
  const open = { rooms: 0, browsers: 0, most: 0, taken: [] as string[] }
  const room = async (): Promise<PictureRoom> => {
    open.rooms += 1
    open.most = Math.max(open.most, open.rooms)
    return {
      languages: ['en', 'de'],
      pages: async (language) => [{ path: `/${language}`, route: 'home', kind: 'changed' }],
      addressOf: (side, path) => `${side}${path}`,
      close: async () => {
        open.rooms -= 1
      },
    }
  }
  const browser = async () => {
    open.browsers += 1
    return {
      take: async (url: string) => {
        open.taken.push(url)
        return png(4)
      },
      close: async () => {
        open.browsers -= 1
      },
    }
  }
  return { open, room, browser }
}

test('only one pair of states is open at a time, for all who ask, and it is kept while it is the same', async () => {
  const { open, room, browser } = doubles()
  const openRoom = vi.fn(room)
  const pictures = createBrandPictures({ room: openRoom, browser })
  await Promise.all([
    pictures.list(states('b')),
    pictures.compare(states('c'), { path: '/en', ...view }),
    pictures.list(states('c'), 'de'),
    pictures.list(states('b')),
  ])
  expect(open.most).toBe(1)
  expect(openRoom).toHaveBeenCalledTimes(3)
  await pictures.close()
  expect(open).toMatchObject({ rooms: 0, browsers: 0 })
})

test('a page is pictured in both states, once', async () => {
  const { open, room, browser } = doubles()
  const pictures = createBrandPictures({ room, browser })
  const first = await pictures.compare(states('b'), { path: '/en', ...view })
  expect(await pictures.compare(states('b'), { path: '/en', ...view })).toBe(first)
  expect(open.taken).toEqual(['before/en', 'after/en'])
  await pictures.close()
})

test('only pages that are listed are opened', async () => {
  const { open, room, browser } = doubles()
  const pictures = createBrandPictures({ room, browser })
  for (const path of ['/en/../x', '/xx', '/en@evil.example/'])
    await expect(pictures.compare(states('b'), { path, ...view })).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(pictures.list(states('b'), 'xx')).rejects.toMatchObject({ code: 'request.invalid' })
  expect(open.taken).toEqual([])
  await pictures.close()
})

test('without a browser the pages are listed all the same, and the refusal says what is lacking', async () => {
  const { room } = doubles()
  const browser = () => Promise.reject(new ChromiumMissing('named', { path: '/gone' }))
  const pictures = createBrandPictures({ room, browser })
  expect((await pictures.list(states('b'))).pages).toHaveLength(1)
  const refused = pictures.compare(states('b'), { path: '/en', ...view })
  await expect(refused).rejects.toMatchObject({ code: 'pictures.browser_named', params: { path: '/gone' } })
  await pictures.close()
})
