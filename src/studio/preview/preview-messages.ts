import type { StudioDraftPreview } from '#schemas'

/** The colours in which the page of the preview is shown; `system` follows the device. */
export type PreviewScheme = 'system' | 'light' | 'dark'

/** For whom the page is shown. */
export interface PreviewAudience {
  /** ISO 3166-1 alpha-2 in lower case; null for the country from which the preview is opened. */
  readonly country: string | null
  readonly isPlayer: boolean
}

/** A place of a file of the brand. */
export interface WrittenPlace {
  readonly path: string
  readonly pointer: string
}

/** Language → key → text. */
export type TypedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What is sought on the page. */
export interface SoughtPlace {
  /** Keys of texts. */
  readonly texts: readonly string[]
  readonly places: readonly WrittenPlace[]
  /** Ids of fields of forms. */
  readonly fields: readonly string[]
  /** Tokens of the theme, as custom properties: `--color-accent`. */
  readonly tokens: readonly string[]
}

/** What the studio says to the page in the preview. */
export type ToPreview =
  /** What the page is made of now, so that it follows without a reload. */
  | { readonly type: 'livery.preview.draft'; readonly preview: StudioDraftPreview }
  /** Texts that are typed and not with the server yet: language → key → text. */
  | { readonly type: 'livery.preview.texts'; readonly texts: TypedTexts }
  /** Whether a press in the page picks what is pressed. */
  | { readonly type: 'livery.preview.inspect'; readonly isOn: boolean }
  /** Marks what is drawn by a place, and brings it into sight. */
  | ({ readonly type: 'livery.preview.find' } & SoughtPlace)
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
  | {
      readonly type: 'livery.preview.picked'
      readonly texts: readonly PickedText[]
      readonly hrefs: readonly string[]
      /** What of the brand’s files drew it, the nearest first. */
      readonly places: readonly WrittenPlace[]
      readonly fields: readonly string[]
      readonly tokens: readonly string[]
    }
  /** How many parts of the page are what was sought. */
  | { readonly type: 'livery.preview.found'; readonly count: number }
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
  const { type, hash, path, count } = data as Record<string, unknown>
  if (type === 'livery.preview.ready') return { type }
  if (type === 'livery.preview.applied') return typeof hash === 'string' ? { type, hash } : null
  if (type === 'livery.preview.moved') return isPath(path) ? { type, path } : null
  if (type === 'livery.preview.found') return typeof count === 'number' ? { type, count } : null
  return type === 'livery.preview.picked' ? { type, ...pickedParts(data as Record<string, unknown>) } : null
}

function pickedParts({ texts, hrefs, places, fields, tokens }: Record<string, unknown>) {
  return {
    texts: listOf(texts).filter(isText),
    hrefs: listOf(hrefs).filter(isString),
    places: listOf(places).filter(isPlace),
    fields: listOf(fields).filter(isString),
    tokens: listOf(tokens).filter(isString),
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isPlace(value: unknown): value is WrittenPlace {
  const { path, pointer } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof path === 'string' && typeof pointer === 'string'
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
