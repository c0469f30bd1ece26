import { AppError } from '#calls/app-error.ts'
import type { CatalogueGame } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { CasinoPorts, CasinoSections, Gamer } from '../casino-ports.ts'
import type { ReadCatalogueOf } from '../catalogue/catalogue-store.ts'
import { catalogueRefusal } from '../catalogue/catalogue-terms.ts'
import type { CasinoProvider } from '../providers/casino-provider.ts'
import { balanceOf } from './session-sums.ts'
import { closeSession, openSession, type SessionRow } from './sessions.ts'

/** What a page asks to open at a provider. */
export interface AskedFrame {
  readonly gameId: string
  readonly mode: 'real' | 'fun'
  readonly device: 'desktop' | 'mobile'
  /** Currency of the active account, or of the site for a guest. */
  readonly currency: string
  readonly country: string
  readonly language: string
  /** Address of the lobby, to which the game leads back. */
  readonly lobbyUrl: string
}

/** A game that is opened in a frame. */
export interface OpenedFrame {
  readonly session: SessionRow
  /** Address of the frame. */
  readonly url: string
  readonly balanceMinor: number
}

/** What launches are joined with. */
export interface LaunchPorts {
  readonly ports: CasinoPorts
  readonly catalogueOf: ReadCatalogueOf
}

/** Opens a game of a provider (CAS-7): the session is kept before the provider is asked, takes nothing from the wallet until the address
 *  is here, and is closed when there is none. Nothing is locked while the provider is waited for. @returns null when the catalogue has
 *  no such game
 *  @throws AppError casino.not_for_country, casino.not_for_currency, casino.game_unknown, casino.provider_failed, casino.no_account,
 *  access.denied, or the reason of the guard */
export async function launchFrame(
  { ports, catalogueOf }: LaunchPorts,
  gamer: Gamer,
  asked: AskedFrame,
): Promise<OpenedFrame | null> {
  const sections = await ports.sections(gamer.brandId)
  if (Object.hasOwn(sections.casino.games, asked.gameId)) return null
  const entry = (await catalogueOf(gamer.brandId)).games.get(asked.gameId)
  if (!entry) return null
  const refusal = catalogueRefusal(entry, { ...asked, sections })
  if (refusal) throw new AppError(refusal, refusal === 'casino.not_for_currency' ? { currency: asked.currency } : {})
  if (asked.mode === 'fun' && !entry.features?.includes('demo')) throw new AppError('casino.game_unknown')
  const provider = (await ports.providers(gamer.brandId)).find(({ id }) => id === entry.provider)
  if (!provider) throw new AppError('casino.game_unknown')
  return launch(ports, { gamer, asked, sections, entry, provider })
}

async function launch(
  ports: CasinoPorts,
  of: {
    readonly gamer: Gamer
    readonly asked: AskedFrame
    readonly sections: CasinoSections
    readonly entry: CatalogueGame
    readonly provider: CasinoProvider
  },
): Promise<OpenedFrame> {
  const { gamer, asked, sections, entry, provider } = of
  const brand = forBrand(ports.db, gamer.brandId)
  const { gameId, mode, currency, country, device, language, lobbyUrl } = asked
  const wanted = { providerId: provider.id, gameId, mode, currency, country, device }
  const session = await brand.transaction((tx) =>
    openSession(tx, ports, { gamer, wanted, sections, isLaunched: false }),
  )
  try {
    const url = await provider.launch({
      ...{ sessionId: session.session_id, gameCode: entry.code, accountId: gamer.accountId, mode, currency, country },
      ...{ language, device, lobbyUrl },
    })
    if (!isFrameable(url, provider)) throw new AppError('casino.provider_failed')
    return await brand.transaction(async (tx) => {
      const now = ports.clock()
      await tx.update('casino_session', { launched_at: now }).where('session_id', '=', session.session_id).execute()
      return { session: { ...session, launched_at: now }, url, balanceMinor: await balanceOf(tx, ports, session) }
    })
  } catch (error) {
    ports.log.warn(
      { error: String(error), brandId: gamer.brandId, providerId: provider.id, gameId },
      'casino: not opened',
    )
    await brand.transaction((tx) => closeSession(tx, session, ports.clock()))
    throw error instanceof AppError ? error : new AppError('casino.provider_failed', {}, { cause: error })
  }
}

/** Whether the page may frame an address: one of the provider's origins, by HTTPS. */
function isFrameable(url: string, { frameOrigins }: Pick<CasinoProvider, 'frameOrigins'>): boolean {
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  return frameOrigins.includes(origin)
}
