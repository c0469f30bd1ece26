/** What a list costs the page's main thread, by the browser's own trace. */
import type { Browser, Page } from 'playwright'

/** What the main thread of a page did, ms of its own computing. */
export interface MainThread {
  /** Work in each sixtieth of a second. */
  readonly frameMs: readonly number[]
  readonly longestMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** µs by the clock. */
  readonly ts: number
  /** µs of the thread. */
  readonly tdur?: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

const FRAME_MICROSECONDS = 1_000_000 / 60
const TASK = 'ThreadControllerImpl::RunTask'

/** Traces a page while something runs. Other programs do not lengthen the result: it is the time of the thread.
 *  @throws Error when the trace has no tasks */
export async function mainThreadWhile<Result>(
  browser: Browser,
  page: Page,
  act: () => Promise<Result>,
): Promise<readonly [MainThread, Result]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const result = await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { readonly traceEvents: TraceEvent[] }
  return [mainThreadOf(traceEvents), result]
}

function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = events.filter(({ name, ph, pid, tid }) => name === TASK && ph === 'X' && mains.has(`${pid}/${tid}`))
  const work = new Map<number, number>()
  for (const { pid, tdur = 0 } of tasks) work.set(pid, (work.get(pid) ?? 0) + tdur)
  // Chromium keeps a spare renderer, which does nothing.
  const [busiest] = [...work].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const own = tasks.filter(({ pid }) => pid === busiest)
  const first = Math.min(...own.slice(0, 1).map(({ ts }) => ts))
  if (!Number.isFinite(first)) throw new Error(`the trace has no tasks of the page: is this a Chromium?`)
  const begin = own.reduce((least, { ts }) => Math.min(least, ts), first)
  const end = own.reduce((most, { ts }) => Math.max(most, ts), first)
  const frameMs = new Array<number>(Math.ceil((end - begin + 1) / FRAME_MICROSECONDS)).fill(0)
  for (const { ts, tdur = 0 } of own) {
    const at = Math.floor((ts - begin) / FRAME_MICROSECONDS)
    frameMs[at] = (frameMs[at] ?? 0) + tdur / 1000
  }
  const lengths = own.map(({ tdur = 0 }) => tdur)
  return {
    frameMs,
    longestMs: lengths.reduce((most, length) => Math.max(most, length), 0) / 1000,
  }
}
