import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DrawLine, SiteConfig } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import type { AskBeacon } from '../beacon/drand-client.ts'
import type { TicketMoneyPorts } from '../money/ticket-money.ts'

/** The sections of a brand's configuration that draw games read. */
export type DrawSections = Pick<SiteConfig, 'lotteries' | 'global'>

/** What draw games are joined with. */
export interface DrawPorts extends TicketMoneyPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly sections: (brandId: string) => Promise<DrawSections>
  /** A secret of 32 bytes as hex. */
  readonly newSeed: () => string
  /** The beacon that draws name a round of; without it they go by their secrets alone. */
  readonly beacon?: AskBeacon | undefined
}

/** A player who buys or reads tickets. */
export interface DrawPlayer {
  readonly brandId: string
  readonly accountId: number
}

/** What a player asks for. */
export interface AskedPurchase {
  /** Name of the purchase: asked again under it, it is the same. */
  readonly guid: string
  readonly game: string
  /** Number of the first draw. */
  readonly draw: number
  /** For how many draws in a row. */
  readonly draws: number
  readonly lines: readonly DrawLine[]
  /** Currency of the price, and of the account that pays it. */
  readonly currency: string
  /** What the player has seen as the price of all, minor units. */
  readonly priceMinor: number
}
