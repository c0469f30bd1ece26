import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { DeskItem, DeskItemsAnswer, DeskKind, DeskQuery } from '#schemas'
import { countWaitingAppeals, listAppeals } from '../../account/block-appeal.ts'
import { countWaitingTalks, listTalks } from '../../account/office/support-desk.ts'
import { countDoubts, doubtsAtDesk } from '../../casino/desk/doubts.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { countAtDesk, paymentsAtDesk } from '../../payments/payment-desk.ts'
import { WAITING_IDENTIFICATIONS } from '../../protection/shown-identification.ts'
import { claimsOf } from './desk-claims.ts'
import type { AtDesk, DeskPorts } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** An item before it is known who its player is and who has taken it. */
interface ListedItem {
  readonly item: number
  readonly state: string
  readonly since: Date
  readonly title?: string
  readonly accountId?: number
  readonly queue?: string
}

type Lister = (brand: string, isDone: boolean) => Promise<readonly ListedItem[]>

const MOST_ITEMS = 200
const TITLE_LENGTH = 120
const DONE_IDENTIFICATIONS = ['verified', 'rejected'] as const

/** Makes the lists of the desk. */
export function createDeskLists(ports: Pick<DeskPorts, 'db' | 'clock' | 'identification'>) {
  const { db, clock, identification } = ports
  const listers = listersOf(ports)

  async function countWaiting(brand: string): Promise<DeskItemsAnswer['waiting']> {
    const waiting = await identification.list(brand, WAITING_IDENTIFICATIONS)
    return forBrand(db, brand).transaction(async (tx) => ({
      support: await countWaitingTalks(tx),
      identification: waiting.length,
      appeal: await countWaitingAppeals(tx),
      payment: await countAtDesk(tx),
      doubt: await countDoubts(tx),
    }))
  }

  return {
    /** What waits, what of it the operator has taken, or what is done. */
    async list(desk: AtDesk, { kind, filter, queue }: DeskQuery): Promise<DeskItemsAnswer> {
      const { brand } = desk
      const isDone = filter === 'done'
      const isOfQueue = kind === 'support' && queue !== undefined
      const all = await listers[kind](brand, isDone)
      const rows = isOfQueue ? await talksAt(ports, brand, { isDone, queue }) : all
      const items = await forBrand(db, brand).transaction((tx) => withPlayers(tx, desk, kind, rows, clock()))
      return {
        items: filter === 'mine' ? items.filter(({ claim }) => claim?.isMine) : items,
        ...(kind === 'support' ? { queues: queuesOf(all) } : {}),
        waiting: await countWaiting(brand),
      }
    },
  }
}

/** Talks with the support, of one queue where it is named. */
async function talksAt(
  { db }: Pick<DeskPorts, 'db'>,
  brand: string,
  { isDone, queue }: { readonly isDone: boolean; readonly queue?: string },
): Promise<readonly ListedItem[]> {
  const which = { isWaiting: !isDone, most: MOST_ITEMS, queue }
  const talks = await forBrand(db, brand).transaction((tx) => listTalks(tx, which))
  return talks.map(({ accountId, waitingSince, lastAt, lastText, queue: waitsAt }) => ({
    ...{ item: accountId, accountId, title: lastText },
    ...(waitsAt === null ? {} : { queue: waitsAt }),
    state: waitingSince ? 'waiting' : 'answered',
    since: waitingSince ?? lastAt,
  }))
}

function queuesOf(rows: readonly ListedItem[]): string[] {
  return [...new Set(rows.flatMap(({ queue }) => queue ?? []))].sort()
}

function listersOf({
  db,
  identification,
}: Pick<DeskPorts, 'db' | 'identification'>): Readonly<Record<DeskKind, Lister>> {
  return {
    support: (brand, isDone) => talksAt({ db }, brand, { isDone }),
    identification: async (brand, isDone) => {
      const found = isDone
        ? await identification.list(brand, DONE_IDENTIFICATIONS, MOST_ITEMS)
        : await identification.list(brand, WAITING_IDENTIFICATIONS)
      return found.slice(0, MOST_ITEMS).map(({ accountId, state, changedAt }) => ({
        ...{ item: accountId, accountId, state },
        since: changedAt,
      }))
    },
    appeal: async (brand, isDecided) => {
      const appeals = await forBrand(db, brand).transaction((tx) => listAppeals(tx, { isDecided, most: MOST_ITEMS }))
      return appeals.map(({ appealId, login, text, sentAt, decision, decidedAt }) => ({
        item: appealId,
        state: decision ?? 'waiting',
        since: decidedAt ?? sentAt,
        title: `${login}: ${text}`,
      }))
    },
    payment: async (brand, isDone) => {
      const payments = await forBrand(db, brand).transaction((tx) => paymentsAtDesk(tx, { isDone, most: MOST_ITEMS }))
      return payments.map(({ payment_id, account_id, state, changed_at, direction, method_id, ...money }) => ({
        ...{ item: payment_id, accountId: account_id, state, since: changed_at },
        title: `${direction}, ${minorToDecimal(Number(money.amount_minor), money.exponent)} ${money.currency}, ${method_id}`,
      }))
    },
    doubt: async (brand, isDone) => {
      const doubts = await forBrand(db, brand).transaction((tx) => doubtsAtDesk(tx, { isDone, most: MOST_ITEMS }))
      return doubts.map(({ doubt_id, account_id, kind, provider_id, subject, game_id, first_at, ...doubt }) => ({
        ...{ item: doubt_id, accountId: account_id, state: doubt.decision ?? kind },
        since: doubt.resolved_at ?? first_at,
        title: `${provider_id}, ${game_id}: ${subject}`,
      }))
    },
  }
}

async function withPlayers(
  tx: BrandTransaction,
  desk: AtDesk,
  kind: DeskKind,
  rows: readonly ListedItem[],
  now: Date,
): Promise<DeskItem[]> {
  const cards = await playerCards(
    tx,
    rows.flatMap(({ accountId }) => accountId ?? []),
  )
  const claims = await tx.inStudio((studio) => claimsOf(studio, desk, kind, now))
  return rows.map(({ item, state, since, title, accountId, queue }) => {
    const player = accountId === undefined ? undefined : cards.get(accountId)
    const claim = claims.get(item)
    return {
      ...{ kind, item, state, since: since.toISOString() },
      ...(title === undefined ? {} : { title: title.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH) }),
      ...(queue === undefined ? {} : { queue }),
      ...(player ? { player } : {}),
      ...(claim ? { claim } : {}),
    }
  })
}
