import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser'
import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import { isJsonEqual } from '#schemas/validation.ts'

interface Change {
  readonly keys: readonly string[]
  /** Undefined removes the key. */
  readonly value: JsonValue | undefined
}

/** Changes a JSON text to say `after`; what stays the same keeps its place, its order and its form.
 *  @param before the value of the text */
export function rewriteJson(text: string, before: JsonObject, after: JsonObject): string {
  const formattingOptions = formOf(text)
  return changesOf(before, after).reduce(
    (current, { keys, value }) => applyEdits(current, modify(current, [...keys], value, { formattingOptions })),
    text,
  )
}

function changesOf(before: JsonObject, after: JsonObject, keys: readonly string[] = []): readonly Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): readonly Change[] => {
    const [old, value] = [own(before, name), own(after, name)]
    if (isJsonObject(old) && isJsonObject(value)) return changesOf(old, value, [...keys, name])
    return isJsonEqual(old, value) ? [] : [{ keys: [...keys, name], value }]
  })
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function formOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}
