import { sql } from 'kysely'
import { type GameNews, gameNews } from '#machines/feed/board/game-news.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { GameStatusAnswer, GameSubscription } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { NewPush, PushMessages } from './push-messages.ts'
import type { PushPorts } from './push-ports.ts'

/** What is looked back at for bets and answers, ms: what is older than that is no news. */
const LOOK_BACK_MS = 3_600_000
const BET_LIFE_MS = 12 * 3_600_000
const ANSWER_LIFE_MS = 12 * 3_600_000
/** A goal or a start of an hour ago is no news. */
const GAME_LIFE_MS = 900_000
const RESULT_LIFE_MS = 3 * 3_600_000
/** Games of a brand that are watched at most. */
const MOST_GAMES = 500
/** Start and result: what a marked game is worth. */
const OF_MARKED: GameSubscription['eventTypes'] = [1, 3]

/** The last state of a game. */
interface Wish {
  readonly accountId: number
  readonly gameId: number
  readonly eventTypes: GameSubscription['eventTypes']
}

/** Where a game stands now; null when it cannot be had. */
export type GameStanding = (gameId: number) => Promise<GameStatusAnswer | null>

/** Finds what players who take messages are to hear of: their bets, answers of the support, and games. */
export function createPushSources(
  { db, clock }: Pick<PushPorts, 'db' | 'clock'>,
  messages: Pick<PushMessages, 'add'>,
  standing: GameStanding,
) {
  /** Games are asked for outside of the transaction: the feed has a door of its own. */
  async function findGames(brandId: string): Promise<void> {
    const wishes = await forBrand(db, brandId).transaction(readWishes)
    const ids = [...new Set(wishes.map(({ gameId }) => gameId))].slice(0, MOST_GAMES)
    for (const gameId of ids) {
      const game = await standing(gameId)
      if (game)
        await noteGame(
          brandId,
          game,
          wishes.filter((wish) => wish.gameId === gameId),
        )
    }
  }

  async function noteGame(brandId: string, game: GameStatusAnswer, wishes: readonly Wish[]): Promise<void> {
    await forBrand(db, brandId).transaction(async (tx) => {
      const row = await tx
        .select('push_game')
        .select('standing')
        .where('game_id', '=', game.gameId)
        .forUpdate()
        .executeTakeFirst()
      const { kind, status, score } = game
      const now: Pick<GameStatusAnswer, 'kind' | 'status' | 'score'> = { kind, status, ...(score && { score }) }
      const kept = canonicalJson(now as never)
      if (row && canonicalJson(row.standing as never) === kept) return
      await tx
        .insert('push_game', { game_id: game.gameId, standing: kept, seen_at: clock() })
        .onConflict((conflict) =>
          conflict.columns(['brand_id', 'game_id']).doUpdateSet({ standing: kept, seen_at: clock() }),
        )
        .execute()
      // The first state that is seen is what later ones are held against.
      if (!row) return
      await messages.add(
        tx,
        wishes.flatMap((wish) =>
          gameNews(row.standing, game, wish.eventTypes).map((news) => gamePush(wish, game, news)),
        ),
      )
    })
  }

  return {
    /** Writes down what is new in a brand. */
    async find(brandId: string): Promise<void> {
      await forBrand(db, brandId).transaction(async (tx) => {
        const since = new Date(clock().getTime() - LOOK_BACK_MS)
        await messages.add(tx, [
          ...(await settledBets(tx, since)),
          ...(await supportAnswers(tx, since)),
          ...(await inboxMessages(tx, since)),
        ])
      })
      await findGames(brandId)
    },
  }
}

function gamePush(
  { accountId }: Wish,
  { gameId, kind, score, participants }: GameStatusAnswer,
  news: GameNews,
): NewPush {
  const { home = 0, away = 0 } = score ?? {}
  const isEnd = news === 'result' || news === 'void'
  return {
    accountId,
    topic: 'games',
    subject: `game:${gameId}:${news}${news === 'score' ? `:${home}-${away}` : ''}`,
    template: `game_${news}`,
    params: { gameId, kind, game: participants.map(({ name }) => name).join(' – '), score: `${home}:${away}` },
    lifeMs: isEnd ? RESULT_LIFE_MS : GAME_LIFE_MS,
  }
}

