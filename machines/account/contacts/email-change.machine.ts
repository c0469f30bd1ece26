import { contactChangeContext, contactChangeSetup, contactChangeStates } from './contact-change-setup.machine.ts'

/**
 * Binding and changing the e-mail address (OFF-11). The new address is entered; the player proves ownership of the
 * account, by password or by a code sent to the current address; then the new address is proved by a code.
 */
export const emailChangeMachine = contactChangeSetup.createMachine({
  id: 'emailChange',
  context: ({ input }) => contactChangeContext(input),
  initial: 'starting',
  states: contactChangeStates,
})
