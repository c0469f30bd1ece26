import { request } from 'node:http'
import type { BrowserContext } from 'playwright'
import { expect } from 'vitest'
import type { Call } from '#calls/call.ts'
import { claimStudio } from '#calls/studio/studio-access.calls.ts'
import type { LiveSite } from '../live-site.ts'

/** What a server of these tests is started with: the link of the first owner is in its log. */
export const STUDIO_ENV = { LOG_LEVEL: 'info' } as const

export const OWNER = {
  name: 'Anna Lind',
  email: 'anna@operator.example',
  password: 'a quiet harbour at night',
} as const

/** Scheme and host of the studio of a server. */
export function studioOrigin({ port }: Pick<LiveSite, 'port'>): string {
  return `http://studio.localhost:${port}`
}

/** The link by which the first owner comes in, as the server has written it. */
export function ownerLink(site: Pick<LiveSite, 'output'>): string {
  const [link] = /http:\/\/studio\.localhost:\d+\/claim#[\w-]{43}/.exec(site.output()) ?? []
  if (!link) throw new Error(`no owner's link in the log:\n${site.output().slice(-2000)}`)
  return link
}

/** Sends calls of the studio as one person. */
export interface StudioCaller {
  readonly send: <Answer>(call: Call, brand: string | null, input?: StudioInput) => Promise<Answer>
  /** Signs a browser in as the same person. */
  readonly lendTo: (context: BrowserContext) => Promise<void>
}

interface StudioInput {
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
}

/** Makes the owner of a studio. */
export async function claimedOwner(site: LiveSite): Promise<StudioCaller> {
  const origin = studioOrigin(site)
  let session = ''
  const send = async (call: Call, brand: string | null, { body, query }: StudioInput = {}) => {
    const path = [call.path, ...(brand === null ? [] : [brand])].join('/')
    const asked = { method: call.method, path: query ? `${path}?${new URLSearchParams(query)}` : path }
    const answer = await ask(site, asked, { origin, cookie: `__Host-studio=${session}` }, body)
    expect(answer.status, answer.text).toBe(200)
    session = /__Host-studio=([\w-]+)/.exec(answer.cookie)?.[1] ?? session
    return JSON.parse(answer.text) as never
  }
  await send(claimStudio, null, { body: { token: ownerLink(site).split('#')[1], ...OWNER } })
  return {
    send,
    lendTo: (context) =>
      context.addCookies([
        { name: '__Host-studio', value: session, url: origin, httpOnly: true, secure: true, sameSite: 'Strict' },
      ]),
  }
}

/** Asks the studio's host on this machine, whose name only browsers know. */
function ask(
  { port }: LiveSite,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
): Promise<{ status: number; text: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    const host = `studio.localhost:${port}`
    const content = body ? { 'content-type': 'application/json' } : {}
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers, ...content } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, cookie: String(answer.headers['set-cookie'] ?? '') }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body ? JSON.stringify(body) : undefined)
  })
}
