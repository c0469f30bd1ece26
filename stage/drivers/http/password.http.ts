import { passwordActors } from '#calls/actors/password.actors.ts'
import type { HttpMachine } from './http-machine.ts'

type Ask = Parameters<typeof passwordActors.askForReset>[1]
type Reset = Parameters<typeof passwordActors.setPassword>[1]
type Change = Parameters<typeof passwordActors.changePassword>[1]

const encode = (password: string) => Buffer.from(password, 'utf8').toString('base64url')

/** account/password over HTTP. The token of a link is random: the latest one that was sent stands for it. */
export const passwordHttp: HttpMachine = {
  actors: {
    askForReset: { send: ({ call }, input) => passwordActors.askForReset(call, input as Ask) },
    setPassword: {
      send: async ({ call, resetToken }, input) => {
        const { proof, ...passwords } = input as Reset
        const token = 'token' in proof ? await resetToken() : undefined
        return passwordActors.setPassword(call, { ...passwords, proof: token === undefined ? proof : { token } })
      },
    },
    changePassword: { send: ({ call }, input) => passwordActors.changePassword(call, input as Change, encode) },
  },
}
