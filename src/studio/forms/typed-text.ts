import { useState } from 'react'

/** What was typed means: a value, or nothing that can be used. */
export type Parsed<Value> = { readonly value: Value } | null

/** A field of text for a value that is no text, such as a number: what is typed stays as it was typed while it means the value. */
export interface TypedText {
  readonly text: string
  /** Whether what is typed means nothing that can be used. */
  readonly isWrong: boolean
  readonly type: (text: string) => void
  /** Forgets what was typed; the value counts. */
  readonly leave: () => void
}

/** Keeps what is typed apart from the value, so that `1.` does not become `1` under the fingers.
 *  @param text the value as text
 *  @param parse reads what is typed
 *  @param format writes a value as `text` would be */
export function useTypedText<Value>(
  text: string,
  {
    parse,
    format,
    onValue,
  }: {
    readonly parse: (text: string) => Parsed<Value>
    readonly format: (value: Value) => string
    readonly onValue: (value: Value) => void
  },
): TypedText {
  const [typed, setTyped] = useState<Typed | null>(null)
  const isCurrent = typed !== null && typed.base === text
  return {
    text: isCurrent ? typed.text : text,
    isWrong: isCurrent && typed.isWrong,
    type: (next) => {
      const read = parse(next)
      const isEmptied = read !== null && read.value === undefined
      const isKept = read === null || isEmptied
      setTyped({ text: next, base: isKept ? text : format(read.value), isWrong: read === null, isEmptied })
      if (!isKept) onValue(read.value)
    },
    leave: () => {
      // Taken away only now: what is inherited would else come into the field between two words.
      const read = isCurrent && typed.isEmptied ? parse('') : null
      setTyped(null)
      if (read) onValue(read.value)
    },
  }
}

interface Typed {
  readonly text: string
  /** The value as text, while what was typed is shown instead of it. */
  readonly base: string
  readonly isWrong: boolean
  /** Whether the field was emptied, which takes the value away when the field is left. */
  readonly isEmptied: boolean
}
