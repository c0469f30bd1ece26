/** What the scale calls a score. */
export type SelfTestLevel = 'none' | 'low' | 'moderate' | 'high'

/** What can be offered after the test. */
export type SelfTestOffer = 'limits' | 'break' | 'exclusion' | 'help'

/** Questions of the test, each answered from 0 (never) to 3 (almost always). */
export const SELF_TEST_QUESTIONS = 9

const OFFERS: Readonly<Record<SelfTestLevel, readonly SelfTestOffer[]>> = {
  none: ['limits'],
  low: ['limits'],
  moderate: ['limits', 'break', 'help'],
  high: ['help', 'exclusion', 'break', 'limits'],
}

/** Judges the answers by the Problem Gambling Severity Index: 0 no risk, 1 to 2 low, 3 to 7 moderate, 8 and more high (RG-18).
 *  Source: Ferris and Wynne, The Canadian Problem Gambling Index, 2001. */
export function judgeSelfTest(answers: readonly number[]): {
  readonly score: number
  readonly level: SelfTestLevel
  readonly offers: readonly SelfTestOffer[]
} {
  const score = answers.reduce((sum, answer) => sum + answer, 0)
  const level = score === 0 ? 'none' : score <= 2 ? 'low' : score <= 7 ? 'moderate' : 'high'
  return { score, level, offers: OFFERS[level] }
}
