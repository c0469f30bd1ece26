import type { PasskeyCreationAnswer, PasskeyRequestAnswer } from '#schemas'
import { newAuthenticator, type TestAuthenticator } from '#server/account/passkeys/authenticator.test-support.ts'
import { ORIGIN, type TestServer } from './test-server.ts'
import { newPlayer, type TestPlayer, type TestVisitor } from './test-visitor.ts'

/** A player with an authenticator. */
export interface PlayerWithPasskey extends TestPlayer {
  readonly authenticator: TestAuthenticator
}

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })

/** What the browser of a player is asked in order to make a passkey. @throws Error when it was refused */
export async function askedToMake(player: TestVisitor, secret: string): Promise<PasskeyCreationAnswer> {
  const answer = await player.send('/web-api/passkeys/start', post({ secret }))
  if (answer.statusCode !== 200) throw new Error(`no passkey was asked for: ${answer.body}`)
  return answer.json()
}

/** What a browser is asked in order to sign in with a passkey. @throws Error when it was refused */
export async function askedToUse(visitor: TestVisitor): Promise<PasskeyRequestAnswer> {
  const answer = await visitor.send('/web-api/passkeys/sign-in/start', post())
  if (answer.statusCode !== 200) throw new Error(`no passkey was asked for: ${answer.body}`)
  return answer.json()
}

/** Adds a passkey to an account. @param secret by which the player confirms it   @throws Error when it was refused */
export async function addPasskeyTo(player: TestVisitor, secret: string): Promise<TestAuthenticator> {
  const authenticator = newAuthenticator(ORIGIN)
  const body = authenticator.make(await askedToMake(player, secret))
  const answer = await player.send('/web-api/passkeys/add', post(body))
  if (answer.statusCode !== 200) throw new Error(`the passkey was not added: ${answer.body}`)
  return authenticator
}

/** A signed-in player who has made a passkey. */
export async function playerWithPasskey(server: TestServer): Promise<PlayerWithPasskey> {
  const player = await newPlayer(server)
  return { ...player, authenticator: await addPasskeyTo(player, player.password) }
}
