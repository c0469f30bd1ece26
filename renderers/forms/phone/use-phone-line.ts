import { useEffect, useMemo, useState } from 'react'
import { fullPhone } from '#machines/forms/kinds/phone-answer.rules.ts'
import type { TextAndCaret } from '#machines/phone/phone-caret.rules.ts'
import {
  answerOf,
  choosePrefix,
  type EnteredPhone,
  enterText,
  entryOf,
  isComplete,
  maskOf,
  type PhoneDesk,
  settleEntry,
  textOf,
} from '#machines/phone/phone-entry.rules.ts'
import { maskDigits, maskRest } from '#machines/phone/phone-mask.rules.ts'
import { libraryMetadata } from '#machines/phone/phone-number.rules.ts'
import type { PhonePrefix } from '#schemas'
import type { FieldProps } from '../field-contract.ts'
import type { PhonePort } from './phone-port.ts'

/** What the line of a number shows and takes. */
export interface PhoneLine {
  readonly text: string
  /** The part of the mask that is not typed yet. */
  readonly rest: string
  /** Digits of the mask; 0 without one. */
  readonly maskDigits: number
  readonly isComplete: boolean
  /** Country that the number was cleared for, since it cannot be one of it; undefined most of the time. */
  readonly clearedFor: string | undefined
  /** Takes a change of the text; gives where the caret goes, or null to leave it. */
  readonly enter: (changed: TextAndCaret, isForward: boolean) => number | null
  readonly leave: () => void
  /** What is shown before the number, and how another is chosen; null in a plain line. */
  readonly code: { readonly prefix: PhonePrefix; readonly choose: (prefix: PhonePrefix) => void } | null
}

/** The line of a phone field: in the groups of its country once the countries are there, a plain text until then. */
export function usePhoneLine({ value, onChange }: FieldProps, port: PhonePort | null): PhoneLine {
  const desk = useMemo(() => deskOf(port), [port])
  const [draft, setDraft] = useState<string | undefined>()
  const [isCleared, setIsCleared] = useState(false)
  const kept = desk && entryOf(value, firstPrefix(desk, port?.country), desk)
  const prefix = kept?.prefix
  const digits = kept?.digits ?? ''

  // What was typed before the countries were known becomes an answer with its country.
  useEffect(() => {
    if (prefix && typeof value === 'string' && digits !== '') onChange(answerOf({ prefix, digits }))
  }, [value, prefix, digits, onChange])

  if (desk === null || kept === null || prefix === undefined) return plainLine(fullPhone(value), onChange)

  function take({ entry, isCleared: isNowCleared, caret }: EnteredPhone): number {
    setDraft(entry.draft)
    setIsCleared(isNowCleared)
    onChange(answerOf(entry))
    return caret
  }
  const entry = draft === undefined ? kept : { ...kept, draft }
  const mask = maskOf(prefix, desk)
  const text = textOf(entry, desk)
  return {
    text,
    rest: isCleared || draft !== undefined ? '' : maskRest(text, mask),
    maskDigits: maskDigits(mask),
    isComplete: isComplete(digits, prefix, desk),
    clearedFor: isCleared ? (desk.countries.find(({ id }) => id === prefix.id)?.name ?? prefix.phoneCode) : undefined,
    enter: (changed, isForward) => take(enterText(entry, changed, isForward, desk)),
    leave: () => {
      const settled = settleEntry(kept, desk)
      setDraft(undefined)
      if (settled.digits !== digits) onChange(answerOf(settled))
    },
    code: { prefix, choose: (chosen) => void take(choosePrefix(kept, chosen, desk)) },
  }
}

function plainLine(text: string, onChange: FieldProps['onChange']): PhoneLine {
  return {
    text,
    rest: '',
    maskDigits: 0,
    isComplete: false,
    clearedFor: undefined,
    enter: (changed) => {
      onChange(changed.text)
      return null
    },
    leave: () => undefined,
    code: null,
  }
}

function deskOf(port: PhonePort | null): PhoneDesk | null {
  if (!port?.data || port.data.countries.length === 0) return null
  const { countries, masks, numbering } = port.data
  const metadata = numbering === null ? null : libraryMetadata(numbering)
  return { countries, masks, rules: port.rules, examples: numbering, metadata }
}

/** The country that a field begins with: the visitor's, else the first of the list. */
function firstPrefix({ countries }: PhoneDesk, country: string | undefined): PhonePrefix {
  return countries.find(({ code }) => code === country) ?? countries[0] ?? { phoneCode: '' }
}
