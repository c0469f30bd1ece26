import type { OtherConfig } from '#schemas'

/** Levels of consent to cookies (STORE-4). */
export const CONSENT_LEVELS = { disabled: 0, onlyFunctionality: 1, onlyMarketing: 2, all: 3 } as const

/** One of the levels of consent. */
export type ConsentLevel = (typeof CONSENT_LEVELS)[keyof typeof CONSENT_LEVELS]

/** A visitor's answer to the question about cookies. */
export interface Consent {
  readonly level: ConsentLevel
  /** Instant of the answer. */
  readonly givenAtMs: number
  /** Version of the question that was answered. */
  readonly version: string
}

/** The answer to keep after a choice (STORE-5). */
export function giveConsent(level: ConsentLevel, nowMs: number, question: OtherConfig['cookieConsent']): Consent {
  return { level, givenAtMs: nowMs, version: question.version }
}

/** Whether the visitor is asked: the brand asks, and this version of the question has no answer yet (STORE-5). */
export function isConsentAsked(question: OtherConfig['cookieConsent'], given: Consent | undefined): boolean {
  return question.isAsked && given?.version !== question.version
}

/** The level in force: that of an answer to this version of the question, else the brand's default. */
export function consentLevel(question: OtherConfig['cookieConsent'], given: Consent | undefined): ConsentLevel {
  return given && given.version === question.version ? given.level : question.defaultLevel
}

/** Whether cookies of functionality may be kept: levels 1 and 3. */
export function allowsFunctionality(level: ConsentLevel): boolean {
  return level === CONSENT_LEVELS.onlyFunctionality || level === CONSENT_LEVELS.all
}

/** Whether marketing counters and session recording may run: levels 2 and 3 (STORE-6, decision 57). */
export function allowsMarketing(level: ConsentLevel): boolean {
  return level === CONSENT_LEVELS.onlyMarketing || level === CONSENT_LEVELS.all
}

/** Reads a kept answer back; undefined when it is none, so that the visitor is asked again. */
export function parseConsent(stored: unknown): Consent | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { level, givenAtMs, version } = stored as Partial<Record<keyof Consent, unknown>>
  const known = Object.values(CONSENT_LEVELS).find((candidate) => candidate === level)
  if (known === undefined || typeof version !== 'string') return undefined
  if (typeof givenAtMs !== 'number' || !Number.isSafeInteger(givenAtMs)) return undefined
  return { level: known, givenAtMs, version }
}
