import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import { type JsonValue, pointerKeys, pointerStep } from '#machines/site/merge-patch.rules.ts'

/** A place in a text: both count from 1, columns in UTF-16 units. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Why a text is not the strict JSON that brand files are written in. */
export interface JsonFault {
  readonly place: TextPlace
  /** JSON Pointer of the innermost key round the fault, as far as it could be read. */
  readonly pointer: string
  readonly found: string
  readonly expected: string
}

/** A JSON text with its value and the places of its keys. */
export interface JsonSource {
  /** The parsed value; undefined when the text is not strict JSON. */
  readonly value: JsonValue | undefined
  readonly faults: readonly JsonFault[]
  /** The pointer, in the text, of a key of the value: another one when the value was brought to a newer version. */
  writtenAt(pointer: string): string
  /** Where the key of a pointer stands (an array's item: the item); for a key that is absent, its nearest ancestor. */
  placeOfKey(pointer: string): TextPlace
  /** Where the value of a pointer begins; for an absent one, the place of its nearest ancestor's key. */
  placeOfValue(pointer: string): TextPlace
}

/** Deepest nesting of objects and arrays that is read. */
const DEEPEST = 64

/** Reads strict JSON: UTF-8 with or without byte order mark, no comments, no trailing commas, no key twice in an object.
 *  Faults are reported with their place, not thrown. */
export function readJsonSource(bytes: Uint8Array): JsonSource {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new LocatedJson(undefined, '', [notUtf8(bytes)])
  }
  const { value, faults } = parsedJson(text)
  return new LocatedJson(value, text, faults)
}

class LocatedJson implements JsonSource {
  readonly value: JsonValue | undefined
  readonly faults: readonly JsonFault[]
  readonly #text: string
  #tree: Node | undefined

  constructor(value: JsonValue | undefined, text: string, faults: readonly JsonFault[]) {
    this.value = value
    this.faults = faults
    this.#text = text
  }

  writtenAt(pointer: string): string {
    return pointer
  }

  placeOfKey(pointer: string): TextPlace {
    const { node } = this.#find(pointer)
    const isProperty = node?.parent?.type === 'property'
    return placeAt(this.#text, (isProperty ? node?.parent?.offset : node?.offset) ?? 0)
  }

  placeOfValue(pointer: string): TextPlace {
    const { node, isExact } = this.#find(pointer)
    return isExact ? placeAt(this.#text, node?.offset ?? 0) : this.placeOfKey(pointer)
  }

  #find(pointer: string): { node: Node | undefined; isExact: boolean } {
    this.#tree ??= this.value === undefined ? undefined : parseTree(this.#text)
    let node = this.#tree
    for (const key of pointerKeys(pointer)) {
      const next = node && findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key])
      if (!next) return { node, isExact: false }
      node = next
    }
    return { node, isExact: node !== undefined }
  }
}

function parsedJson(text: string): Pick<JsonSource, 'value' | 'faults'> {
  const { tooDeepAt, keys } = lookOver(text)
  if (tooDeepAt !== null) {
    const expected = `at most ${DEEPEST} levels of nesting`
    const fault = { place: placeAt(text, tooDeepAt), pointer: '', found: 'deeper nesting', expected }
    return { value: undefined, faults: [fault] }
  }
  let value: JsonValue
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    return { value: undefined, faults: [syntaxFault(text)] }
  }
  // A key that is written twice is there once: only then is each looked at.
  return { value, faults: keyCount(value) === keys ? [] : duplicateKeys(text) }
}

/** How many keys a value has, at all depths. */
function keyCount(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  const isList = Array.isArray(value)
  for (const child of Object.values(value) as JsonValue[]) count += (isList ? 0 : 1) + keyCount(child)
  return count
}

function syntaxFault(text: string): JsonFault {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors.toSorted((left, right) => left.offset - right.offset)[0]
  const offset = first?.offset ?? 0
  const code = first ? printParseErrorCode(first.error) : 'InvalidSymbol'
  const found =
    offset >= text.length ? 'the end of the file' : JSON.stringify(text.slice(offset, offset + (first?.length || 1)))
  const pointer = tree ? pointerRound(tree, offset) : ''
  return { place: placeAt(text, offset), pointer, found, expected: WORDS[code] ?? 'strict JSON' }
}

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a JSON value: a text in double quotes, a number, true, false, null, an object or an array',
  InvalidNumberFormat: 'a number such as 12 or 0.5',
  PropertyNameExpected: 'a key in double quotes (no comma after the last entry)',
  ValueExpected: 'a value (no comma after the last entry)',
  ColonExpected: 'a colon between key and value',
  CommaExpected: 'a comma between two entries',
  CloseBraceExpected: 'a closing brace }',
  CloseBracketExpected: 'a closing bracket ]',
  EndOfFileExpected: 'nothing more after the end of the document',
  InvalidCommentToken: 'no comments: these files are strict JSON',
  UnexpectedEndOfComment: 'no comments: these files are strict JSON',
  UnexpectedEndOfString: 'a closing double quote',
  UnexpectedEndOfNumber: 'digits',
  InvalidUnicode: 'four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u',
  InvalidCharacter: 'control characters written as escapes',
}

function pointerRound(tree: Node, offset: number): string {
  let pointer = ''
  let node: Node | undefined = tree
  while (node) {
    const inside: Node | undefined = node.children?.findLast((child) => child.offset <= offset)
    if (!inside || (node.type === 'property' && inside === node.children?.[0])) return pointer
    if (inside.type === 'property') pointer += `/${pointerStep(String(inside.children?.[0]?.value))}`
    else if (node.type === 'array') pointer += `/${node.children?.indexOf(inside)}`
    node = inside
  }
  return pointer
}

function duplicateKeys(text: string): JsonFault[] {
  const faults: JsonFault[] = []
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (key, offset, _length, _line, _character, path) => {
      const keys = open.at(-1)
      if (keys?.has(key)) {
        const pointer = [...path(), key].map((step) => `/${pointerStep(step)}`).join('')
        const found = `the key ${JSON.stringify(key)} a second time`
        faults.push({
          place: placeAt(text, offset),
          pointer,
          found,
          expected: 'each key once in an object',
        })
      }
      keys?.add(key)
    },
  })
  return faults
}

/** What shows without reading a text as JSON: the offset of the bracket that opens one level too many, or null, and how many keys are
 *  written. */
function lookOver(text: string): { readonly tooDeepAt: number | null; readonly keys: number } {
  let keys = 0
  let depth = 0
  let isInText = false
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset]
    if (isInText) {
      if (character === '\\') offset += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > DEEPEST) return { tooDeepAt: offset, keys }
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ':') keys += 1
  }
  return { tooDeepAt: null, keys }
}

/** Line and column of an offset; a line ends with LF, CR or CRLF. */
export function placeAt(text: string, offset: number): TextPlace {
  let line = 1
  let start = 0
  for (const match of text.slice(0, offset).matchAll(/\r\n|\n|\r(?!\n)/g)) {
    line += 1
    start = match.index + match[0].length
  }
  return { line, column: offset - start + 1 }
}

function notUtf8(bytes: Uint8Array): JsonFault {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let good = ''
  try {
    for (let index = 0; index < bytes.length; index += 1)
      good += decoder.decode(bytes.subarray(index, index + 1), { stream: true })
  } catch {
    // The decoder stops at the first byte that is not UTF-8; `good` is all before it.
  }
  return {
    place: placeAt(good, good.length),
    pointer: '',
    found: 'bytes that are not UTF-8',
    expected: 'a file saved as UTF-8',
  }
}
