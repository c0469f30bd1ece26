import { AppError } from '#calls/app-error.ts'
import type { OperatorsFileAnswer } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { marksOf, type Person, personOf } from '../exclusion/person-marks.ts'
import { type FileSettings, isFiled } from './deposit-permissions.ts'
import { type OperatorsFilePorts, tellFile } from './operators-file.ts'

/** That the file of all operators has to be asked whether a person may play here: nothing can be asked within a transaction. */
export class ActivityUnasked extends Error {
  override readonly name = 'ActivityUnasked'
  readonly person: Person

  constructor(person: Person) {
    super('the file of all operators has not been asked')
    this.person = person
  }
}

/** How long a file is not asked again that did not answer, and a player is not noted again whose leaving is under way. */
const SILENCE_MS = 60_000
const MINUTE_MS = 60_000
/** From the answer of the file until the session of the player is there. */
const ENTERING_MS = 60_000

/** Lets a person pass who is noted as playing here; the file says who plays elsewhere (GlüStV § 6h).
 *  @throws AppError sign_in.name_needed, sign_in.active_elsewhere, sign_in.operators_silent   @throws ActivityUnasked */
export async function checkActivity(
  tx: BrandTransaction,
  { person, responsible, now }: { readonly person: Person; readonly responsible: FileSettings; readonly now: Date },
): Promise<void> {
  if (!isFiled(responsible, person.country)) return
  const { person: mark } = marksOf(person)
  if (!mark) throw new AppError('sign_in.name_needed')
  const row = await tx
    .select('player_activity')
    .select(['state', 'changed_at as changedAt', 'waits_until as waitsUntil'])
    .where('mark', '=', mark)
    // Who is being noted as gone waits for that.
    .forUpdate()
    .executeTakeFirst()
  if (row?.state === 'active') return
  if (row?.state === 'elsewhere' && row.waitsUntil && now < row.waitsUntil) {
    const minutes = Math.ceil((row.waitsUntil.getTime() - now.getTime()) / MINUTE_MS)
    throw new AppError('sign_in.active_elsewhere', { minutes })
  }
  const isOpen = row?.state === 'silent' || row?.state === 'leaving'
  if (isOpen && now.getTime() - row.changedAt.getTime() < SILENCE_MS) throw new AppError('sign_in.operators_silent')
  throw new ActivityUnasked(person)
}

/** Whether a player is noted as playing here, where the file has players of their country. */
export async function isActiveHere(
  tx: BrandTransaction,
  { accountId, responsible }: { readonly accountId: number; readonly responsible: FileSettings },
): Promise<boolean> {
  if (!responsible.operatorsFile) return true
  const profile = await tx
    .select('profile')
    .leftJoin('person_mark', (join) =>
      join
        .onRef('person_mark.brand_id', '=', 'profile.brand_id')
        .onRef('person_mark.account_id', '=', 'profile.account_id')
        .on('person_mark.kind', '=', 'person'),
    )
    .leftJoin('player_activity', (join) =>
      join
        .onRef('player_activity.brand_id', '=', 'person_mark.brand_id')
        .onRef('player_activity.mark', '=', 'person_mark.mark'),
    )
    .select(['profile.country', 'player_activity.state'])
    .where('profile.account_id', '=', accountId)
    .executeTakeFirst()
  return !isFiled(responsible, profile?.country ?? null) || profile?.state === 'active'
}

/** Asks the file whether a person may play here, and keeps what it says. */
export async function enterFile(
  ports: OperatorsFilePorts,
  brandId: string,
  { person }: ActivityUnasked,
): Promise<void> {
  const { person: mark } = marksOf(person)
  if (mark === undefined) return
  const answer = await tellFile(ports, brandId, { act: 'enter', person })
  const now = ports.clock()
  const kept = { ...stateOf(answer, now), changed_at: now }
  await forBrand(ports.db, brandId).transaction((tx) =>
    tx
      .insert('player_activity', { mark, ...kept })
      .onConflict((conflict) => conflict.columns(['brand_id', 'mark']).doUpdateSet(kept))
      .execute(),
  )
}

function stateOf(answer: OperatorsFileAnswer | null, now: Date) {
  if (!answer) return { state: 'silent', waits_until: null } as const
  if (answer.isAllowed) return { state: 'active', waits_until: null } as const
  const waitsMs = Math.max(answer.waitSeconds ?? 0, SILENCE_MS / 1000) * 1000
  return { state: 'elsewhere', waits_until: new Date(now.getTime() + waitsMs) } as const
}

/** Reports to the file of a brand who has left: those who are noted as playing here and have no session any more. What it does not take
 *  is sent again in the next round. @param idleMs after which a session is over @returns how many have left */
export async function leaveFile(ports: OperatorsFilePorts, brandId: string, idleMs: number): Promise<number> {
  const now = ports.clock()
  const door = forBrand(ports.db, brandId)
  const { operatorsFile: file } = (await ports.sections(brandId)).responsible
  const gone = await door.transaction((tx) => takeGone(tx, now, idleMs))
  let left = 0
  for (const { mark, person } of gone) {
    // An account that no longer exists has no name to report, and a brand may have no file any more.
    const answer = person && file ? await tellFile(ports, brandId, { act: 'leave', person }) : { isAllowed: true }
    await door.transaction(async (tx) => {
      const own = tx.update('player_activity', { state: answer ? 'left' : 'active', changed_at: now })
      await own.where('mark', '=', mark).where('state', '=', 'leaving').execute()
    })
    if (answer) left += 1
  }
  return left
}

/** Takes who has no session any more: until the file knows, they are not noted again. */
async function takeGone(tx: BrandTransaction, now: Date, idleMs: number) {
  const rows = await tx
    .select('player_activity')
    .select('mark')
    .where('state', 'in', ['active', 'leaving'])
    .where('changed_at', '<', new Date(now.getTime() - ENTERING_MS))
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('person_mark')
            .innerJoin('session', (join) =>
              join
                .onRef('session.brand_id', '=', 'person_mark.brand_id')
                .onRef('session.account_id', '=', 'person_mark.account_id'),
            )
            .select('session.session_id')
            .where('person_mark.brand_id', '=', tx.brandId)
            .where('person_mark.kind', '=', 'person')
            .where('person_mark.mark', '=', ref('player_activity.mark'))
            .where('session.ended_at', 'is', null)
            .where('session.expires_at', '>', now)
            .where('session.last_seen_at', '>', new Date(now.getTime() - idleMs)),
        ),
      ),
    )
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute()
  const gone: { readonly mark: string; readonly person: Person | undefined }[] = []
  for (const { mark } of rows) {
    await tx.update('player_activity', { state: 'leaving', changed_at: now }).where('mark', '=', mark).execute()
    const own = await tx
      .select('person_mark')
      .select('account_id as accountId')
      .where('kind', '=', 'person')
      .where('mark', '=', mark)
      .orderBy('account_id')
      .executeTakeFirst()
    gone.push({ mark, person: own && (await personOf(tx, own.accountId)) })
  }
  return gone
}
