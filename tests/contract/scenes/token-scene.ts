import type { TestVisitor } from './test-visitor.ts'

/** Path of the call for a service token, and of the one for another. */
export const TOKEN = '/web-api/api/mobile/v1/token/'
export const REFRESH = '/web-api/api/mobile/v1/token/refresh'

/** The service token of a player. @throws Error when it was refused */
export async function serviceToken(player: TestVisitor): Promise<string> {
  const answer = await player.send(TOKEN)
  if (answer.statusCode !== 200) throw new Error(`no service token was issued: ${answer.body}`)
  return answer.json<{ data: { attributes: { userToken: string } } }>().data.attributes.userToken
}

/** The same visitor without cookies, whose requests carry a bearer. */
export function asBearer(token: string, visitor: TestVisitor): Pick<TestVisitor, 'send'> {
  return {
    send: (url, request = {}) =>
      visitor.send(url, {
        ...request,
        headers: { ...request.headers, cookie: null, authorization: `Bearer ${token}` },
      }),
  }
}
