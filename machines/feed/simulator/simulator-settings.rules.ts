/** How a match day is simulated. */
export interface SimulatorSettings {
  readonly seed: number
  /** Simulated seconds in a second. */
  readonly speed: number
  /** By how much the prices of a market exceed what is fair: 0.06 for six percent. */
  readonly margin: number
}

/** What LIVERY_FEED may look like. */
export const FEED_SETTING =
  /^(?:off|simulator(?::(?:seed|speed|margin)=\d{1,9}(?:\.\d{1,4})?(?:,(?:seed|speed|margin)=\d{1,9}(?:\.\d{1,4})?)*)?)$/

const DEFAULTS: SimulatorSettings = { seed: 1, speed: 1, margin: 0.06 }
const MOST_SPEED = 3600
const MOST_MARGIN = 0.5
const LEAST_MARGIN = 0.03

/** Reads a setting: `'simulator:seed=7,speed=10'`; null when nothing is simulated.
 *  @throws RangeError that says what is wrong */
export function readFeedSetting(text: string): SimulatorSettings | null {
  if (text === 'off') return null
  if (!FEED_SETTING.test(text))
    throw new RangeError(`LIVERY_FEED is off, simulator or simulator:seed=7,speed=10, not ${JSON.stringify(text)}`)
  const [, options = ''] = text.split(':')
  const given = options === '' ? [] : options.split(',').map((option) => option.split('='))
  const settings = { ...DEFAULTS, ...Object.fromEntries(given.map(([name = '', value]) => [name, Number(value)])) }
  const { seed, speed, margin } = settings
  if (!Number.isInteger(seed)) throw new RangeError('LIVERY_FEED: the seed is a whole number')
  if (!(speed > 0 && speed <= MOST_SPEED))
    throw new RangeError(`LIVERY_FEED: the speed is above 0 and at most ${MOST_SPEED}`)
  if (!(margin >= LEAST_MARGIN && margin <= MOST_MARGIN))
    throw new RangeError(`LIVERY_FEED: the margin is from ${LEAST_MARGIN} to ${MOST_MARGIN}`)
  return settings
}
