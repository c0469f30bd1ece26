import type { SnapshotFrom } from 'xstate'
import type { identificationMachine } from '#machines/protection/identification.machine.ts'
import type { IdentificationEvent } from '#schemas'

/** What the panels of the identification are given. */
export interface IdentificationPanelProps {
  readonly state: SnapshotFrom<typeof identificationMachine>
  readonly onEvent: (event: IdentificationEvent) => void
}
