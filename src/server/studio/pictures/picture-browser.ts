import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromiumLaunch } from './chromium-launch.ts'

/** How a page is looked at. */
export interface PictureView {
  /** Of the window, px. */
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

/** A browser that takes pictures of pages, one at a time. */
export interface PictureBrowser {
  /** The whole page as a PNG, once it has loaded and stands still. @throws Error when it does not within half a minute */
  readonly take: (url: string, view: PictureView) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

const WINDOW_HEIGHT = 900
/** Pages that lead on without an end are cut here, px. */
const MOST_HEIGHT = 6000
const PHONE_WIDTH = 600
const WITHIN_MS = 30_000
/** After its load a page draws what its script fetches; this long nothing may change. */
const QUIET_MS = 400
const QUIET_WITHIN_MS = 5000

/** Waits in the page until its fonts are there and nothing of it has changed for a moment, and gives its height. */
const STAND_STILL = `document.fonts.ready.then(() => new Promise((done) => {
  const end = () => { observer.disconnect(); clearTimeout(latest); done(document.documentElement.scrollHeight) }
  let quiet = setTimeout(end, ${QUIET_MS})
  const latest = setTimeout(end, ${QUIET_WITHIN_MS})
  const observer = new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(end, ${QUIET_MS}) })
  observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
}))`

/** Starts the Chromium of this machine without a window. It is spoken to by its own protocol, so that nothing beside it is needed.
 *  @throws ChromiumMissing where there is none  @throws Error when it does not start */
export async function openPictureBrowser(): Promise<PictureBrowser> {
  const { options } = await chromiumLaunch()
  const profile = await mkdtemp(join(tmpdir(), 'livery-pictures-'))
  const flags = ['--headless', '--hide-scrollbars', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(options.executablePath, [...options.args, ...flags, 'about:blank'], {
    env: options.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((done) => {
    child.once('close', () => done())
    child.once('error', () => done())
  })
  const close = async (): Promise<void> => {
    kill()
    await ended
    process.off('exit', kill)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const talk = await openTalk(await addressOf(child))
    return { take: (url, view) => takePicture(talk, url, view), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The address at which a browser listens, which it writes to its standard error. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const said: string[] = []
    const late = setTimeout(() => fail(new Error(`The browser did not start. ${said.join(' ')}`)), WITHIN_MS)
    const stop = (error: Error) => {
      clearTimeout(late)
      fail(error)
    }
    child.once('error', stop)
    child.once('exit', (code) => stop(new Error(`The browser ended with ${code}. ${said.join(' ')}`)))
    if (!child.stderr) return stop(new Error('The browser has no standard error to be read.'))
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (!address) return
      clearTimeout(late)
      done(address)
    })
  })
}

type Bag = Readonly<Record<string, unknown>>

/** What a browser is asked and what it tells. */
interface Talk {
  readonly ask: (method: string, params?: Bag, session?: string) => Promise<Bag>
  /** Waits for the next event of a name in a session. */
  readonly next: (event: string, session: string) => Promise<void>
}

interface Told {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly result?: Bag
  readonly error?: { readonly message: string }
}

async function openTalk(address: string): Promise<Talk> {
  const socket = new WebSocket(address)
  const answers = new Map<number, (told: Told) => void>()
  const waiting = new Map<string, () => void>()
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => fail(new Error(`The browser does not answer at ${address}.`)))
  })
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told
    if (told.id !== undefined) answers.get(told.id)?.(told)
    else waiting.get(`${told.method} ${told.sessionId}`)?.()
  })
  let last = 0
  return {
    ask: (method, params = {}, sessionId = undefined) =>
      within(`${method}`, (done, fail) => {
        last += 1
        const id = last
        answers.set(id, ({ result = {}, error }) => {
          answers.delete(id)
          if (error) fail(new Error(`The browser refuses ${method}: ${error.message}`))
          else done(result)
        })
        socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      }),
    next: (event, session) =>
      within(event, (done) => {
        waiting.set(`${event} ${session}`, () => {
          waiting.delete(`${event} ${session}`)
          done()
        })
      }),
  }
}

/** @throws Error when it takes too long */
function within<Value>(
  what: string,
  begin: (done: (value: Value) => void, fail: (error: Error) => void) => void,
): Promise<Value> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`The browser was silent for ${WITHIN_MS} ms: ${what}`)), WITHIN_MS)
    const end = <Given>(then: (given: Given) => void) => {
      return (given: Given) => {
        clearTimeout(late)
        then(given)
      }
    }
    begin(end(done), end(fail))
  })
}

/** Opens the page in a context of its own, which has no cookies, and forgets it. */
async function takePicture(talk: Talk, url: string, { width, scheme }: PictureView): Promise<Uint8Array> {
  const { browserContextId } = await talk.ask('Target.createBrowserContext')
  try {
    const { targetId } = await talk.ask('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId: session } = await talk.ask('Target.attachToTarget', { targetId, flatten: true })
    const ask = (method: string, params: Bag) => talk.ask(method, params, String(session))
    await ask('Page.enable', {})
    const screen = { width, height: WINDOW_HEIGHT, deviceScaleFactor: 1, mobile: width < PHONE_WIDTH }
    await ask('Emulation.setDeviceMetricsOverride', screen)
    const features = [
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'prefers-color-scheme', value: scheme },
    ]
    await ask('Emulation.setEmulatedMedia', { features })
    const loaded = talk.next('Page.loadEventFired', String(session))
    await Promise.all([loaded, ask('Page.navigate', { url })])
    const still = await ask('Runtime.evaluate', { expression: STAND_STILL, awaitPromise: true, returnByValue: true })
    const height = Number((still.result as Bag | undefined)?.value ?? WINDOW_HEIGHT)
    const clip = { x: 0, y: 0, width, height: Math.min(Math.max(height, WINDOW_HEIGHT), MOST_HEIGHT), scale: 1 }
    const { data } = await ask('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true, clip })
    return new Uint8Array(Buffer.from(String(data), 'base64'))
  } finally {
    await talk.ask('Target.disposeBrowserContext', { browserContextId })
  }
}
