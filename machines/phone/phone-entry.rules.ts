import { parseDigits } from 'libphonenumber-js/core'
import {
  fitsCountry,
  isPhoneAnswer,
  PHONE_NUMBER_MAX_DIGITS,
  phoneAnswer,
} from '#machines/forms/kinds/phone-answer.rules.ts'
import type { PhoneRules } from '#machines/forms/kinds/phone-context.rules.ts'
import type { AnswerValue, PhoneAnswer, PhoneMask, PhoneMetadataAnswer, PhonePrefix } from '#schemas'
import { caretBehind, editDigits, type TextAndCaret } from './phone-caret.rules.ts'
import { cutToMask, maskedText, phoneMask } from './phone-mask.rules.ts'
import { exampleMask, type Numbering, plainNumber, possibleLength, readNumber } from './phone-number.rules.ts'

/** What a phone field works with. */
export interface PhoneDesk extends Numbering {
  readonly masks: readonly PhoneMask[]
  readonly examples: PhoneMetadataAnswer | null
  readonly rules: Pick<PhoneRules, 'noMaskCountryIds' | 'maskCutEndDigits'>
}

/** The contents of a phone field. */
export interface PhoneEntry {
  readonly prefix: PhonePrefix
  /** Of the national number. */
  readonly digits: string
  /** The beginning of a dialling code that is typed into the number: `+4`. */
  readonly draft?: string
}

/** An entry after something was done, and what has to be said of it. */
export interface EnteredPhone extends TextAndCaret {
  readonly entry: PhoneEntry
  /** Whether the number was cleared, since its first digit does not fit the country (PHONE-19, PHONE-20). */
  readonly isCleared: boolean
}

/** Digits that come at once from a clipboard, a dictation or the browser's own data, not from a key. */
const MANY_DIGITS = 2
/** A number that is typed with its dialling code. */
const STARTS_INTERNATIONAL = /^[\s(]*(?:\+|00)/

/** The mask of a prefix; a bare dialling code has none (PHONE-16 to PHONE-18). */
export function maskOf({ id, code }: PhonePrefix, { masks, examples, rules }: PhoneDesk): string {
  if (id === undefined || code === undefined) return ''
  const data = masks.find(({ CountryId }) => CountryId === id)
  const example = data === undefined && examples !== null ? exampleMask(code, examples) : undefined
  const isMaskless = rules.noMaskCountryIds.includes(id)
  return phoneMask({ data, example, cutMaskEnd: rules.maskCutEndDigits, isMaskless })
}

/** The entry that an answer stands for. A text is read; without an answer the field begins with this country. */
export function entryOf(value: AnswerValue | undefined, first: PhonePrefix, desk: PhoneDesk): PhoneEntry {
  if (isPhoneAnswer(value)) {
    const { phoneCode, countryId, countryCode, phoneNum } = value
    const known = desk.countries.find(({ id }) => id === countryId)
    const bare = { phoneCode, ...(countryId && { id: countryId }), ...(countryCode && { code: countryCode }) }
    return { prefix: known ?? bare, digits: phoneNum }
  }
  return readNumber(typeof value === 'string' ? value : '', first, desk) ?? { prefix: first, digits: '' }
}

/** The answer of an entry. */
export function answerOf({ prefix, digits }: PhoneEntry): PhoneAnswer {
  return phoneAnswer(prefix, digits)
}

/** The text of an entry: its digits in the groups of its mask. */
export function textOf({ prefix, digits, draft }: PhoneEntry, desk: PhoneDesk): string {
  return draft ?? maskedText(digits, maskOf(prefix, desk))
}

/** A change of the text, by a key or all at once; a number with a dialling code brings its country along.
 *  @param changed what the browser has made of the text   @param isForward whether Delete was pressed */
export function enterText(entry: PhoneEntry, changed: TextAndCaret, isForward: boolean, desk: PhoneDesk): EnteredPhone {
  const text = [...changed.text].map((character) => parseDigits(character) || character).join('')
  const plain = plainNumber(text)
  const digits = plain.replace(/\D/g, '')
  const isInternational = plain.startsWith('+') && STARTS_INTERNATIONAL.test(text)
  if (isInternational || digits.length - entry.digits.length >= MANY_DIGITS) {
    const read = readNumber(plain, entry.prefix, desk)
    if (read === null) return placed({ prefix: entry.prefix, digits: '', draft: plain }, desk)
    const isAsTyped = read.prefix === entry.prefix && read.digits === digits
    if (!isAsTyped) return placed({ prefix: read.prefix, digits: limited(read.digits) }, desk)
  }
  const edit = editDigits(textOf(entry, desk), { text, caret: changed.caret }, isForward)
  return placed({ prefix: entry.prefix, digits: limited(edit.digits) }, desk, edit.before)
}

/** Another country or dialling code for the same number: cut when the mask has become shorter (PHONE-15), cleared when it
 *  cannot be one of that country. */
export function choosePrefix(entry: PhoneEntry, prefix: PhonePrefix, desk: PhoneDesk): EnteredPhone {
  const digits = cutToMask(entry.digits, maskOf(prefix, desk), maskOf(entry.prefix, desk))
  return placed({ prefix, digits }, desk)
}

/** Whether a number is as long as its country's numbers are; a number of a bare code never says. */
export function isComplete(digits: string, { id, code }: PhonePrefix, { masks, metadata }: PhoneDesk): boolean {
  const data = masks.find(({ CountryId }) => CountryId === id)
  if (data !== undefined) return digits.length >= data.Min && digits.length <= data.Max
  const isKnown = metadata !== null && code !== undefined && code.toUpperCase() in metadata.countries
  return isKnown && possibleLength(digits, code, metadata) === 'IS_POSSIBLE'
}

/** The entry once the field is left: a national prefix is no part of the number, and half a dialling code is nothing. */
export function settleEntry({ prefix, digits }: PhoneEntry, desk: PhoneDesk): PhoneEntry {
  const read = readNumber(digits, prefix, desk)
  return { prefix, digits: read?.prefix.phoneCode === prefix.phoneCode ? read.digits : digits }
}

function limited(digits: string): string {
  return digits.slice(0, PHONE_NUMBER_MAX_DIGITS)
}

function placed(entry: PhoneEntry, desk: PhoneDesk, before = entry.digits.length): EnteredPhone {
  const isCleared = !fitsCountry(entry.prefix.id, entry.digits)
  const kept = isCleared ? { prefix: entry.prefix, digits: '' } : entry
  const text = textOf(kept, desk)
  return { entry: kept, isCleared, text, caret: kept.draft === undefined ? caretBehind(text, before) : text.length }
}
