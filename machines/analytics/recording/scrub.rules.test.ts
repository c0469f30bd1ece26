import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#schemas'
import { marksOf, scrubCss, scrubStyle } from './css-marks.rules.ts'
import { maskInput, maskText, type ScrubPorts, scrubEvent } from './scrub.rules.ts'

const AT = 1_772_323_200_000
const MARKS = marksOf(['.card:hover > .price', "[data-scheme='light'] .card", 'dialog[open]', '[aria-expanded="true"]'])
const PORTS: ScrubPorts = { marks: MARKS, isShown: (id) => id === 77, route: 'home' }

/** A seeded generator (mulberry32): the same documents in every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const TAGS =
  'div span p a input textarea select option button label li td title h1 img svg path meta script style-x iframe canvas'.split(
    ' ',
  )
const ATTRIBUTES =
  'class id title alt placeholder value href src srcset srcdoc name for style data-user data-scheme aria-label aria-expanded action content d points fill width height rr_width type lang dir data-x xlink:href poster label onclick tabindex popover'.split(
    ' ',
  )

/** A random document as the recorder reports it, with a private word in every text, attribute and address. */
function madeEvents(next: () => number, canary: string): RecordedEvent[] {
  let id = 1
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(next() * list.length)] as Value
  const dirty = () =>
    pick([
      canary,
      `x ${canary}`,
      `/a/${canary}?token=${canary}#${canary}`,
      `width: ${canary}`,
      `M0 ${canary}`,
      `url(${canary})`,
    ])
  const attributes = () =>
    Object.fromEntries(Array.from({ length: Math.floor(next() * 4) }, () => [pick(ATTRIBUTES), dirty()]))
  const node = (depth: number): Record<string, unknown> => {
    id += 1
    const own = id
    const kind = next()
    if (depth > 3 || kind < 0.35) return { type: 3, id: own, textContent: dirty() }
    if (kind < 0.4) return { type: 5, id: own, textContent: dirty() }
    const childNodes = Array.from({ length: Math.floor(next() * 3) }, () => node(depth + 1))
    return { type: 2, id: own, tagName: pick(TAGS), attributes: attributes(), childNodes }
  }
  const event = (type: number, data: object): RecordedEvent => ({ type, timestamp: AT, data: data as never })
  return [
    event(4, { href: `https://site.example/${canary}?q=${canary}`, width: 1440, height: 900 }),
    event(2, {
      node: { type: 0, id: 1, childNodes: [node(0), node(0)] },
      initialOffset: { top: 0, left: 0, [canary]: 1 },
    }),
    event(3, {
      source: 0,
      texts: [{ id: 2, value: dirty() }],
      attributes: [{ id: 2, attributes: { ...attributes(), style: { width: canary, color: canary } } }],
      removes: [{ parentId: 1, id: 3 }],
      adds: [{ parentId: 1, nextId: null, node: node(1) }],
    }),
    event(3, { source: 5, id: 2, text: dirty(), isChecked: true }),
    event(3, { source: 8, id: 2, adds: [{ rule: `.a{content:"${canary}";background:url(${canary})}`, index: 0 }] }),
    event(3, { source: 13, id: 2, set: { property: '--name', value: canary } }),
    event(3, { source: 11, level: 'log', payload: [canary] }),
    event(3, { source: 14, ranges: [{ start: canary }] }),
    event(5, { tag: canary, payload: canary }),
    event(6, { plugin: canary, payload: canary }),
  ]
}

/** Whether a word is anywhere in what would be sent, as it is and unzipped: as text, in base64 wherever it begins, or one character after
 *  another with anything else between them. */
function isFound(events: readonly unknown[], word: string): boolean {
  const text = JSON.stringify(events)
  const zipped = gzipSync(text)
  const letters = text.replace(/[^A-Za-z\d]/g, '')
  const sent = [text, zipped.toString('latin1'), gunzipSync(zipped).toString('utf8')]
  return letters.includes(word) || sent.some((one) => [word, ...base64Cores(word)].some((form) => one.includes(form)))
}

/** What is the same of a word in base64, for each of the three places in which it may begin. */
function base64Cores(word: string): string[] {
  return [0, 1, 2].map((before) => {
    const coded = Buffer.from('\0'.repeat(before) + word)
      .toString('base64')
      .replace(/=+$/, '')
    return coded.slice(before === 0 ? 0 : before + 1, -1)
  })
}

