import { AppError } from '#calls/app-error.ts'
import {
  MAILING_TOPICS,
  MAILING_WAYS,
  mailingSetting,
  mailingsOfRegistration,
} from '#machines/account/settings.rules.ts'
import type { PlayerSettings, SettingId } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { addressesOf } from './proved-addresses.ts'

/** The sports that a player does not want to see, by id, ascending. */
export interface DisallowedSports {
  readonly line: readonly number[]
  readonly live: readonly number[]
}

/** The player's settings, and the channels that reach the player. */
export interface PlayerPreferences {
  readonly settings: PlayerSettings
  readonly disallowed: DisallowedSports
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** The preferences of a player (ACC-17 to ACC-20). */
export function createSettings({ db, clock, guard, enqueue }: AccountPorts) {
  return {
    readPreferences(brandId: string, accountId: number): Promise<PlayerPreferences> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const addresses = await addressesOf(tx, accountId)
        return {
          settings: await settingsOf(tx, accountId),
          disallowed: await disallowedSports(tx, accountId),
          hasEmail: addresses.email !== undefined,
          hasPhone: addresses.phone !== undefined,
        }
      })
    },

    /** Sets one thing; the empty value takes it back. */
    async saveSetting(brandId: string, accountId: number, id: SettingId, value: string): Promise<void> {
      await forBrand(db, brandId).transaction(async (tx) => {
        await tx.delete('player_setting').where('account_id', '=', accountId).where('setting_id', '=', id).execute()
        if (value === '') return
        const row = { account_id: accountId, setting_id: id, setting_value: value, changed_at: clock() }
        await tx.insert('player_setting', row).execute()
      })
    },

    /** Replaces both lists (decision 26). */
    async disallowSports(brandId: string, accountId: number, { line, live }: DisallowedSports): Promise<void> {
      const of = (feed: 'line' | 'live') => (sport_id: number) => ({ account_id: accountId, feed, sport_id })
      const rows = [...line.map(of('line')), ...live.map(of('live'))]
      await forBrand(db, brandId).transaction(async (tx) => {
        await tx.delete('disallowed_sport').where('account_id', '=', accountId).execute()
        if (rows.length > 0) await tx.insert('disallowed_sport', rows).execute()
      })
    },

    /** Mails the player the address of the site, to be kept. @throws AppError mailing.no_email, rate.limited */
    async mailSiteAddress(visitor: Visitor, accountId: number): Promise<void> {
      const { brandId, language, origin } = visitor
      await guard.take('code_sending', brandId, budgetKeys(visitor, `site-address ${accountId}`))
      await forBrand(db, brandId).transaction(async (tx) => {
        const { email } = await addressesOf(tx, accountId)
        if (email === undefined) throw new AppError('mailing.no_email')
        const message = { kind: 'mail', template: 'site_address', recipient: email } as const
        await enqueue(tx, { ...message, language, params: { link: origin }, now: clock() })
      })
    },
  }
}

/** What a player has set, setting id → value. */
export async function settingsOf(tx: BrandTransaction, accountId: number): Promise<PlayerSettings> {
  const rows = await tx
    .select('player_setting')
    .select(['setting_id', 'setting_value'])
    .where('account_id', '=', accountId)
    .execute()
  return Object.fromEntries(rows.map(({ setting_id, setting_value }) => [setting_id, setting_value]))
}

/** Switches the mailings on that a new player has asked for. */
export async function openSettings(
  tx: BrandTransaction,
  {
    accountId,
    fields,
    now,
  }: { readonly accountId: number; readonly fields: Readonly<Record<string, unknown>>; readonly now: Date },
): Promise<void> {
  const rows = mailingsOfRegistration(fields).map((setting_id) => ({
    account_id: accountId,
    setting_id,
    setting_value: 'on',
    changed_at: now,
  }))
  if (rows.length > 0) await tx.insert('player_setting', rows).execute()
}

/** Ends all mailings of a player: who takes a break gets no marketing (RG-11). */
export async function endMailings(tx: BrandTransaction, accountId: number): Promise<void> {
  const mailings = MAILING_TOPICS.flatMap((topic) => MAILING_WAYS.map((way) => mailingSetting(topic, way)))
  await tx.delete('player_setting').where('account_id', '=', accountId).where('setting_id', 'in', mailings).execute()
}

async function disallowedSports(tx: BrandTransaction, accountId: number): Promise<DisallowedSports> {
  const rows = await tx
    .select('disallowed_sport')
    .select(['feed', 'sport_id'])
    .where('account_id', '=', accountId)
    .orderBy('sport_id')
    .execute()
  const of = (feed: string) => rows.filter((row) => row.feed === feed).map(({ sport_id }) => sport_id)
  return { line: of('line'), live: of('live') }
}
