import { drawn, type MountOdds, type OddsPage } from './odds-list.tsx'

/** Each list with what it needs in a chunk of its own. */
const LISTS: Readonly<Record<string, () => Promise<MountOdds>>> = {
  bare: async () => (await import('./bare.tsx')).mountBare,
  ours: async () => (await import('./ours.tsx')).mountOurs,
  query: async () => (await import('./query.tsx')).mountQuery,
  naive: async () => (await import('./naive.tsx')).mountNaive,
}

/** A text of the hot price, and when it was painted, ms since 1970. */
type Painted = readonly [text: string, atMs: number]

/** What a list showed. */
export interface OddsShown {
  readonly painted: readonly Painted[]
  readonly frames: number
  readonly drawn: typeof drawn
  /** Changes of look that listeners received; of our list alone. */
  readonly shownPrices: number
}

/** What an image cost, ms and frames. */
export interface ImageCost {
  readonly appliedMs: number
  readonly parsedMs: number
  readonly frames: number
}

const nowMs = () => performance.timeOrigin + performance.now()
const root = () => document.getElementById('root') as HTMLElement
const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()))

/** After the frame that is about to be drawn has been drawn. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = work
    port2.postMessage(null)
  })
}

const painted: Painted[] = []
let frames = 0
/** Within the callbacks of an animation frame; this page's own is the first of them. */
let inFrame = false

/** Mounts a list and notes from then on when the hot price is painted. */
async function mount(name: string, page: OddsPage, hotId: number): Promise<void> {
  const mountList = await LISTS[name]?.()
  if (!mountList) throw new Error(`there is no list "${name}"`)
  mountList(root(), page)
  const cell = () => root().querySelector(`[data-outcome="${hotId}"]`)
  while (!cell()) await nextFrame()
  let isDue = false
  const look = (): void => {
    isDue = false
    const text = cell()?.querySelector('bdi')?.textContent ?? ''
    if (painted.at(-1)?.[0] !== text) painted.push([text, nowMs()])
  }
  const watched = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    // A change that is made in a frame is painted with it.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = look
    if (inFrame) port2.postMessage(null)
    else afterPaint(look)
  })
  // A list that renders again drops its cells, so an element above them is watched.
  watched.observe(root(), { subtree: true, childList: true, characterData: true })
  const count = (): void => {
    frames += 1
    inFrame = true
    setTimeout(() => {
      inFrame = false
    })
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}
async function shownSince(name: string, ms: number): Promise<OddsShown> {
  const ours = name === 'ours' ? (await import('./ours.tsx')).shown : { prices: 0 }
  painted.length = 0
  const [before, drawnBefore, shownBefore] = [frames, { ...drawn }, ours.prices]
  await new Promise((done) => setTimeout(done, ms))
  return {
    painted: [...painted],
    frames: frames - before,
    shownPrices: ours.prices - shownBefore,
    drawn: {
      lists: drawn.lists - drawnBefore.lists,
      rows: drawn.rows - drawnBefore.rows,
      freshCells: drawn.freshCells - drawnBefore.freshCells,
      otherCells: drawn.otherCells - drawnBefore.otherCells,
    },
  }
}

/** Applies an image by our reader and counts the frames until every visible price is in the page. */
async function image(page: OddsPage, address: string): Promise<ImageCost> {
  const text = await (await fetch(address)).text()
  const { receive } = (await import('./ours.tsx')).mountOursBy(root(), page)
  while (!root().querySelector('[data-outcome]')) await nextFrame()
  await new Promise((done) => setTimeout(done, 300))
  const cells = [...root().querySelectorAll('[data-outcome] bdi')]
  await nextFrame()
  const startedAt = performance.now()
  receive(text)
  const appliedMs = performance.now() - startedAt
  let count = 0
  while (cells.some((cell) => cell.textContent === '-') && count < 100) {
    await nextFrame()
    count += 1
  }
  const parsedAt = performance.now()
  JSON.parse(text)
  return { appliedMs, parsedMs: performance.now() - parsedAt, frames: count }
}

Object.assign(window, { mountOdds: mount, shownOdds: shownSince, measureImage: image })
