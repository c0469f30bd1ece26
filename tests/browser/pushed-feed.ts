import type { FeedChange, FeedPushAnswer } from '#schemas'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import type { LiveSite } from './live-site.ts'

const PROVIDER = 'north'
const SECRET = 'a-secret-of-the-provider'
/** A provider that is silent for twenty seconds is taken to be down. */
const ALIVE_EVERY_MS = 5000

/** The environment of a server that takes what {@link pushedFeed} sends. */
export const PUSHED_FEED = { LIVERY_FEED_SECRETS: `${PROVIDER}=${SECRET}` }

/** A provider that pushes to a running server, and is alive until it is stopped. */
export interface PushedFeed {
  /** Sends changes. @throws Error when one of them is refused */
  readonly push: (changes: readonly FeedChange[]) => Promise<void>
  readonly stop: () => void
}

/** Begins to push to a site that was started with {@link PUSHED_FEED}. */
export function pushedFeed(site: LiveSite): PushedFeed {
  let sequence = 0
  let sending: Promise<unknown> = Promise.resolve()
  const push = (changes: readonly FeedChange[]): Promise<void> => {
    const sent = sending.then(() => {
      sequence += 1
      return send(site, { sequence, changes })
    })
    sending = sent.catch(() => undefined)
    return sent
  }
  const timer = setInterval(() => void push([{ kind: 'alive' }]).catch(() => undefined), ALIVE_EVERY_MS)
  return { push, stop: () => clearInterval(timer) }
}

async function send(site: LiveSite, batch: object): Promise<void> {
  const atS = Math.floor(Date.now() / 1000)
  const body = JSON.stringify(batch)
  const answer = await fetch(`http://127.0.0.1:${site.port}/web-api/feed/push/${PROVIDER}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-host': 'aurora.localhost',
      'webhook-id': 'batch',
      'webhook-timestamp': String(atS),
      'webhook-signature': `v1,${signatureOf(SECRET, `batch.${atS}.${body}`)}`,
    },
  })
  const told = await answer.text()
  const { refused } = answer.ok ? (JSON.parse(told) as FeedPushAnswer) : { refused: [told] }
  if (refused.length > 0) throw new Error(`the server refused a change: ${JSON.stringify(refused)}`)
}
