import type { StudioDraftPreview } from '#schemas'

/** The colours in which the page of the preview is shown; `system` follows the device. */
export type PreviewScheme = 'system' | 'light' | 'dark'

/** For whom the page is shown. */
export interface PreviewAudience {
  /** ISO 3166-1 alpha-2 in lower case; null for the country from which the preview is opened. */
  readonly country: string | null
  readonly isPlayer: boolean
}

/** What the studio says to the page in the preview. */
export type ToPreview =
  /** What the page is made of now, so that it follows without a reload. */
  | { readonly type: 'livery.preview.draft'; readonly preview: StudioDraftPreview }
  /** Whether a press in the page picks what is pressed. */
  | { readonly type: 'livery.preview.inspect'; readonly isOn: boolean }
  | { readonly type: 'livery.preview.scheme'; readonly scheme: PreviewScheme }
  | ({ readonly type: 'livery.preview.visitor' } & PreviewAudience)

/** A text that was pressed: its key and its words. */
export interface PickedText {
  readonly key: string
  readonly text: string
}

/** What the page in the preview says to the studio. */
export type FromPreview =
  /** It has loaded and listens; said again after each load. */
  | { readonly type: 'livery.preview.ready' }
  /** It shows what it was sent. */
  | { readonly type: 'livery.preview.applied'; readonly hash: string }
  | { readonly type: 'livery.preview.picked'; readonly texts: readonly PickedText[]; readonly hrefs: readonly string[] }
  | { readonly type: 'livery.preview.moved'; readonly path: string }

/** What a message from a window is: null unless it comes from the page in the preview and has the form of one of its messages.
 *  @param frame the window inside the frame
 *  @param origin of the preview */
export function previewMessage(
  event: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  frame: unknown,
  origin: string,
): FromPreview | null {
  if (!frame || event.source !== frame || event.origin !== origin) return null
  const { data } = event
  if (typeof data !== 'object' || data === null) return null
  const { type, hash, path, texts, hrefs } = data as Record<string, unknown>
  if (type === 'livery.preview.ready') return { type }
  if (type === 'livery.preview.applied') return typeof hash === 'string' ? { type, hash } : null
  if (type === 'livery.preview.moved') return isPath(path) ? { type, path } : null
  if (type !== 'livery.preview.picked') return null
  return { type, texts: listOf(texts).filter(isText), hrefs: listOf(hrefs).filter((it) => typeof it === 'string') }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 50) : []
}

function isText(value: unknown): value is PickedText {
  const { key, text } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof key === 'string' && typeof text === 'string'
}

function isPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path)
}
