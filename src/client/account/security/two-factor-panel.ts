import type { SnapshotFrom } from 'xstate'
import type { twoFactorMachine } from '#machines/account/sign-in/two-factor.machine.ts'
import type { TwoFactorEvent } from '#schemas'

/** What the panels of the second factor are given. */
export interface TwoFactorPanelProps {
  readonly state: SnapshotFrom<typeof twoFactorMachine>
  readonly onEvent: (event: TwoFactorEvent) => void
}
