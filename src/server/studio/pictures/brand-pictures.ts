import type { BrandPicture, BrandPictureList } from '#schemas'
import { contentHash, hashesOf } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import { ChromiumMissing } from './chromium-launch.ts'
import { openPictureBrowser, type PictureBrowser, type PictureView } from './picture-browser.ts'
import { comparePictures } from './picture-difference.rules.ts'
import { type ComparedStates, openPictureRoom, type PictureRoom } from './picture-room.ts'

/** A page as it is asked for. */
export interface AskedPicture extends PictureView {
  readonly path: string
}

/** How a page looks in two states, as PNGs. */
export interface PicturePair {
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly marked: Uint8Array
  readonly share: number
}

/** Shows two states of a brand as pictures. Only one pair of states is open at a time, since each has a server and a browser. */
export interface BrandPictures {
  /** The pages that look different. @param language the brand's first when left out  @throws StudioFailure pictures.unserved */
  readonly list: (states: ComparedStates, language?: string) => Promise<BrandPictureList>
  /** A page before and after. @throws StudioFailure pictures.no_browser, pictures.unserved, request.invalid for a page that is not listed */
  readonly compare: (states: ComparedStates, asked: AskedPicture) => Promise<PicturePair>
  /** Ends what is open. */
  readonly close: () => Promise<void>
}

/** What was not asked for anything this long is closed. */
const IDLE_MS = 90_000

interface Open {
  readonly key: string
  readonly room: PictureRoom
  browser: PictureBrowser | undefined
  readonly taken: Map<string, PicturePair>
}

/** Makes pictures of brands. Requests wait for each other, so that an operator who asks for many does not start as many browsers. */
export function createBrandPictures(open = { room: openPictureRoom, browser: openPictureBrowser }): BrandPictures {
  let now: Open | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: ReturnType<typeof setTimeout> | undefined
  const end = async (): Promise<void> => {
    const ended = now
    now = undefined
    await Promise.all([ended?.browser?.close(), ended?.room.close()])
  }
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    clearTimeout(idle)
    const turn = last.then(work, work)
    const rest = () => {
      clearTimeout(idle)
      idle = setTimeout(() => void inTurn(end).catch(() => undefined), IDLE_MS)
      idle.unref()
    }
    last = turn.then(rest, rest)
    return turn
  }
  const openFor = async (states: ComparedStates): Promise<Open> => {
    const key = keyOf(states)
    if (now?.key === key) return now
    await end()
    now = { key, room: await open.room(states), browser: undefined, taken: new Map() }
    return now
  }
  return {
    list: (states, language) =>
      inTurn(async () => {
        const { room } = await openFor(states)
        const chosen = language ?? room.languages[0] ?? ''
        if (!room.languages.includes(chosen)) throw new StudioFailure('request.invalid', { language: chosen })
        return { languages: [...room.languages], language: chosen, pages: [...(await room.pages(chosen))] }
      }),
    compare: (states, asked) => inTurn(async () => takePair(await openFor(states), asked, open.browser)),
    close: () => inTurn(end),
  }
}

async function takePair(of: Open, asked: AskedPicture, openBrowser: typeof openPictureBrowser): Promise<PicturePair> {
  const { path, width, scheme } = asked
  const key = `${width} ${scheme} ${path}`
  const known = of.taken.get(key)
  if (known) return known
  const language = path.split('/')[1] ?? ''
  const listed = of.room.languages.includes(language) ? await of.room.pages(language) : []
  if (!listed.some((page) => page.path === path)) throw new StudioFailure('request.invalid', { path })
  of.browser ??= await browserFrom(openBrowser)
  const before = await of.browser.take(of.room.addressOf('before', path), { width, scheme })
  const after = await of.browser.take(of.room.addressOf('after', path), { width, scheme })
  const pair = { before, after, ...comparePictures(before, after) }
  of.taken.set(key, pair)
  return pair
}

async function browserFrom(openBrowser: typeof openPictureBrowser): Promise<PictureBrowser> {
  try {
    return await openBrowser()
  } catch (error) {
    if (!(error instanceof ChromiumMissing)) throw error
    throw new StudioFailure(`pictures.browser_${error.lack}`, error.params)
  }
}

function keyOf({ before, after }: ComparedStates): string {
  return [before, after].map((contents) => contentHash(hashesOf(contents))).join(' ')
}

/** A pair as an answer of the studio. */
export function pictureAnswer({ before, after, marked, share }: PicturePair): BrandPicture {
  const shown = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
  return { before: shown(before), after: shown(after), marked: shown(marked), share }
}
