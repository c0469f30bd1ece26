import type { PushTopic } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { PushPorts } from './push-ports.ts'

/** Something that a player is to hear of. */
export interface NewPush {
  readonly accountId: number
  readonly topic: PushTopic
  /** What it is about, such as `bet:17`: each thing is sent once. */
  readonly subject: string
  /** `bet_won` → the texts push.bet_won_title and push.bet_won_body. */
  readonly template: string
  readonly params: Readonly<Record<string, string | number>>
  /** How long it is worth telling, ms. */
  readonly lifeMs: number
}

/** A message that is to be sent. */
export interface DuePush {
  readonly pushId: number
  readonly accountId: number
  readonly topic: PushTopic
  readonly subject: string
  readonly template: string
  readonly params: Readonly<Record<string, string | number>>
  readonly attempts: number
  readonly expiresAt: Date
  readonly isWanted: boolean
  readonly isQuiet: boolean
}

/** Messages that one round sends of a brand at most. */
const MOST_DUE = 200
/** What is sent or dropped is kept this long, so that it is not sent again, ms. */
const KEEP_MS = 3 * 86_400_000
const RETRY_MS = 30_000
/** How long a message is left to the process that sends it, ms: after that it has died, and another one sends it. */
const TAKEN_MS = 60_000

/** What players are to hear of. */
export function createPushMessages(ports: Pick<PushPorts, 'db' | 'clock'>) {
  const { db, clock } = ports
  return {
    /** Writes down messages, each once. */
    async add(tx: BrandTransaction, messages: readonly NewPush[]): Promise<void> {
      const now = clock()
      for (const { accountId, lifeMs, params, ...message } of messages)
        await tx
          .insert('push_message', {
            ...message,
            account_id: accountId,
            params: JSON.stringify(params),
            state: 'due',
            due_at: now,
            expires_at: new Date(now.getTime() + lifeMs),
            created_at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },

    /** The messages that are due, with whether their players want such at all now. */
    due: (brandId: string) => due(ports, brandId),

    /** Takes a message in order to send it: of several processes one does. @returns whether it is ours */
    async take(brandId: string, pushId: number): Promise<boolean> {
      const now = clock()
      const taken = await forBrand(db, brandId).transaction((tx) =>
        tx
          .update('push_message', { due_at: new Date(now.getTime() + TAKEN_MS) })
          .where('push_id', '=', pushId)
          .where('state', '=', 'due')
          .where('due_at', '<=', now)
          .returning('push_id')
          .executeTakeFirst(),
      )
      return taken !== undefined
    },

    /** Ends a message. */
    async end(brandId: string, pushId: number, state: 'sent' | 'dropped'): Promise<void> {
      await forBrand(db, brandId).transaction((tx) =>
        tx.update('push_message', { state }).where('push_id', '=', pushId).execute(),
      )
    },

    /** Lets a message wait until a moment. */
    async wait(brandId: string, pushId: number, until: Date): Promise<void> {
      await forBrand(db, brandId).transaction((tx) =>
        tx.update('push_message', { due_at: until }).where('push_id', '=', pushId).execute(),
      )
    },

    /** Lets a message be tried again, each time after twice as long. */
    async retry(brandId: string, { pushId, attempts }: Pick<DuePush, 'pushId' | 'attempts'>): Promise<void> {
      const due_at = new Date(clock().getTime() + RETRY_MS * 2 ** attempts)
      await forBrand(db, brandId).transaction((tx) =>
        tx
          .update('push_message', { due_at, attempts: attempts + 1 })
          .where('push_id', '=', pushId)
          .execute(),
      )
    },

    /** Deletes what was ended long ago. */
    async clean(brandId: string): Promise<void> {
      const before = new Date(clock().getTime() - KEEP_MS)
      await forBrand(db, brandId).transaction((tx) =>
        tx.delete('push_message').where('state', '!=', 'due').where('created_at', '<', before).execute(),
      )
    },
  }
}

function due({ db, clock }: Pick<PushPorts, 'db' | 'clock'>, brandId: string): Promise<DuePush[]> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const rows = await tx
      .select('push_message')
      .leftJoin('push_choice', (on) =>
        on
          .onRef('push_choice.brand_id', '=', 'push_message.brand_id')
          .onRef('push_choice.account_id', '=', 'push_message.account_id'),
      )
      .select(['push_id', 'push_message.account_id', 'topic', 'subject', 'template', 'params', 'attempts'])
      .select(['expires_at', 'games', 'bets', 'messages', 'is_quiet'])
      .where('state', '=', 'due')
      .where('due_at', '<=', clock())
      .orderBy('push_id')
      .limit(MOST_DUE)
      .execute()
    return rows.map((row) => ({
      pushId: row.push_id,
      accountId: row.account_id,
      topic: row.topic,
      subject: row.subject,
      template: row.template,
      params: row.params,
      attempts: row.attempts,
      expiresAt: row.expires_at,
      isWanted: row[row.topic] === true,
      isQuiet: row.is_quiet !== false,
    }))
  })
}

/** What players are to hear of. */
export type PushMessages = ReturnType<typeof createPushMessages>
