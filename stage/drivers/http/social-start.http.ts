import { socialStartActors } from '#calls/actors/social-start.actors.ts'
import { type HttpMachine, member } from './http-machine.ts'

type Input = Parameters<typeof socialStartActors.startSocial>[1]

/** social/social-start over HTTP, up to the address of the provider, whose parameters are random. */
export const socialStartHttp: HttpMachine = {
  actors: {
    startSocial: {
      send: ({ call }, input) => socialStartActors.startSocial(call, input as Input, { purpose: 'sign_in' }),
      comparable: (output) => ({ location: String(member(output, 'location')).replace(/[?#].*$/, '') }),
    },
  },
}
