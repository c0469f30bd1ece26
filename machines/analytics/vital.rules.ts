/** A measure of how a page feels. */
export type VitalName = 'FCP' | 'LCP' | 'CLS' | 'FID' | 'INP' | 'TTFB'

/** How a measure is judged. */
export type VitalRating = 'good' | 'needs-improvement' | 'poor'

/** Up to which value a measure is good, and above which it is poor, in ms; CLS has no unit (ANA-24). INP, which has taken the place of FID
 *  in browsers, is judged as they do. */
export const VITAL_LIMITS: Readonly<Record<VitalName, { readonly good: number; readonly poor: number }>> = {
  FCP: { good: 1800, poor: 3000 },
  LCP: { good: 2500, poor: 4000 },
  CLS: { good: 0.1, poor: 0.25 },
  FID: { good: 100, poor: 300 },
  INP: { good: 200, poor: 500 },
  TTFB: { good: 800, poor: 1800 },
}

/** Judges a measure: good up to its first limit, poor above its second one (ANA-25). */
export function rateVital(name: VitalName, value: number): VitalRating {
  const { good, poor } = VITAL_LIMITS[name]
  if (value <= good) return 'good'
  return value > poor ? 'poor' : 'needs-improvement'
}
