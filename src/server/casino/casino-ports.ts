import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { CasinoConfig, GlobalConfig, LicenceConfig } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import type { CasinoProvider } from './providers/casino-provider.ts'
import type { WalletPorts } from './wallet/wallet-core.ts'

/** What the casino reads of a brand's configuration. */
export interface CasinoSections {
  readonly casino: CasinoConfig
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency'>
  readonly licence: Pick<LicenceConfig, 'pack'>
}

/** What the casino is given. */
export interface CasinoPorts extends WalletPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<CasinoSections>
  /** The providers that a brand has joined. */
  readonly providers: (brandId: string) => Promise<readonly CasinoProvider[]>
  /** Makes names of sessions that nobody can guess. */
  readonly newId: () => string
  /** 32 random bytes as hex. */
  readonly newSeed: () => string
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** Who plays: a player, or a guest for fun. */
export interface Gamer {
  readonly brandId: string
  /** Null of a guest. */
  readonly accountId: number | null
}

/** The name under which the engine's own games are in the books. */
export const OWN_PROVIDER = 'livery'