/** Players who take messages, have chosen a topic and have a device, as a condition on a column with their number. */
function takes(topic: 'games' | 'bets' | 'messages', table: 'bet' | 'support_message' | 'player_message') {
  return sql<boolean>`exists (select 1 from push_choice choice join push_device device
    on device.brand_id = choice.brand_id and device.account_id = choice.account_id
    where choice.brand_id = ${sql.ref(`${table}.brand_id`)} and choice.account_id = ${sql.ref(`${table}.account_id`)}
    and ${sql.ref(`choice.${topic}`)} and choice.chosen_at <= ${sql.ref(table === 'bet' ? 'bet.settled_at' : `${table}.created_at`)})`
}

async function settledBets(tx: BrandTransaction, since: Date): Promise<NewPush[]> {
  const rows = await tx
    .select('bet')
    .select(['bet_id', 'account_id', 'state'])
    .where('settled_at', '>', since)
    .where('settlement', 'is not', null)
    .where(takes('bets', 'bet'))
    .orderBy('bet_id')
    .limit(1000)
    .execute()
  return rows.map(({ bet_id, account_id, state }) => ({
    accountId: account_id,
    topic: 'bets' as const,
    subject: `bet:${bet_id}`,
    template: state === 'won' ? 'bet_won' : 'bet_settled',
    params: { betId: bet_id },
    lifeMs: BET_LIFE_MS,
  }))
}

async function supportAnswers(tx: BrandTransaction, since: Date): Promise<NewPush[]> {
  const rows = await tx
    .select('support_message')
    .select(['support_message_id', 'account_id', 'consultant'])
    .where('created_at', '>', since)
    .where('consultant', 'is not', null)
    .where('read_at', 'is', null)
    .where(takes('messages', 'support_message'))
    .orderBy('support_message_id')
    .limit(1000)
    .execute()
  // What was said stays in the talk: the screen of a locked phone is read by others.
  return rows.map(({ support_message_id, account_id, consultant }) => ({
    accountId: account_id,
    topic: 'messages' as const,
    subject: `talk:${support_message_id}`,
    template: 'message',
    params: { name: consultant ?? '' },
    lifeMs: ANSWER_LIFE_MS,
  }))
}

async function inboxMessages(tx: BrandTransaction, since: Date): Promise<NewPush[]> {
  const rows = await tx
    .select('player_message')
    .select(['message_id', 'account_id'])
    .where('created_at', '>', since)
    .where('read_at', 'is', null)
    .where(takes('messages', 'player_message'))
    .orderBy('message_id')
    .limit(1000)
    .execute()
  return rows.map(({ message_id, account_id }) => ({
    accountId: account_id,
    topic: 'messages' as const,
    subject: `inbox:${message_id}`,
    template: 'inbox',
    params: {},
    lifeMs: ANSWER_LIFE_MS,
  }))
}

/** The games that players with a device want to hear of: by their bells, and marked ones. */
async function readWishes(tx: BrandTransaction): Promise<Wish[]> {
  const taker = (table: 'game_subscription' | 'favorite_game') => sql<boolean>`exists (select 1 from push_choice choice
    join push_device device on device.brand_id = choice.brand_id and device.account_id = choice.account_id
    where choice.brand_id = ${sql.ref(`${table}.brand_id`)} and choice.account_id = ${sql.ref(`${table}.account_id`)} and choice.games)`
  const bells = await tx
    .select('game_subscription')
    .select(['account_id', 'game_id', 'event_type'])
    .where(taker('game_subscription'))
    .execute()
  const marked = await tx
    .select('favorite_game')
    .select(['account_id', 'game_id'])
    .where(taker('favorite_game'))
    .execute()
  const wishes = new Map<string, Wish>()
  const add = (accountId: number, gameId: number, types: GameSubscription['eventTypes']): void => {
    const key = `${accountId} ${gameId}`
    const known = wishes.get(key)?.eventTypes ?? []
    wishes.set(key, { accountId, gameId, eventTypes: [...new Set([...known, ...types])] })
  }
  for (const { account_id, game_id } of marked) add(account_id, game_id, OF_MARKED)
  for (const { account_id, game_id, event_type } of bells)
    add(account_id, game_id, [event_type as GameSubscription['eventTypes'][number]])
  return [...wishes.values()]
}
