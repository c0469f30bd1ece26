import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { serviceTokenMachine } from './service-token.machine.ts'
import { isTokenFresh, MAX_REFUSALS, type TokenAnswer } from './service-token.rules.ts'
import { MAX_LOCK_LOSSES, type Refusal, type ServiceTokenContext } from './service-token-setup.machine.ts'

const NOW = 1_795_000_000_000
const LIFE_MS = 900_000
const BET_URL = '/web-api/livebet/secure/makebetweb'

/** What playing and fuzzing the service token need to know. */
export const serviceTokenContract: MachineContract<typeof serviceTokenMachine> = {
  machine: serviceTokenMachine,
  invariants: [
    {
      name: 'every request that asks is answered once, or still waits',
      holds: ({ context, emitted }) =>
        emitted.filter(({ type }) => type === 'token.settled').length === context.askings - context.waiting.length,
    },
    {
      name: 'nobody waits but while a token is got, and nobody twice',
      holds: ({ value, context: { waiting } }) =>
        (waiting.length === 0 || isObtaining(value)) && new Set(waiting).size === waiting.length,
    },
    {
      name: 'a token is kept exactly while it may be used',
      holds: ({ value, context }) => (value === 'fetched') === (context.token !== null),
    },
    {
      name: 'a token that was refused is not kept',
      holds: ({ context }) =>
        context.token === null || !context.refusedTokens.some(({ token }) => token === context.token?.token),
    },
    {
      name: 'a guest is a guest',
      holds: ({ value, context }) => (value === 'guest') === !context.isSignedIn,
    },
    {
      name: 'a token is published in its own epoch',
      holds: ({ context, emitted }) =>
        emitted.every(({ type, epoch }) => type !== 'token.published' || Number(epoch) <= context.epoch),
    },
    {
      name: 'no URL is counted beyond the limit, and a lost lock is regained',
      holds: ({ context }) =>
        Object.values(context.refusals).every((count) => count >= 0 && count <= MAX_REFUSALS) &&
        context.lockLosses < MAX_LOCK_LOSSES,
    },
    {
      name: 'the queue for the lock is passed only while a token is got',
      holds: ({ value, context }) => context.isThrough === (isObtaining(value) && !isAt(value, 'queueing')),
    },
  ],
  consequences: {
    // The lock ends when another tab has taken it, and fails where there are no locks.
    holdLock: {
      ok: ({ context, before: { context: before } }) =>
        before.lockLosses + 1 >= MAX_LOCK_LOSSES ? context.isThrough : context.lockLosses === before.lockLosses + 1,
      failed: ({ context, before }) => context.lockLosses === before.context.lockLosses && context.isThrough,
    },
    fetchToken: {
      ok: ({ value, end }) => {
        const { userToken, serverDateMs } = end as TokenAnswer
        return value === (userToken && serverDateMs !== null ? 'fetched' : 'none')
      },
      failed: ({ value, end }) =>
        value === ((end as { readonly httpStatus?: number }).httpStatus === 403 ? 'rejected' : 'none'),
    },
  },
  reactions: {
    'token.wanted': ({ value, before: { value: place, context } }, { nowMs }) =>
      place !== 'fetched' || (value === 'fetched') === (context.token !== null && isTokenFresh(context.token, nowMs)),
    'page.resumed': ({ value, before: { value: place, context } }, { nowMs }) =>
      place !== 'fetched' || (value === 'fetched') === (context.token !== null && isTokenFresh(context.token, nowMs)),
    'request.refused': ({ value, context, before, told }, refusal) => {
      if (!['none', 'fetched'].includes(String(before.value)) && !isObtaining(before.value)) return true
      const isAnswered = told.includes('token.settled')
      if (isGivenUp(before.context, refusal)) return isAnswered && isObtaining(value) === isObtaining(before.value)
      if (hasOtherToken(before.context, refusal)) return isAnswered && value === 'fetched'
      return !isAnswered && isObtaining(value) && context.waiting.includes(refusal.requestId)
    },
  },
  abstract: ({ isSignedIn, token, refusals, waiting, isThrough, isStealing, lockLosses }) => [
    isSignedIn,
    token?.token ?? null,
    Object.values(refusals),
    Math.min(waiting.length, 2),
    isThrough,
    isStealing,
    lockLosses,
  ],
  eventSchema: 'account/service-token-event',
  inputs: [
    { isSignedIn: true, epoch: 1 },
    { isSignedIn: false, epoch: 1 },
  ],
  events: [
    { type: 'user.signed-in', epoch: 2 },
    { type: 'user.signed-in', epoch: 1 },
    { type: 'user.signed-out', epoch: 3 },
    { type: 'user.signed-out', epoch: 1 },
    { type: 'token.wanted', requestId: 'bet-1', nowMs: NOW },
    { type: 'token.wanted', requestId: 'bet-2', nowMs: NOW + LIFE_MS },
    { type: 'request.refused', requestId: 'bet-3', url: BET_URL, token: 'first', nowMs: NOW },
    { type: 'request.refused', requestId: 'bet-4', url: BET_URL, token: 'second', nowMs: NOW },
    { type: 'request.refused', requestId: 'bet-5', url: BET_URL, token: 'first', epoch: 0, nowMs: NOW },
    { type: 'request.accepted', url: BET_URL },
    { type: 'request.abandoned', requestId: 'bet-1' },
    {
      type: 'token.shared',
      epoch: 1,
      token: 'first',
      expiresAtMs: NOW + LIFE_MS,
      skewMs: 0,
      receivedAtMs: NOW,
      nowMs: NOW,
    },
    {
      type: 'token.shared',
      epoch: 2,
      token: 'third',
      expiresAtMs: NOW + LIFE_MS,
      skewMs: 0,
      receivedAtMs: NOW,
      nowMs: NOW,
    },
    { type: 'page.resumed', nowMs: NOW },
    { type: 'page.resumed', nowMs: NOW + LIFE_MS },
  ],
  outcomes: {
    holdLock: { ok: [null], err: [{ code: 'lock.unavailable' }], shows: [{ isHeld: true }, { isHeld: false }] },
    readStored: {
      ok: [
        { stored: null, nowMs: NOW },
        {
          stored: { epoch: 1, token: 'second', expiresAtMs: NOW + LIFE_MS, skewMs: 0, receivedAtMs: NOW },
          nowMs: NOW,
        },
      ],
      err: [{ code: 'no available storage method' }],
    },
    fetchToken: {
      ok: [
        answer({ userToken: 'first', serverDateMs: NOW }),
        answer({ userToken: 'second', serverDateMs: NOW }),
        answer({ userToken: null, serverDateMs: NOW }),
        answer({ userToken: 'first', serverDateMs: null }),
      ],
      err: [{ code: 'access.denied', httpStatus: 403 }, { code: 'request.offline' }],
    },
  },
}

function answer(part: { readonly userToken: string | null; readonly serverDateMs: number | null }): object {
  return { ...part, expiresAtMs: NOW + LIFE_MS, sentAtMs: NOW - 100, receivedAtMs: NOW }
}

/** Whether a refused request gets no further token: it is another player's, or its URL has refused too many. */
function isGivenUp({ epoch, refusals, refusedTokens }: ServiceTokenContext, refusal: Refusal): boolean {
  if (refusal.epoch !== undefined && refusal.epoch !== epoch) return true
  const isCounted = refusedTokens.some(({ token, urls }) => token === refusal.token && urls.includes(refusal.url))
  return (refusals[refusal.url] ?? 0) + (isCounted ? 0 : 1) >= MAX_REFUSALS
}

/** Whether there is a fresh token that the refused request was not sent with. */
function hasOtherToken({ token }: ServiceTokenContext, refusal: Refusal): boolean {
  return token !== null && token.token !== refusal.token && isTokenFresh(token, refusal.nowMs)
}

function isObtaining(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'obtaining' in value
}

function isAt(value: unknown, state: string): boolean {
  return JSON.stringify(value).includes(`"${state}"`)
}
