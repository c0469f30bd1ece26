import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, StudioErrorAnswer, StudioErrorCode } from '#schemas'
import { StudioFailure } from '#server/studio/studio-failure.ts'
import { httpStatus, TOLD_ALREADY, toAppError } from '../http/error-answer.ts'
import { neverStore } from '../http/security-headers.ts'
import { STUDIO_STATUS } from './studio-status.ts'

interface Failure extends Pick<StudioErrorAnswer, 'code' | 'params'> {
  readonly status: number
  readonly retryAfterSeconds?: number | undefined
}

/** What failures of the server that the studio shares with brands are called in it; any other is by its status. */
const SHARED: Readonly<Partial<Record<ErrorCode, StudioErrorCode>>> = {
  'origin.refused': 'origin.refused',
  'request.too_large': 'request.too_large',
}

/** Answers a failed request to the studio in the shape of its errors. What is nobody's fault but ours is logged and says nothing else. */
export function failStudioRequest(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, params, status, retryAfterSeconds } =
    error instanceof StudioFailure ? ownFailure(error) : shared(error, request)
  neverStore(reply)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const answer: StudioErrorAnswer = { code, params: { ...params }, requestId: request.id }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

function ownFailure({ code, params }: StudioFailure): Failure {
  const { seconds } = params
  return {
    code,
    params: { ...params },
    status: STUDIO_STATUS[code],
    ...(typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {}),
  }
}

function shared(error: unknown, request: FastifyRequest): Failure {
  const failure = toAppError(error)
  const { params, retryAfterSeconds } = failure
  const status = httpStatus(failure.code)
  if (status >= 500) {
    if (!TOLD_ALREADY.has(failure.code))
      request.log.error({ err: failure.cause ?? failure, code: failure.code }, 'failed')
    return { code: 'server.failed', params: {}, status, retryAfterSeconds }
  }
  return { code: SHARED[failure.code] ?? 'request.invalid', params: { ...params }, status, retryAfterSeconds }
}
