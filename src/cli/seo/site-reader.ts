import { request as ask, type IncomingMessage } from 'node:http'
import { request as askSafely } from 'node:https'
import { say } from '../command-text.ts'

/** An answer of a site. */
export interface SiteAnswer {
  readonly status: number
  /** Where it leads; null where it is no redirect. */
  readonly location: string | null
  readonly body: string
}

/** Asks a site for a path. */
export type SiteReader = (path: string) => Promise<SiteAnswer>

const WAIT_MS = 30_000

/** Reads a site as a guest who follows no redirect. A name below `localhost` is this machine, whose resolver may not know it.
 *  @param machine the machine that serves it; without one, that of the origin
 *  @throws what the network throws, and an Error after 30 s of silence */
export function createSiteReader(origin: URL, machine?: string): SiteReader {
  const isLocal = origin.hostname === 'localhost' || origin.hostname.endsWith('.localhost')
  const send = origin.protocol === 'https:' ? askSafely : ask
  return (path) =>
    new Promise((resolve, reject) => {
      const asked = send({
        host: machine ?? (isLocal ? '127.0.0.1' : origin.hostname),
        port: origin.port,
        path,
        headers: { host: origin.host, accept: 'text/html,application/xml', 'user-agent': 'livery-seo-audit' },
      })
      asked.setTimeout(WAIT_MS, () => asked.destroy(new Error(say('seo.silent', { seconds: WAIT_MS / 1000 }))))
      asked.on('error', reject)
      asked.on('response', (answer) => bodyOf(answer).then((body) => resolve(answerOf(answer, body)), reject))
      asked.end()
    })
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: string): SiteAnswer {
  return { status: statusCode, location: headers.location ?? null, body }
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  answer.setEncoding('utf8')
  for await (const part of answer) text += part
  return text
}
