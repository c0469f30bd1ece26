import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { SchemaName } from '#calls/call.ts'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type { ErrorAnswer, ErrorCode } from '#schemas'
import type { Validator } from '#schemas/validation.ts'
import { validatorByName } from '#schemas/validator-by-name.ts'

/** By schema: a test runner takes its time over every import, also over one that it knows. */
const validators = new Map<SchemaName, Promise<Validator<unknown>>>()

/** Faults that the generated validator of a schema finds in a value: nothing when it is valid. */
export async function faultsOf(name: SchemaName, value: unknown): Promise<readonly string[]> {
  const known = validators.get(name) ?? validatorByName(name)
  validators.set(name, known)
  const validate = await known
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? error.keyword}`)
}

/** Holds an answer against the shape of errors: the schema, the status of the code, and the same request id in body and
 *  header. @returns the error as it was sent */
export async function expectError(answer: LightMyRequestResponse, code: ErrorCode): Promise<ErrorAnswer> {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const error = answer.json<ErrorAnswer>()
  expect(await faultsOf('defs/error-answer', error)).toEqual([])
  expect(error.code).toBe(code)
  expect(answer.statusCode).toBe(ERROR_STATUS[code])
  expect(error.statusCode).toBe(answer.statusCode)
  expect(error.requestId).toBe(answer.headers['x-request-id'])
  expect(error.message).not.toBe('')
  expect(error.message).not.toBe(code)
  expect(String(answer.headers['cache-control'])).toContain('no-store')
  return error
}
