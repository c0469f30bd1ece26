import type { Generated } from 'kysely'
import type { GameStatusAnswer, PushTopic } from '#schemas'
import type { Json } from './column-types.ts'

/** By what push services know a brand. */
export interface PushKeyTable {
  brand_id: string
  public_key: string
  private_key: string
  created_at: Date
}

/** A browser of a player that takes messages. */
export interface PushDeviceTable {
  brand_id: string
  device_id: Generated<number>
  account_id: number
  session_id: string
  endpoint_hash: string
  sealed: string
  language: string
  origin: string
  created_at: Date
}

/** What a player wants to hear. */
export interface PushChoiceTable {
  brand_id: string
  account_id: number
  games: boolean
  bets: boolean
  messages: boolean
  is_quiet: boolean
  chosen_at: Date
}

export interface PushMessageTable {
  brand_id: string
  push_id: Generated<number>
  account_id: number
  topic: PushTopic
  subject: string
  template: string
  params: Json<Readonly<Record<string, string | number>>>
  state: 'due' | 'sent' | 'dropped'
  attempts: Generated<number>
  due_at: Date
  expires_at: Date
  created_at: Date
}

/** The state of a game when players last heard of it. */
export interface PushGameTable {
  brand_id: string
  game_id: number
  standing: Json<Pick<GameStatusAnswer, 'kind' | 'status' | 'score'>>
  seen_at: Date
}