const DOCUMENTS = 10_000

describe('nothing private leaves the page', () => {
  test('REC-12: in 10,000 random documents with a private word in every text, attribute and address, none is sent', () => {
    const next = seeded(26)
    let found = 0
    for (let count = 0; count < DOCUMENTS; count += 1) {
      const canary = `kanari${count}x`
      const events = madeEvents(next, canary).map((event) => scrubEvent(event, PORTS))
      if (JSON.stringify(events).includes(canary)) found += 1
      else if (count % 50 === 0 && isFound(events, canary)) found += 1
    }
    expect(found).toBe(0)
  })

  test('the search finds a word in base64 at any place, and one that is sent letter by letter', () => {
    const word = 'kanari7x'
    for (const before of ['', 'a', 'ab', 'abc'])
      expect(isFound([{ text: Buffer.from(`${before}${word} and more`).toString('base64') }], word)).toBe(true)
    expect(isFound([[...word]], word)).toBe(true)
    expect(isFound([{ text: 'kanari8x' }], word)).toBe(false)
  })

  test('REC-12: without the scrubber the same search finds them, so that the proof can fail', () => {
    const next = seeded(26)
    for (let count = 0; count < 100; count += 1) {
      const canary = `kanari${count}x`
      expect(isFound(madeEvents(next, canary), canary)).toBe(true)
    }
  })
})

test('REC-10: inputs show that something was typed, never what or how much; choices are left out', () => {
  expect([maskInput(''), maskInput('a'), maskInput('a long secret')]).toEqual(['', '••••••••', '••••••••'])
  const input = { type: 3, timestamp: AT, data: { source: 5, id: 9, text: 'secret', isChecked: true } as never }
  expect(scrubEvent(input, PORTS)?.data).toEqual({ source: 5, id: 9, text: '••••••••', isChecked: false })
})

test('texts are masked to about their length; those that are marked as shown stay', () => {
  expect([maskText('Ana'), maskText('Ana Lima'), maskText('  \n'), maskText('')]).toEqual(['▒▒▒▒', '▒▒▒▒▒▒▒▒', ' ', ''])
  const texts = [
    { id: 76, value: 'private' },
    { id: 77, value: 'Live' },
  ]
  const event = { type: 3, timestamp: AT, data: { source: 0, texts, adds: [], removes: [], attributes: [] } as never }
  expect(scrubEvent(event, PORTS)?.data.texts).toEqual([
    { id: 76, value: '▒▒▒▒▒▒▒▒' },
    { id: 77, value: 'Live' },
  ])
})

test('what a page needs to look as it did is kept: classes and attributes of its style sheets, sizes, drawn icons', () => {
  const node = {
    ...{ type: 2, id: 4, tagName: 'div' },
    attributes: {
      ...{
        class: 'card ana',
        'data-scheme': 'light',
        'aria-expanded': 'true',
        'aria-label': 'Ana',
        dir: 'rtl',
        lang: 'ar',
        popover: 'auto',
      },
      style: 'width: 40%; color: red; transform: translateX(10px); --name: Ana',
    },
    childNodes: [{ type: 2, id: 5, tagName: 'path', attributes: { d: 'M0 0L10 10z', fill: 'none' }, childNodes: [] }],
  }
  const event = { type: 2, timestamp: AT, data: { node, initialOffset: { top: 3, left: 0 } } as never }
  expect(scrubEvent(event, PORTS)?.data).toEqual({
    node: {
      ...{ type: 2, id: 4, tagName: 'div' },
      attributes: {
        ...{ class: 'card', 'data-scheme': 'light', 'aria-expanded': 'true', dir: 'rtl', lang: 'ar', popover: 'auto' },
        style: 'width:40%;transform:translatex(10px)',
      },
      childNodes: [{ type: 2, id: 5, tagName: 'path', attributes: { d: 'M0 0L10 10z', fill: 'none' }, childNodes: [] }],
    },
    initialOffset: { top: 3, left: 0 },
  })
})

test('style sheets keep their rules, without comments, generated texts, addresses and imports', () => {
  expect(scrubCss('/* Ana */@import url("x");.a{content:"Ana";color:red;background:url(/me.png) no-repeat}')).toBe(
    '.a{content:"";color:red;background:none no-repeat}',
  )
  expect(scrubStyle('width:calc(100% - 20px);height:Ana;top:123456789px')).toBe('width:calc(100% - 20px)')
})
