import type { CaptchaAction, CaptchaPass, PuzzleChallenge } from '#schemas'

/** Texts of the puzzle in the visitor's language. */
export interface PuzzleTexts {
  readonly hint: string
  readonly slider: string
  /** `{{degrees}}` stands for the turn. */
  readonly value: string
  readonly check: string
  readonly another: string
  readonly instead: string
  readonly working: string
  readonly wrong: string
  readonly loading: string
}

export interface PuzzleOptions {
  readonly action: CaptchaAction
  readonly language: string
  readonly texts: PuzzleTexts
  readonly onSolved: (pass: CaptchaPass) => void
  readonly onFailed: (code: string, retryAfterSeconds?: number) => void
  /** The visitor cannot see the picture: the device is to work instead. */
  readonly onInstead: () => void
}

/** What the script offers to the page, as `painPuzzle`. */
export interface PainPuzzle {
  /** Shows a puzzle in an element and keeps going until it is solved. @returns how to remove it */
  show(host: HTMLElement, options: PuzzleOptions): () => void
}

const LOOKS = `
.pain-puzzle { display: grid; gap: 12px; justify-items: center; font: inherit; color: inherit; }
.pain-puzzle p { margin: 0; text-align: center; }
.pain-puzzle [data-part="picture"] { position: relative; inline-size: min(280px, 100%); aspect-ratio: 1; border-radius: 8px; overflow: hidden; }
.pain-puzzle img { position: absolute; inset: 0; margin: auto; inline-size: 100%; }
.pain-puzzle input { inline-size: min(280px, 100%); block-size: 44px; margin: 0; accent-color: var(--color-accent); }
.pain-puzzle [data-part="buttons"] { display: flex; flex-wrap: wrap; gap: 8px; justify-content: center; }
.pain-puzzle button { min-block-size: 44px; padding: 0 16px; border: 1px solid var(--color-line); border-radius: var(--radius-small);
  background: var(--color-surface); color: var(--color-on-surface); font: inherit; cursor: pointer; }
.pain-puzzle button[data-kind="plain"] { border-color: transparent; background: none; color: inherit; text-decoration: underline; }
.pain-puzzle button:disabled, .pain-puzzle input:disabled { opacity: 0.5; cursor: default; }
.pain-puzzle :focus-visible { outline: 2px solid var(--color-focus); outline-offset: 2px; }
`

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** The parts of the puzzle, in the order in which they are read. */
function partsOf(texts: PuzzleTexts) {
  const still = element('img', { alt: '', draggable: 'false' })
  const disc = element('img', { alt: '', draggable: 'false' })
  const slider = element('input', { type: 'range', min: '0', max: '359', step: '1', 'aria-label': texts.slider })
  const status = element('p', { role: 'status' }, texts.loading)
  const check = element('button', { type: 'submit' }, texts.check)
  const another = element('button', { type: 'button' }, texts.another)
  const instead = element('button', { type: 'button', 'data-kind': 'plain' }, texts.instead)
  const form = element(
    'form',
    { class: 'pain-puzzle', novalidate: '' },
    element('p', {}, texts.hint),
    element('div', { 'data-part': 'picture' }, still, disc),
    slider,
    status,
    element('div', { 'data-part': 'buttons' }, check, another),
    instead,
  )
  return { form, still, disc, slider, status, check, another, instead }
}

class Refusal extends Error {
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

async function ask<Answer>(path: string, body: object, signal: AbortSignal, language: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'accept-language': language }
  const request = { method: 'POST', headers, body: JSON.stringify(body), signal, credentials: 'same-origin' } as const
  const answer = await fetch(`/puzzle-api/${path}`, request).catch(() => {
    throw new Refusal('request.offline')
  })
  const content = (await answer.json()) as Answer & { readonly code?: string; readonly retryAfterSeconds?: number }
  if (!answer.ok) throw new Refusal(content.code ?? 'captcha.failed', content.retryAfterSeconds)
  return content
}

const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

type Parts = ReturnType<typeof partsOf>

function setBusy({ slider, check, another, instead }: Parts, isBusy: boolean): void {
  for (const control of [slider, check, another, instead]) control.disabled = isBusy
}

/** Turns the disc as far as the slider says, and lets the slider say so. */
function turn({ disc, slider }: Parts, { value }: PuzzleTexts): void {
  disc.style.transform = `rotate(${slider.value}deg)`
  slider.setAttribute('aria-valuetext', value.replace('{{degrees}}', slider.value))
}

function drawPuzzle(parts: Parts, puzzle: PuzzleChallenge, texts: PuzzleTexts): void {
  const { still, disc, slider } = parts
  still.src = address(puzzle.picture)
  disc.src = address(puzzle.disc)
  disc.style.inlineSize = `${(100 * puzzle.discPx) / puzzle.sizePx}%`
  slider.value = '0'
  turn(parts, texts)
}

/** Answers after which another picture is tried. */
const OVER: ReadonlySet<string> = new Set(['captcha.failed', 'captcha.expired', 'captcha.spent'])

/** The visitor's tries: each has a picture of its own. */
function createTries(parts: Parts, { action, texts, language, onSolved }: PuzzleOptions, signal: AbortSignal) {
  let puzzle: PuzzleChallenge | null = null
  const draw = async (said: string) => {
    setBusy(parts, true)
    puzzle = await ask<PuzzleChallenge>('challenge', { action }, signal, language)
    drawPuzzle(parts, puzzle, texts)
    setBusy(parts, false)
    parts.status.textContent = said
    parts.slider.focus()
  }
  const answer = async () => {
    if (!puzzle) return
    setBusy(parts, true)
    const body = { id: puzzle.id, degrees: Number(parts.slider.value) }
    try {
      onSolved(await ask<CaptchaPass>('answer', body, signal, language))
    } catch (error) {
      if (!(error instanceof Refusal && OVER.has(error.code))) throw error
      await draw(texts.wrong)
    }
  }
  return { draw, answer }
}

function show(host: HTMLElement, options: PuzzleOptions): () => void {
  const { texts } = options
  const parts = partsOf(texts)
  const gone = new AbortController()
  const { draw, answer } = createTries(parts, options, gone.signal)

  const fail = (error: unknown) => {
    if (gone.signal.aborted) return
    const { code, retryAfterSeconds } = error instanceof Refusal ? error : new Refusal('captcha.failed')
    options.onFailed(code, retryAfterSeconds)
  }
  parts.slider.addEventListener('input', () => turn(parts, texts))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    answer().catch(fail)
  })
  parts.another.addEventListener('click', () => void draw('').catch(fail))
  parts.instead.addEventListener('click', () => {
    setBusy(parts, true)
    parts.status.textContent = texts.working
    options.onInstead()
  })
  host.replaceChildren(parts.form)
  draw('').catch(fail)
  return () => {
    gone.abort()
    parts.form.remove()
  }
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(LOOKS)
document.adoptedStyleSheets.push(sheet)
;(globalThis as { painPuzzle?: PainPuzzle }).painPuzzle = { show }
