import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Call } from '#calls/call.ts'
import { listStudioActs } from '#calls/studio/studio-access.calls.ts'
import { getDeskPlayer, listDesk } from '#calls/studio/studio-desk.calls.ts'
import type { DeskItemsAnswer, DeskKind, DeskPlayerAnswer, DeskQuery, StudioAct, StudioActsAnswer } from '#schemas'
import { faultsOf } from './answer-checks.ts'
import { claimedStudio, joinedColleague, type StudioVisitor, startStudioServer } from './studio-scene.ts'
import type { TestServer, TestServerOptions } from './test-server.ts'
import { newVisitor } from './test-visitor.ts'

/** The desk of the fixture brand, and who works at it. */
export interface DeskScene {
  readonly server: TestServer
  readonly owner: StudioVisitor
  /** Of the support of the fixture brand: Sam, and a colleague. */
  readonly support: StudioVisitor
  readonly colleague: StudioVisitor
  readonly viewer: StudioVisitor
  /** Of the support of another brand. */
  readonly stranger: StudioVisitor
}

const OTHER = 'quay'

/** A server with a studio, its operators and a second brand. */
export async function deskScene({ prepare, ...options }: TestServerOptions = {}): Promise<DeskScene> {
  const server = await startStudioServer({
    ...options,
    prepare: async (brands) => {
      await prepare?.(brands)
      await brands.write(`${OTHER}/brand.json`, {
        id: OTHER,
        name: 'Quay',
        extends: '_base',
        hosts: [`${OTHER}.example`],
        schemaVersion: 2,
        revision: 1,
        operator: 'contract-fixtures',
      })
    },
  })
  const owner = await claimedStudio(server)
  return {
    server,
    owner,
    support: await joinedColleague(server, owner, 'sam', [{ role: 'support', scope: 'pier' }]),
    colleague: await joinedColleague(server, owner, 'rita', [{ role: 'support', scope: 'pier' }]),
    viewer: await joinedColleague(server, owner, 'vera', [{ role: 'viewer', scope: 'pier' }]),
    stranger: await joinedColleague(server, owner, 'mole', [{ role: 'support', scope: OTHER }]),
  }
}

/** Sends a call of the desk of the fixture brand. */
export function atDesk(
  who: StudioVisitor,
  call: Call,
  { body, query, brand = 'pier' }: { body?: object; query?: Readonly<Record<string, string>>; brand?: string },
): Promise<LightMyRequestResponse> {
  return who.call(call, body, { segments: [brand], ...(query ? { query } : {}) })
}

/** An act that has to succeed. */
export async function done(who: StudioVisitor, call: Call, body: object): Promise<void> {
  const answer = await atDesk(who, call, { body })
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { isDone: true } })
}

/** An answer that has to have the shape of its call. */
export async function read<Answer>(
  who: StudioVisitor,
  call: Call,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await atDesk(who, call, { query })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await faultsOf(call.answer, answer.json())).toEqual([])
  return answer.json<Answer>()
}

/** A list of the desk. */
export function list(who: StudioVisitor, kind: DeskKind, filter: DeskQuery['filter'] = 'waiting') {
  return read<DeskItemsAnswer>(who, listDesk, { kind, filter })
}

/** A player's page. */
export function pageOf(who: StudioVisitor, accountId: number): Promise<DeskPlayerAnswer> {
  return read<DeskPlayerAnswer>(who, getDeskPlayer, { accountId: String(accountId) })
}

/** The latest act of the log, which has to be whole. */
export async function lastAct(owner: StudioVisitor): Promise<StudioAct | undefined> {
  const { acts, isWhole } = (await owner.call(listStudioActs)).json<StudioActsAnswer>()
  expect(isWhole).toBe(true)
  return acts[0]
}

/** Signs in from a new browser. */
export function signIn(server: TestServer, login: string, password: string): Promise<LightMyRequestResponse> {
  return newVisitor(server).send('/web-api/account/login', { method: 'POST', body: { login, password } })
}
