import { isProviderLaunchAnswer } from '#schemas/generated/validators/casino.js'
import type { ProviderLaunch } from '../casino-provider.ts'
import { belowUrl, callProvider, frameUrl, type ProviderCallPorts, successOf } from '../provider-call.ts'
import { playerName } from '../wallet-adapter.ts'
import { ownHeaders } from './own-signature.ts'

/** How a provider of the own protocol is reached. */
export interface OwnProviderPorts extends ProviderCallPorts {
  readonly providerId: string
  readonly url: string
  readonly operatorId: string
  readonly apiKey: string
  readonly frameOrigins: readonly string[]
  readonly clock: () => Date
}

/** Opens a game by `POST {url}/launch`. For fun, no player is named and the wallet is never asked.
 *  @throws AppError casino.provider_failed */
export async function launchOwn(ports: OwnProviderPorts, asked: ProviderLaunch): Promise<string> {
  const { gameCode: game, accountId, ...launch } = asked
  const player = accountId === null ? null : playerName(accountId)
  const body = JSON.stringify({ operatorId: ports.operatorId, ...launch, game, player })
  const { providerId, frameOrigins } = ports
  const headers = ownHeaders(ports.apiKey, body, ports.clock())
  const answer = await callProvider(ports, { providerId, url: belowUrl(ports.url, 'launch'), headers, body })
  const opened = successOf(ports.log, providerId, answer)
  return frameUrl(ports.log, { providerId, frameOrigins, url: isProviderLaunchAnswer(opened) ? opened.url : null })
}
