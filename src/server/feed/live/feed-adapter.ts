import { readFeedSetting } from '#machines/feed/simulator/simulator-settings.rules.ts'
import type { Environment } from '#schemas'
import type { LivingFeedPorts } from './living-feed.ts'
import { type SimulatorPorts, startSimulator } from './simulator-adapter.ts'

/** What writes into the book of itself, as LIVERY_FEED says: in development a simulated match day unless it says otherwise, in
 *  production nothing. @throws RangeError that says what is wrong with the setting */
export function feedAdapter(environment: Environment, ports: SimulatorPorts): LivingFeedPorts['adapter'] {
  const { LIVERY_FEED, LIVERY_MODE } = environment
  const settings = readFeedSetting(LIVERY_FEED ?? (LIVERY_MODE === 'development' ? 'simulator' : 'off'))
  return settings ? (book) => startSimulator(book, settings, ports) : undefined
}
