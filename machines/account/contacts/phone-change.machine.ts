import { contactChangeContext, contactChangeSetup, contactChangeStates } from './contact-change-setup.machine.ts'

/**
 * Binding and changing the phone (ACC-5 to ACC-12). The new number is entered; where there is one already, the player
 * proves ownership of the account, by a code sent to that phone or by the answer to the secret question; then the new
 * number is proved by a code. A first phone needs no more than that.
 */
export const phoneChangeMachine = contactChangeSetup.createMachine({
  id: 'phoneChange',
  context: ({ input }) => contactChangeContext(input),
  initial: 'starting',
  states: contactChangeStates,
})
