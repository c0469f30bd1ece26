import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { ProviderLaunch } from '../casino-provider.ts'
import type { Hub88Ports } from '../hub88/hub88-launch.ts'
import { belowUrl, callProvider, frameUrl, successOf } from '../provider-call.ts'
import { fieldsOf } from '../strict-json.ts'
import { hexHmac } from '../text-hmac.ts'
import { playerName } from '../wallet-adapter.ts'
import { SWIPE_SIGNATURE } from './swipe-adapter.ts'

/** Opens a game by `POST {url}/create-new-game`; for fun without a session and a player. @throws AppError casino.provider_failed */
export async function launchSwipe(ports: Hub88Ports, asked: ProviderLaunch): Promise<string> {
  const { providerId, operatorId, partnerId, frameOrigins, log, apiKey } = ports
  const { gameCode, accountId, mode, sessionId, currency, country, language, device, lobbyUrl } = asked
  const isReal = mode === 'real' && accountId !== null
  const body = canonicalJson({
    ...{
      cID: operatorId,
      extCID: partnerId ?? operatorId,
      gameID: gameCode,
      demo: !isReal,
      platform: device,
      currency,
    },
    ...{ locale: language.toLowerCase().replace('-', '_'), returnURL: lobbyUrl },
    ...(isReal ? { sessionID: sessionId, user: { id: playerName(accountId), country: country.toUpperCase() } } : {}),
  })
  const headers = { [SWIPE_SIGNATURE]: hexHmac(apiKey, body) }
  const url = belowUrl(ports.url, 'create-new-game')
  const opened = successOf(log, providerId, await callProvider(ports, { providerId, url, headers, body }))
  return frameUrl(log, { providerId, frameOrigins, url: fieldsOf(opened)?.gameURL })
}
