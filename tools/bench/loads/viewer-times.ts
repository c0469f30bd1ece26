/** What the viewer of scenarios takes in a browser, by the browser's own trace: by the clock, and by the time that the page's main
 *  thread was computing, which other programs do not lengthen. */
import type { Browser, Page } from 'playwright'

/** Milliseconds by the clock, and of the page's own computing. */
export interface PageTime {
  readonly clockMs: number
  readonly computedMs: number
}

/** What a mark of the page is in a trace: `ts` by the clock, `tts` by the time of its thread, both in µs. */
interface TracedMark {
  readonly name: string
  readonly cat: string
  readonly ts: number
  readonly tts?: number
}

/** A step is over when the page has been laid out with all that it shows. @returns one time a step, in order */
export async function scrubTimes(browser: Browser, page: Page, steps: number): Promise<readonly PageTime[]> {
  const marks = await traced(browser, page, () =>
    page.evaluate(async (count) => {
      for (let step = 0; step < count; step += 1) {
        performance.mark(`step-${step}-begun`)
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
        )
        await Promise.resolve()
        document.body.getBoundingClientRect()
        performance.mark(`step-${step}-over`)
        if (step % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
      }
      performance.clearMarks()
    }, steps),
  )
  return Array.from({ length: steps }, (_, step) => between(marks, `step-${step}-begun`, `step-${step}-over`))
}

/** From the first byte that is read to the first picture with the machine's state in it. */
export async function loadTime(browser: Browser, address: string): Promise<PageTime> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      performance.mark('load-begun')
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[data-testid=state]')) return
        observer.disconnect()
        document.body.getBoundingClientRect()
        performance.mark('load-over')
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    const marks = await traced(browser, page, async () => {
      await page.goto(address)
      await page.getByTestId('state').first().waitFor()
    })
    return between(marks, 'load-begun', 'load-over')
  } finally {
    await context.close()
  }
}

async function traced(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<ReadonlyMap<string, TracedMark>> {
  await browser.startTracing(page, { categories: ['blink.user_timing'] })
  await act()
  const trace = JSON.parse(String(await browser.stopTracing())) as { readonly traceEvents: readonly TracedMark[] }
  return new Map(trace.traceEvents.filter(({ cat }) => cat === 'blink.user_timing').map((mark) => [mark.name, mark]))
}

function between(marks: ReadonlyMap<string, TracedMark>, begun: string, over: string): PageTime {
  const [start, end] = [marks.get(begun), marks.get(over)]
  if (start?.tts === undefined || end?.tts === undefined) {
    throw new Error(`the trace has no thread times of ${begun} and ${over}: is this a Chromium?`)
  }
  return { clockMs: (end.ts - start.ts) / 1000, computedMs: (end.tts - start.tts) / 1000 }
}
