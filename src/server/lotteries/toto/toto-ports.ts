import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { GlobalConfig, Score, TotoConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { TicketMoneyPorts } from '../money/ticket-money.ts'

/** What toto reads of a brand's configuration. */
export interface TotoSections {
  readonly toto: TotoConfig
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency'>
}

/** A game of the feed as it is now. */
export interface GameNow {
  readonly gameId: number
  readonly kind: number
  readonly sportId: number
  readonly champId: number
  readonly champName: string
  readonly home: string
  readonly away: string
  readonly startsAt: Date
  readonly isLive: boolean
  /** The score of the result in force, or before it the one of the game that is played. */
  readonly score?: Score
  /** The result in force; left out before there is one. */
  readonly end?: 'played' | 'void'
}

/** Where games and their results come from; asked within the transaction that acts on them. */
export interface TotoGames {
  /** Games by their numbers; one that is not in the book is left out. */
  readonly now: (tx: BrandTransaction, gameIds: readonly number[]) => Promise<ReadonlyMap<number, GameNow>>
  /** Games of two sides that have not started, the earliest first. */
  readonly coming: (
    tx: BrandTransaction,
    of: { readonly sportIds: readonly number[]; readonly from: Date; readonly until: Date; readonly most: number },
  ) => Promise<readonly GameNow[]>
}

/** What toto is given. */
export interface TotoPorts extends TicketMoneyPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<TotoSections>
  readonly games: TotoGames
  /** Whether the identity of a player is verified. */
  readonly isVerified: (tx: BrandTransaction, accountId: number) => Promise<boolean>
  readonly log: Pick<Logger, 'error' | 'warn'>
}
