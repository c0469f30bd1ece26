import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser'
import { isJsonObject, pointerKeys, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { StudioFailure } from '../studio-failure.ts'

/** Keys by which an object could be made to change its prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const EMPTY_DOCUMENT = '{}\n'

/** The text of a file after an edit; undefined when nothing of it is left. What the edit does not touch keeps its place, its
 *  order and its form. A page is written whole, at the empty pointer.
 *  @param text undefined when the brand has no such file
 *  @throws StudioFailure edit.impossible when the pointer leads through a value that is no object */
export function editedText(text: string | undefined, edit: StudioEdit, isPage: boolean): string | undefined {
  if (isPage) return editedPage(edit)
  if (edit.pointer === '') return editedDocument(edit)
  const keys = pointerKeys(edit.pointer)
  const before = text ?? EMPTY_DOCUMENT
  checkWay(before, keys, edit)
  if (edit.value === undefined && valueAt(JSON.parse(before), edit.pointer) === undefined) return text
  const changes = modify(before, [...keys], edit.value, { formattingOptions: formOf(before) })
  const after = applyEdits(before, changes)
  return edit.value === undefined ? withoutEmpty(after, keys.slice(0, -1)) : ending(after)
}

function editedPage({ path, pointer, value }: StudioEdit): string | undefined {
  if (pointer !== '' || (value !== undefined && typeof value !== 'string'))
    throw new StudioFailure('edit.impossible', { path, pointer })
  return value
}

function editedDocument({ path, pointer, value }: StudioEdit): string | undefined {
  if (value === undefined) return undefined
  if (!isJsonObject(value)) throw new StudioFailure('edit.impossible', { path, pointer })
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Refuses a pointer whose way leads through something other than objects: a list is written as a whole. */
function checkWay(text: string, keys: readonly string[], { path, pointer }: StudioEdit): void {
  let value = parsed(text, { path, pointer })
  for (const key of keys) {
    const isWay = value === undefined || isJsonObject(value)
    if (!isWay || FORBIDDEN.has(key)) throw new StudioFailure('edit.impossible', { path, pointer })
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
}

/** Takes out the objects on the way to a removed key that have become empty: they would say nothing. */
function withoutEmpty(text: string, keys: readonly string[]): string | undefined {
  const value: unknown = JSON.parse(text)
  const left = isJsonObject(value) ? Object.keys(value).filter((key) => key !== '$schema') : []
  if (left.length === 0) return undefined
  if (keys.length === 0) return ending(text)
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  const parent = valueAt(value, pointer)
  if (!isJsonObject(parent) || Object.keys(parent).length > 0) return ending(text)
  const changes = modify(text, [...keys], undefined, { formattingOptions: formOf(text) })
  return withoutEmpty(applyEdits(text, changes), keys.slice(0, -1))
}

function parsed(text: string, { path, pointer }: StudioEdit): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StudioFailure('edit.impossible', { path, pointer })
  }
}

function ending(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function formOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}
