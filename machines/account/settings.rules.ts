import { isTimeZone } from '#machines/site/tables/time-zone.rules.ts'
import type { SettingId } from '#schemas'

type Switch = 'on' | 'off'
const SWITCH: readonly Switch[] = ['on', 'off']

/** The values of each setting; those of a time zone are the zones that the platform knows. */
const VALUES = {
  time_zone: null,
  color_scheme: ['light', 'dark', 'system'],
  font_size: ['normal', 'large', 'largest'],
  mailing_news_email: SWITCH,
  mailing_news_sms: SWITCH,
  mailing_results_email: SWITCH,
  mailing_results_sms: SWITCH,
  bonus_offers: SWITCH,
  bonus_header: SWITCH,
} as const satisfies Readonly<Record<SettingId, readonly string[] | null>>

/** Whether a setting takes a value (ACC-18); the empty one takes back what was set. */
export function isSettingValue(id: SettingId, value: string): boolean {
  const values: readonly string[] | null = VALUES[id]
  return value === '' || (values === null ? isTimeZone(value) : values.includes(value))
}

/** What mailings are about, and the ways they take. */
export const MAILING_TOPICS = ['news', 'results'] as const
export const MAILING_WAYS = ['email', 'sms'] as const
export type MailingTopic = (typeof MAILING_TOPICS)[number]
export type MailingWay = (typeof MAILING_WAYS)[number]

/** The setting that lets mailings of a topic come by a way: `('news', 'sms')` → `mailing_news_sms`. */
export function mailingSetting(topic: MailingTopic, way: MailingWay): SettingId {
  return `mailing_${topic}_${way}`
}

/** Fields of the registration by which a player asks for mailings of a topic. */
const ASKED_BY: Readonly<Record<MailingTopic, string>> = { news: 'receive_news', results: 'receive_res' }

/** The mailings that a player asked for at registration: by e-mail, and by SMS if the player chose that channel
 *  too. */
export function mailingsOfRegistration(fields: Readonly<Record<string, unknown>>): readonly SettingId[] {
  const named: readonly unknown[] = Array.isArray(fields.connect) ? fields.connect : []
  const ways = named.length === 0 ? (['email'] as const) : MAILING_WAYS.filter((way) => named.includes(way))
  return MAILING_TOPICS.filter((topic) => fields[ASKED_BY[topic]] === true).flatMap((topic) =>
    ways.map((way) => mailingSetting(topic, way)),
  )
}
