import { AppError } from '#calls/app-error.ts'
import type { ProviderLaunch } from '../casino-provider.ts'
import type { OwnProviderPorts } from '../own-protocol/own-launch.ts'
import { belowUrl, callProvider, frameUrl, successOf } from '../provider-call.ts'
import { fieldsOf } from '../strict-json.ts'
import { playerName } from '../wallet-adapter.ts'
import { HUB88_SIGNATURE, signHub88 } from './hub88-signature.ts'

/** The currency by which Hub88 knows that a game is played for fun. */
const FUN_CURRENCY = 'XXX'

/** How Hub88 is reached: the key of the API is the brand's private key as PEM. */
export interface Hub88Ports extends Omit<OwnProviderPorts, 'clock'> {
  readonly partnerId: string | undefined
}

/** Opens a game by `POST {url}/operator/generic/v2/game/url`; for fun without a player and a token, in the currency XXX.
 *  @throws AppError casino.provider_failed */
export async function launchHub88(ports: Hub88Ports, asked: ProviderLaunch): Promise<string> {
  const { providerId, frameOrigins, log } = ports
  const { gameCode, accountId, mode, sessionId, currency, country, language, device, lobbyUrl } = asked
  const isReal = mode === 'real' && accountId !== null
  const body = JSON.stringify({
    ...hub88Operator(ports),
    ...(isReal ? { user: playerName(accountId), token: sessionId } : {}),
    ...{ game_code: gameCode, currency: isReal ? currency : FUN_CURRENCY, country: country.toUpperCase() },
    ...{ lang: language.split('-')[0], lobby_url: lobbyUrl },
    platform: device === 'mobile' ? 'GPL_MOBILE' : 'GPL_DESKTOP',
  })
  const headers = { [HUB88_SIGNATURE]: signedByBrand(ports, body) }
  const url = belowUrl(ports.url, 'operator/generic/v2/game/url')
  const opened = successOf(log, providerId, await callProvider(ports, { providerId, url, headers, body }))
  return frameUrl(log, { providerId, frameOrigins, url: fieldsOf(opened)?.url })
}

/** Who asks, as every call to Hub88 names it. */
export function hub88Operator({ operatorId, partnerId }: Pick<Hub88Ports, 'operatorId' | 'partnerId'>) {
  return {
    operator_id: /^\d{1,15}$/.test(operatorId) ? Number(operatorId) : operatorId,
    ...(partnerId === undefined ? {} : { sub_partner_id: partnerId }),
  }
}

/** The brand's signature of a body. @throws AppError casino.provider_failed when the brand's key is no private key */
export function signedByBrand({ apiKey, providerId, log }: Hub88Ports, body: string): string {
  try {
    return signHub88(apiKey, body)
  } catch (cause) {
    log.warn({ providerId, err: cause }, 'casino: the key of the brand at a provider is no private key')
    throw new AppError('casino.provider_failed', {}, { cause })
  }
}
