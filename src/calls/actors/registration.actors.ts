import type { RegistrationQuery } from '#schemas'
import type { CallPort } from '../call.ts'
import { getWelcomeBonuses, postRegistration } from '../registration.calls.ts'

/** The calls of the machine registration/registration: what its actors send, and what they give it of the answer. */
export const registrationActors = {
  /** @param where whether the form is shown in a widget, and what older servers want to know */
  loadData: (call: CallPort, where: RegistrationQuery): Promise<unknown> =>
    call(postRegistration, { query: where, body: {} }),
  /** @param bonus the bonus that the address names, which comes first */
  loadBonuses: async (call: CallPort, bonus: string | null): Promise<readonly unknown[]> =>
    (await call(getWelcomeBonuses, { query: bonus ? { bonus } : {} })).data,
} as const
