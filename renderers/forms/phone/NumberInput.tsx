import { type ChangeEvent, type InputHTMLAttributes, useLayoutEffect, useRef, useState } from 'react'
import type { TextAndCaret } from '#machines/phone/phone-caret.rules.ts'
import { FieldInput } from '../FieldParts.tsx'
import styles from './phone.module.css'

/** Props of {@link NumberInput}. */
export interface NumberInputProps {
  readonly attributes: InputHTMLAttributes<HTMLInputElement>
  readonly text: string
  /** The part of the mask that is not typed yet. */
  readonly rest: string
  /** A change, with the caret behind it; gives the caret of the text that comes of it, or null to leave it alone. */
  readonly onEnter: (changed: TextAndCaret, isForward: boolean) => number | null
}

/** The line of the number: written from left to right in every language, with the rest of its mask behind the text. */
export function NumberInput({ attributes, text, rest, onEnter }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const [, redraw] = useState(0)

  // React puts the caret to the end whenever the text differs from what the browser made of it.
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isForward = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const { value, selectionStart } = currentTarget
    caret.current = onEnter({ text: value, caret: selectionStart ?? value.length }, isForward)
    redraw((count) => count + 1)
  }

  return (
    <span className={styles.number}>
      <span className={styles.ghost} aria-hidden="true">
        <span className={styles.typed}>{text}</span>
        {rest}
      </span>
      <FieldInput
        {...attributes}
        ref={input}
        className={styles.line}
        type="tel"
        dir="ltr"
        value={text}
        onChange={change}
      />
    </span>
  )
}
