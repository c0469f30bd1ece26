import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { DeskItem, DeskItemsAnswer, DeskKind, DeskQuery } from '#schemas'
import { countWaitingAppeals, type KeptAppeal, listAppeals } from '../../account/block-appeal.ts'
import { countWaitingTalks, type ListedTalk, listTalks } from '../../account/office/support-desk.ts'
import { countDoubts, doubtsAtDesk } from '../../casino/desk/doubts.ts'
import type { DeskPart } from '../../db/desk-part.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { countAtDesk, paymentsAtDesk } from '../../payments/payment-desk.ts'
import type { PaymentRow } from '../../payments/payment-rows.ts'
import { countTalks, type ProtectionTalk, talksAtDesk } from '../../protection/protection-talks.ts'
import { WAITING_IDENTIFICATIONS } from '../../protection/shown-identification.ts'
import { claimsOf } from './desk-claims.ts'
import { countOverdue, enteredGames, foundGames, overdueGames } from './desk-games.ts'
import type { AtDesk, DeskPorts } from './desk-ports.ts'
import { outcomeOf, topicOf } from './desk-protection.ts'
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

/** A page of a list. */
interface ListPart extends DeskPart {
  /** Of talks, those of one queue; of games, those that a text means. */
  readonly queue?: string | undefined
  readonly text?: string | undefined
}

type Lister = (brand: string, part: ListPart) => Promise<readonly ListedItem[]>
type ListPorts = Pick<DeskPorts, 'db' | 'clock' | 'identification'>

const MOST_ITEMS = 200
const TITLE_LENGTH = 120
const DONE_IDENTIFICATIONS = ['verified', 'rejected'] as const

/** Makes the lists of the desk. */
export function createDeskLists(ports: ListPorts) {
  const { db, clock } = ports
  const listers = listersOf(ports)
  return {
    /** A page of what waits, of what of it the operator has taken, or of what is done. */
    async list(desk: AtDesk, { kind, filter, queue, text, page = 1 }: DeskQuery): Promise<DeskItemsAnswer> {
      const { brand } = desk
      const only = filter === 'mine' ? await takenBy(ports, desk, kind) : undefined
      const part = { isDone: filter === 'done', most: MOST_ITEMS + 1, skip: (page - 1) * MOST_ITEMS, only }
      const rows = only?.length === 0 ? [] : await listers[kind](brand, { ...part, queue, text })
      const shown = rows.slice(0, MOST_ITEMS)
      const items = await forBrand(db, brand).transaction((tx) => withPlayers(tx, desk, kind, shown, clock()))
      return {
        items,
        isMore: rows.length > MOST_ITEMS,
        ...(kind === 'support' ? { queues: await queuesAt(ports, brand, part.isDone) } : {}),
        waiting: await countWaiting(ports, brand),
      }
    },
  }
}

/** The items of a kind that the operator has taken. */
async function takenBy({ db, clock }: ListPorts, desk: AtDesk, kind: DeskKind): Promise<readonly number[]> {
  const claims = await forBrand(db, desk.brand).transaction((tx) =>
    tx.inStudio((studio) => claimsOf(studio, desk, kind, clock())),
  )
  return [...claims].flatMap(([item, { isMine }]) => (isMine ? item : []))
}

async function countWaiting(
  { db, clock, identification }: ListPorts,
  brand: string,
): Promise<DeskItemsAnswer['waiting']> {
  const waiting = await identification.list(brand, WAITING_IDENTIFICATIONS)
  return forBrand(db, brand).transaction(async (tx) => ({
    support: await countWaitingTalks(tx),
    identification: waiting.length,
    appeal: await countWaitingAppeals(tx),
    payment: await countAtDesk(tx),
    doubt: await countDoubts(tx),
    protection: await countTalks(tx),
    result: await countOverdue(tx, clock()),
  }))
}

