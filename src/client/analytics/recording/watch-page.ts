import { record } from '@rrweb/record'
import { type CssMarks, marksOf } from '#machines/analytics/recording/css-marks.rules.ts'
import { maskInput, maskText, scrubEvent } from '#machines/analytics/recording/scrub.rules.ts'
import { isShownMark, RECORDING_ATTRIBUTE, type ShownArea } from '#machines/site/recording/shown-areas.rules.ts'
import type { RecordedEvent } from '#schemas'
import { shownRoute } from '../../page/track.ts'

/** What watches a page. */
export interface PageWatch {
  readonly takePicture: () => void
  /** Adds something that the page itself tells. */
  readonly note: (tag: 'page' | 'machine', atMs: number, payload: object) => void
  readonly stop: () => void
}

/** What the watching reports to. */
export interface WatchPorts {
  /** Parts of the page whose texts may be seen. */
  readonly shows: readonly ShownArea[]
  /** Holds an event back. */
  readonly hold: (event: RecordedEvent) => void
  /** An event is held back. */
  readonly recorded: (isWhole: boolean) => void
}

/** Samples of movements, scrolling and media: one each time, ms (REC-9). */
const SAMPLE_MS = 100
/** Elements of which nothing is recorded but their size. */
const BLOCKED = '[data-recording="block"], iframe, canvas, video, object, embed'
const [META, WHOLE] = [4, 2]

/** Records the page from now on: everything is masked by the recorder, and then by a scrubber that lets pass what it knows alone (REC-10,
 *  REC-12). */
export function watchPage({ shows, hold, recorded }: WatchPorts): PageWatch {
  let meta: RecordedEvent | null = null
  let marks = pageMarks()
  const isShown = (id: number) => isShownNode(record.mirror.getNode(id), shows)
  const take = (event: RecordedEvent) => {
    if (event.type === WHOLE) marks = pageMarks()
    const scrubbed = scrubEvent(event, { marks, isShown, route: shownRoute() })
    if (!scrubbed) return
    if (scrubbed.type === META) {
      meta = scrubbed
      return
    }
    // A chain begins with the size of the page and its picture, together.
    if (scrubbed.type === WHOLE && meta) hold(meta)
    hold(scrubbed)
    recorded(scrubbed.type === WHOLE)
  }
  const stop = record({
    emit: (event) => take(event as unknown as RecordedEvent),
    sampling: { mousemove: SAMPLE_MS, scroll: SAMPLE_MS, media: SAMPLE_MS, input: 'last' },
    maskAllInputs: true,
    maskInputFn: maskInput,
    maskTextSelector: '*',
    maskTextFn: (text, element) => (element && isShownNode(element, shows) ? text : maskText(text)),
    blockSelector: BLOCKED,
    slimDOMOptions: 'all',
    recordCanvas: false,
    collectFonts: false,
    inlineImages: false,
  })
  return {
    takePicture: () => record.takeFullSnapshot(),
    note: (tag, atMs, payload) => take({ type: 5, timestamp: atMs, data: { tag, payload } } as RecordedEvent),
    stop: () => stop?.(),
  }
}

function isShownNode(node: Node | null, shows: readonly ShownArea[]): boolean {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  const marked = element?.closest(`[${RECORDING_ATTRIBUTE}]`)
  return isShownMark(marked?.getAttribute(RECORDING_ATTRIBUTE) ?? null, shows)
}

/** What the style sheets of the page speak of; those of other origins cannot be read. */
function pageMarks(): CssMarks {
  return marksOf([...document.styleSheets].flatMap((sheet) => selectorsOf(() => sheet.cssRules)))
}

function selectorsOf(rules: () => CSSRuleList): string[] {
  try {
    return [...rules()].flatMap((rule) => [
      ...('selectorText' in rule ? [String(rule.selectorText)] : []),
      ...('cssRules' in rule ? selectorsOf(() => (rule as CSSGroupingRule).cssRules) : []),
    ])
  } catch {
    return []
  }
}
