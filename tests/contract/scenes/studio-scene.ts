import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Call } from '#calls/call.ts'
import { claimStudio, inviteToStudio, joinStudio } from '#calls/studio/studio-access.calls.ts'
import type { StudioErrorAnswer, StudioErrorCode, StudioGrant, StudioInvitationAnswer } from '#schemas'
import { STUDIO_STATUS } from '#server/wiring/studio/studio-status.ts'
import { faultsOf } from './answer-checks.ts'
import {
  cookieValue,
  startTestServer,
  type TestRequest,
  type TestServer,
  type TestServerOptions,
} from './test-server.ts'

/** The host of the studio in contract tests. */
export const STUDIO_HOST = 'studio.operator.example'
export const STUDIO_PASSWORD = 'a quiet harbour at night'

/** A person with a browser on the studio's page. */
export interface StudioVisitor {
  readonly call: (call: Call, body?: object, request?: StudioRequest) => Promise<LightMyRequestResponse>
  readonly send: (url: string, request?: TestRequest) => Promise<LightMyRequestResponse>
}

export interface StudioRequest extends TestRequest {
  readonly segments?: readonly string[]
  readonly query?: Readonly<Record<string, string>>
}

/** Starts a server with a studio at {@link STUDIO_HOST}. */
export function startStudioServer(options: TestServerOptions = {}): Promise<TestServer> {
  return startTestServer({ ...options, environment: { LIVERY_STUDIO_HOSTS: STUDIO_HOST, ...options.environment } })
}

/** A browser that keeps the studio's cookie. */
export function studioVisitor(server: TestServer): StudioVisitor {
  let cookie: string | undefined
  const send: StudioVisitor['send'] = async (url, request = {}) => {
    const headers = { ...(cookie === undefined ? {} : { cookie: `__Host-studio=${cookie}` }), ...request.headers }
    const answer = await server.send(url, { host: STUDIO_HOST, ...request, headers })
    const given = cookieValue(answer, '__Host-studio')
    if (given !== undefined) cookie = given || undefined
    return answer
  }
  return {
    send,
    call: (call, body, { segments = [], query, ...request } = {}) => {
      const path = [call.path, ...segments].join('/')
      const url = query ? `${path}?${new URLSearchParams(query)}` : path
      return send(url, { method: call.method, ...(body === undefined ? {} : { body }), ...request })
    },
  }
}

/** The owner of a studio that has none, signed in. */
export async function claimedStudio(server: TestServer): Promise<StudioVisitor> {
  const owner = studioVisitor(server)
  await server.studio?.announce(443)
  const token = /\/claim#([\w-]{43})/.exec(server.log())?.[1]
  const body = { token, name: 'Anna Lind', email: 'anna@operator.example', password: STUDIO_PASSWORD }
  expect((await owner.call(claimStudio, body)).statusCode).toBe(200)
  return owner
}

/** A colleague who was invited by the owner, signed in. */
export async function joinedColleague(
  server: TestServer,
  owner: StudioVisitor,
  name: string,
  grants: readonly StudioGrant[],
): Promise<StudioVisitor> {
  const invited = await owner.call(inviteToStudio, { email: `${name}@operator.example`, grants })
  const token = invited.json<StudioInvitationAnswer>().link.split('#')[1]
  const colleague = studioVisitor(server)
  expect((await colleague.call(joinStudio, { token, name, password: STUDIO_PASSWORD })).statusCode).toBe(200)
  return colleague
}

/** Holds an answer against the shape of the studio's errors. @returns the error as it was sent */
export async function expectStudioError(
  answer: LightMyRequestResponse,
  code: StudioErrorCode,
  status = STUDIO_STATUS[code],
): Promise<StudioErrorAnswer> {
  const error = answer.json<StudioErrorAnswer>()
  expect({ ...error, status: answer.statusCode }).toMatchObject({ code, status })
  expect(await faultsOf('studio/error-answer', error)).toEqual([])
  expect(error.requestId).toBe(answer.headers['x-request-id'])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  return error
}