/** The queues of talks with the support, in alphabetical order. */
async function queuesAt({ db }: ListPorts, brand: string, isDone: boolean): Promise<string[]> {
  const talks = await forBrand(db, brand).transaction((tx) => listTalks(tx, { isWaiting: !isDone }))
  return [...new Set(talks.flatMap(({ queue }) => queue ?? []))].sort()
}

function listersOf({ db, clock, identification }: ListPorts): Readonly<Record<DeskKind, Lister>> {
  const inBrand = <Result>(brand: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brand).transaction(work)
  return {
    support: async (brand, { isDone, ...part }) => {
      const talks = await inBrand(brand, (tx) => listTalks(tx, { ...part, isWaiting: !isDone }))
      return talks.map(talkItem)
    },
    identification: async (brand, part) => identificationItems(identification, brand, part),
    appeal: async (brand, part) => (await inBrand(brand, (tx) => listAppeals(tx, part))).map(appealItem),
    payment: async (brand, part) => (await inBrand(brand, (tx) => paymentsAtDesk(tx, part))).map(paymentItem),
    doubt: async (brand, part) => (await inBrand(brand, (tx) => doubtsAtDesk(tx, part))).map(doubtItem),
    protection: async (brand, part) => (await inBrand(brand, (tx) => talksAtDesk(tx, part))).map(protectionItem),
    result: async (brand, { text, isDone, ...part }) => {
      const games = await inBrand(brand, (tx) => {
        if (text !== undefined) return foundGames(tx, text, part, clock())
        return isDone ? enteredGames(tx, part) : overdueGames(tx, part, clock())
      })
      return games.map(({ gameId, name, state, since }) => ({ item: gameId, title: name, state, since }))
    },
  }
}

function talkItem({ accountId, waitingSince, lastAt, lastText, queue: waitsAt }: ListedTalk): ListedItem {
  return {
    ...{ item: accountId, accountId, title: lastText },
    ...(waitsAt === null ? {} : { queue: waitsAt }),
    state: waitingSince ? 'waiting' : 'answered',
    since: waitingSince ?? lastAt,
  }
}

async function identificationItems(
  identification: DeskPorts['identification'],
  brand: string,
  { isDone, most, skip = 0, only }: ListPart,
): Promise<readonly ListedItem[]> {
  const found = isDone
    ? await identification.list(brand, DONE_IDENTIFICATIONS, skip + most)
    : await identification.list(brand, WAITING_IDENTIFICATIONS)
  return found
    .filter(({ accountId }) => only?.includes(accountId) ?? true)
    .slice(skip, skip + most)
    .map(({ accountId, state, changedAt }) => ({ item: accountId, accountId, state, since: changedAt }))
}

function appealItem({ appealId, login, text, sentAt, decision, decidedAt }: KeptAppeal): ListedItem {
  return {
    ...{ item: appealId, state: decision ?? 'waiting', since: decidedAt ?? sentAt },
    title: `${login}: ${text}`,
  }
}

function paymentItem(payment: PaymentRow): ListedItem {
  const { payment_id, account_id, state, changed_at, direction, method_id, ...money } = payment
  return {
    ...{ item: payment_id, accountId: account_id, state, since: changed_at },
    title: `${direction}, ${minorToDecimal(Number(money.amount_minor), money.exponent)} ${money.currency}, ${method_id}`,
  }
}

function doubtItem(doubt: Awaited<ReturnType<typeof doubtsAtDesk>>[number]): ListedItem {
  const { doubt_id, account_id, kind, provider_id, subject, game_id, first_at, decision, resolved_at } = doubt
  return {
    ...{ item: doubt_id, accountId: account_id, state: decision ?? kind },
    since: resolved_at ?? first_at,
    title: `${provider_id}, ${game_id}: ${subject}`,
  }
}

function protectionItem(talk: ProtectionTalk): ListedItem {
  const { act_id, account_id, at, detail } = talk
  return {
    ...{ item: act_id, accountId: account_id, since: at },
    state: detail.operator === undefined ? `talk_${topicOf(talk)}` : outcomeOf(talk),
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
