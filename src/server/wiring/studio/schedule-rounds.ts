import type { BrandLife } from '../../studio/life/brand-life.ts'
import type { StudioPorts } from '../../studio/studio-ports.ts'
import { createRounds, type Rounds } from '../rounds.ts'

const ROUND_EVERY_MS = 5000

/** Publishes what is due, and finishes publications that were cut short. Several processes may run rounds on the same brands.
 *  Await {@link BrandLife.settle} once before the first page is served: a crash may have left half a swap. */
export function createScheduleRounds({
  life,
  log,
  everyMs = ROUND_EVERY_MS,
}: {
  readonly life: Pick<BrandLife, 'settle' | 'runDue'>
  readonly log: StudioPorts['log']
  /** Milliseconds between rounds. */
  readonly everyMs?: number
}): Rounds {
  return createRounds(
    'publications',
    async () => {
      try {
        await life.settle()
        await life.runDue()
      } catch (error) {
        log.error({ err: error }, 'planned publications could not be looked at; they are tried again')
      }
    },
    everyMs,
  )
}
