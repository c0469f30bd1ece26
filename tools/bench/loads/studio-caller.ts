import { request } from 'node:http'
import type { Page } from 'playwright'
import type { Call } from '#calls/call.ts'
import { claimStudio } from '#calls/studio/studio-access.calls.ts'
import type { ServerProcess } from '../server-process.ts'

/** What a server is started with so that its log has the link of the first owner. */
export const STUDIO_ENV = { LOG_LEVEL: 'info', LIVERY_MODE: 'development', LIVERY_FEED: 'off' } as const

export const OWNER = {
  name: 'Anna Lind',
  email: 'anna@operator.example',
  password: 'a quiet harbour at night',
} as const

const LOOK_EVERY_MS = 50
const LOOKS = 200

type StudioServer = Pick<ServerProcess, 'port' | 'output'>

/** Scheme and host of the studio of a server. */
export function studioOrigin({ port }: Pick<StudioServer, 'port'>): string {
  return `http://studio.localhost:${port}`
}

/** The link by which the first owner comes in, as the server has written it. @throws Error when its log has none */
export function ownerLink({ output }: Pick<StudioServer, 'output'>): string {
  const [link] = /http:\/\/studio\.localhost:\d+\/claim#[\w-]{43}/.exec(output()) ?? []
  if (!link) throw new Error(`no owner's link in the log:\n${output().slice(-2000)}`)
  return link
}

/** The same once it is written: a server may answer before. */
async function writtenLink(server: Pick<StudioServer, 'output'>): Promise<string> {
  for (let look = 0; look < LOOKS && !server.output().includes('/claim#'); look++)
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  return ownerLink(server)
}

/** Sends calls of the studio as one person. */
export interface StudioCaller {
  /** @throws Error with the answer when the call is refused */
  readonly send: <Answer>(call: Call, brand: string | null, input?: StudioInput) => Promise<Answer>
}

interface StudioInput {
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
}

/** Makes the owner of a studio that has none. @param server where its port changes, the owner goes along */
export async function claimedOwner(server: StudioServer): Promise<StudioCaller> {
  let session = ''
  const send = async (call: Call, brand: string | null, { body, query }: StudioInput = {}) => {
    const path = [call.path, ...(brand === null ? [] : [brand])].join('/')
    const asked = { method: call.method, path: query ? `${path}?${new URLSearchParams(query)}` : path }
    const answer = await ask(server, asked, { origin: studioOrigin(server), cookie: `__Host-studio=${session}` }, body)
    if (answer.status !== 200) throw new Error(`${call.id}: ${answer.status} ${answer.text}`)
    session = /__Host-studio=([\w-]+)/.exec(answer.cookie)?.[1] ?? session
    return JSON.parse(answer.text) as never
  }
  const link = await writtenLink(server)
  await send(claimStudio, null, { body: { token: link.split('#')[1], ...OWNER } })
  return { send }
}

/** Signs the owner in, in a browser. */
export async function signInOwner(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail address').fill(OWNER.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor()
}

/** Asks the studio's host on this machine, whose name only browsers know. */
function ask(
  { port }: StudioServer,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
): Promise<{ status: number; text: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    const host = `studio.localhost:${port}`
    const all = { host, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) }
    const asked = request({ host: '127.0.0.1', port, method, path, headers: all }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text, cookie: String(answer.headers['set-cookie'] ?? '') }),
      )
    })
    asked.on('error', reject)
    asked.end(body ? JSON.stringify(body) : undefined)
  })
}
