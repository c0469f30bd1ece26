import { registrationActors } from '#calls/actors/registration.actors.ts'
import type { HttpMachine } from './http-machine.ts'

/** registration/registration over HTTP, as a page of its own. */
export const registrationHttp: HttpMachine = {
  actors: {
    loadData: { send: ({ call }) => registrationActors.loadData(call, { isWidget: false }) },
    loadBonuses: { send: ({ call }) => registrationActors.loadBonuses(call, null) },
  },
}
