import { sql } from 'kysely'
import type { DeskNote, DeskPlayerAnswer, StudioAct } from '#schemas'
import { knownProfile } from '../../account/office/profile-change.ts'
import { latestEvents } from '../../account/security-events.ts'
import { listSessions } from '../../account/sign-in/sessions.ts'
import { acceptedTerms } from '../../account/terms.ts'
import { latestBets } from '../../betting/player-bets.ts'
import type { BrandTransaction } from '../../db/for-brand.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { listCurrencyAccounts } from '../../money/currency-accounts.ts'
import { latestEntries } from '../../money/player-entries.ts'
import { loggedAct } from '../access/acts.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { DeskSite } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

const MOST_ENTRIES = 30
const MOST_BETS = 30
const MOST_EVENTS = 30
const MOST_NOTES = 100
const MOST_ACTS = 50

/** Everything that the desk shows of a player. @throws StudioFailure player.unknown */
export async function readPlayerPage(
  tx: BrandTransaction,
  accountId: number,
  of: { readonly site: DeskSite; readonly now: Date; readonly mayAct: boolean },
): Promise<DeskPlayerAnswer> {
  const { site, now, mayAct } = of
  const card = (await playerCards(tx, [accountId])).get(accountId)
  if (!card) throw new StudioFailure('player.unknown')
  const { answers, verified } = await knownProfile(tx, accountId)
  const terms = await acceptedTerms(tx, accountId)
  const sessionsOf = { accountId, currentSessionId: '', now, idleMs: site.sessionIdleMs }
  const wallets = await listCurrencyAccounts(tx, accountId)
  const entries = await latestEntries(tx, accountId, MOST_ENTRIES)
  const bets = await latestBets(tx, accountId, MOST_BETS)
  const currencies = new Set([...wallets, ...entries, ...bets].map(({ currency }) => currency))
  const done = await tx.inStudio(async (studio) => ({
    notes: await notesOf(studio, tx.brandId, accountId),
    acts: await actsOn(studio, tx.brandId, accountId),
  }))
  return {
    card,
    ...(await languageAndState(tx, accountId)),
    ...(terms ? { terms: { ...terms } } : {}),
    answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, textOf(answer)])),
    verified: [...verified],
    contacts: await contactsOf(tx, accountId),
    sessions: (await listSessions(tx, sessionsOf)).map(({ sessionId, device, place, createdAt, lastSeenAt }) => ({
      ...{ id: sessionId, device, place },
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    wallets: wallets.map((wallet) => ({ ...wallet })),
    entries: entries.map(({ at, note, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      ...(note === null ? {} : { note }),
    })),
    bets: bets.map(({ placedAt, settledAt, ...bet }) => ({
      ...bet,
      placedAt: placedAt.toISOString(),
      ...(settledAt ? { settledAt: settledAt.toISOString() } : {}),
    })),
    events: (await latestEvents(tx, accountId, MOST_EVENTS)).map(({ at, ...event }) => ({
      ...event,
      at: at.toISOString(),
    })),
    ...done,
    exponents: Object.fromEntries(Object.entries(site.exponents).filter(([currency]) => currencies.has(currency))),
    mayAct,
  }
}

async function languageAndState(tx: BrandTransaction, accountId: number) {
  const profile = await tx.select('profile').select('language').where('account_id', '=', accountId).executeTakeFirst()
  const row = await tx.select('identification').select('state').where('account_id', '=', accountId).executeTakeFirst()
  return { language: profile?.language ?? '', identification: row?.state ?? ('none' as const) }
}

async function contactsOf(tx: BrandTransaction, accountId: number): Promise<DeskPlayerAnswer['contacts']> {
  const rows = await tx
    .select('identifier')
    .select(['kind', 'value', 'verified_at'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .execute()
  return rows.map(({ verified_at, ...address }) => ({ ...address, isProved: verified_at !== null }))
}

async function notesOf(tx: StudioTransaction, brand: string, accountId: number): Promise<DeskNote[]> {
  const rows = await tx
    .selectFrom('studio.player_note')
    .select(['note_id as id', 'author', 'at', 'body as text'])
    .where('brand_id', '=', brand)
    .where('account_id', '=', accountId)
    .orderBy('note_id', 'desc')
    .limit(MOST_NOTES)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

async function actsOn(tx: StudioTransaction, brand: string, accountId: number): Promise<StudioAct[]> {
  const rows = await tx
    .selectFrom('studio.act')
    .selectAll()
    .where('brand_id', '=', brand)
    .where(sql<boolean>`details ? 'player'`)
    .where(sql<string>`details ->> 'player'`, '=', String(accountId))
    .orderBy('sequence', 'desc')
    .limit(MOST_ACTS)
    .execute()
  return rows.map(loggedAct)
}

function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
