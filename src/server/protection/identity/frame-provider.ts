import { askProvider, type IdentityReach, IdentitySilent, type IdentityVerdict, textIn } from './identity-provider.ts'

/** What a provider of documents and liveness by a frame is joined with. */
export interface FramePorts extends IdentityReach {
  readonly apiKey: string | undefined
}

/** Sessions that the frame of the provider has made with the player. */
export interface FrameSessions {
  readonly documentSessionId?: string | undefined
  readonly livenessSessionId?: string | undefined
}

/** A token by which the page opens the frame. */
export interface FrameToken {
  readonly accessToken: string
}

/** Asks the adapter for a token: `POST {url}/token`. @throws IdentitySilent */
export async function frameToken(ports: FramePorts, reference: string): Promise<FrameToken> {
  const { status, json } = await ask(ports, '/token', { reference })
  const accessToken = textIn(json, 'accessToken')
  if (status !== 200 || accessToken === '') throw new IdentitySilent(`it answered ${status} without a token`)
  return { accessToken }
}

/** Asks the adapter what has come of sessions: `POST {url}/verdict`. @throws IdentitySilent */
export async function frameVerdict(ports: FramePorts, reference: string, of: FrameSessions): Promise<IdentityVerdict> {
  const { status, json } = await ask(ports, '/verdict', { reference, ...of })
  const kind = textIn(json, 'verdict')
  const reason = textIn(json, 'reason').slice(0, 1000)
  if (status === 200 && (kind === 'running' || kind === 'verified')) return { kind }
  if (status === 200 && (kind === 'rejected' || kind === 'again')) return { kind, reason }
  throw new IdentitySilent(`it answered ${status} without a verdict`)
}

function ask(ports: FramePorts, path: string, body: object) {
  const { apiKey } = ports
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  return askProvider(ports, path, { headers, body: JSON.stringify(body) })
}
