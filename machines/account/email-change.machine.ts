import { contactChangeContext, contactChangeSetup, contactChangeStates } from './contact-change-setup.machine.ts'

/**
 * Binding and changing the e-mail address (OFF-11). The new address is entered; the player shows that the account is his, by
 * the password or by a code to an address so far; then the new address is proved by a code.
 */
export const emailChangeMachine = contactChangeSetup.createMachine({
  id: 'emailChange',
  context: ({ input }) => contactChangeContext(input),
  initial: 'starting',
  states: contactChangeStates,
})
