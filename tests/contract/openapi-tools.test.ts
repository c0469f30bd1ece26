import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENTED_CALLS } from '#calls/catalogue.ts'
import { openApiDocument } from '#calls/openapi.ts'
import { allSchemas } from '#server/wiring/http/schema-files.ts'
import { ORIGIN, setCookies, startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer } from './scenes/test-visitor.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const document = openApiDocument(DOCUMENTED_CALLS, allSchemas(), '0.0.0')

/** What the linter finds by its strict rules; the specification itself writes paths that end with a slash. */
async function findings(source: object): Promise<readonly string[]> {
  const rules = { 'no-path-trailing-slash': 'off' } as const
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

describe('the OpenAPI document', () => {
  test('has no fault by the strict rules of Redocly', async () => {
    expect(await findings(document)).toEqual([])
  })

  test('is refused by that linter when it has one', async () => {
    const [path = ''] = Object.keys(document.paths)
    const paths = { ...document.paths, [path]: { get: { operationId: 'surprise', responses: {} } } }
    expect((await findings({ ...document, paths })).join('\n')).toMatch(/operation-summary|operation-2xx-response/)
  })
})

describe('a client generated from the OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'livery-client-'))
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
    symlinkSync(MODULES, join(folder, 'node_modules'), 'junction')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypes(document as unknown as OpenAPI3)))
    writeFileSync(join(folder, 'client.ts'), CLIENT)
    writeFileSync(join(folder, 'wrong-client.ts'), CLIENT.replace('auth_by_email: false', "auth_by_email: 'no'"))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  })

  /** What the compiler finds in a file: nothing when it compiles. */
  async function faultsIn(file: string): Promise<string> {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...TSCONFIG, files: [file] }))
    const compiler = join(MODULES, '@typescript', 'native', 'bin', 'tsc')
    try {
      await promisify(execFile)(process.execPath, [compiler, '-p', folder])
      return ''
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }

  test('compiles, and knows which calls, bodies and answers there are', async () => {
    expect(await faultsIn('client.ts')).toBe('')
    expect(await faultsIn('wrong-client.ts')).toContain("Type 'string' is not assignable to type 'boolean | undefined'")
  }, 60_000)

  test('signs a player in and reads the balance', async () => {
    const { userId, password } = await newPlayer(server)
    const { signIn } = (await import(join(folder, 'client.ts'))) as {
      signIn: (origin: string, send: typeof fetch, login: string, password: string) => Promise<string>
    }
    const jar = new Map<string, string>()
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const body = await request.text()
      const answer = await server.send(new URL(request.url).pathname, {
        method: request.method as 'POST',
        headers: { ...Object.fromEntries(request.headers), cookie: [...jar.values()].join('; ') },
        ...(body ? { body } : {}),
      })
      for (const [name, line] of Object.entries(setCookies(answer))) jar.set(name, line.slice(0, line.indexOf(';')))
      return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } })
    }
    expect(await signIn(ORIGIN, send, String(userId), password)).toMatch(/^[A-Z]{3}$/)
    await expect(signIn(ORIGIN, send, String(userId), 'not the password')).rejects.toThrow('sign_in.wrong_credentials')
  })
})

const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    types: [],
  },
}

/** What somebody would write upon the generated types. */
const CLIENT = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

export async function signIn(origin: string, send: typeof fetch, login: string, password: string): Promise<string> {
  const client = createClient<paths>({ baseUrl: origin, fetch: (request) => send(request) })
  const entered = await client.POST('/web-api/account/login', { body: { login, password, auth_by_email: false } })
  if (entered.error) throw new Error(entered.error.code)
  const balance = await client.POST('/web-api/user/balance')
  if (balance.error) throw new Error(balance.error.code)
  const [first] = balance.data.accounts
  return first?.iso ?? ''
}
`
