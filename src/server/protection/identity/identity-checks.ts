import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { nanoid } from 'nanoid'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { IdentityCheckTable } from '#server/db/tables/protection-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { isSameName, personOf } from '../exclusion/person-marks.ts'
import type { ProviderDecision } from '../identification.service.ts'
import type { FramePorts, FrameSessions } from './frame-provider.ts'
import { frameToken, frameVerdict } from './frame-provider.ts'
import {
  type IdentityProviderId,
  IdentitySilent,
  type IdentityVerdict,
  type ProvedPerson,
} from './identity-provider.ts'
import type { PhoneIdClaim, PhoneIdProvider } from './phone-id-providers.ts'
import { readSumsubWebhook, type SumsubPorts, sumsubToken } from './sumsub-provider.ts'

/** The providers that a brand has, each joined; what is left out it does not have. */
export interface JoinedIdentity {
  readonly sumsub?: SumsubPorts
  readonly smart_id?: PhoneIdProvider
  readonly mobile_id?: PhoneIdProvider
  readonly verigram?: FramePorts
}

/** What checks of identity need of others. */
export interface IdentityCheckPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly providers: (brandId: string) => Promise<JoinedIdentity>
  /** Brings the identification of a player to where a verdict leads. */
  readonly decide: (tx: BrandTransaction, accountId: number, decision: ProviderDecision) => Promise<boolean>
  /** Says that a provider was silent, without anything of the player. */
  readonly warn: (fields: { readonly provider: IdentityProviderId; readonly fault: string }) => void
}

/** Whose check it is. */
export interface CheckedPlayer {
  readonly brandId: string
  readonly accountId: number
}

/** A check as its player may see it. */
export interface SeenCheck {
  readonly state: IdentityCheckTable['state']
  /** Why it failed, as a code, or what the provider lets the player read of a refusal. */
  readonly reason: string | null
}

type PhoneIdName = 'smart_id' | 'mobile_id'
type CheckRow = Pick<IdentityCheckTable, 'check_id' | 'account_id' | 'reference' | 'challenge' | 'state' | 'reason'> & {
  readonly started_at: Date
  readonly decided_at: Date | null
}

const CHALLENGE_BYTES = 64
/** A phone is asked for some two minutes; a session is kept for five minutes after its end. */
const RUNS_MS = 420_000

/** Checks of identity by providers (KYC-4 to KYC-6, KYC-9). */
export type IdentityChecks = ReturnType<typeof createIdentityChecks>

/** Makes the checks. Providers are asked outside of transactions. */
export function createIdentityChecks(ports: IdentityCheckPorts) {
  /** One question about a check at a time: a second one would end the first at the provider. */
  const asked = new Map<string, Promise<SeenCheck>>()
  return {
    /** The providers that a brand has joined; one that lacks a secret is none. */
    async offered(brandId: string): Promise<readonly IdentityProviderId[]> {
      return Object.keys(await ports.providers(brandId)) as IdentityProviderId[]
    },

    /** Has the phone of a player ask them to sign.
     *  @returns the name of the check and the code to compare
     *  @throws AppError identification.provider_absent, .provider_silent, .no_account */
    beginPhoneId: (player: CheckedPlayer, name: PhoneIdName, claim: PhoneIdClaim) =>
      beginPhoneId(ports, player, name, claim),

    /** The code of a check. @throws AppError identification.check_unknown */
    async codeOf(player: CheckedPlayer, name: PhoneIdName, checkId: string): Promise<string> {
      const { provider, row } = await phoneCheck(ports, player, name, checkId)
      return provider.codeOf(Buffer.from(row.challenge ?? '', 'base64'))
    },

    /** Asks what has come of a check, unless it is decided. @throws AppError identification.check_unknown, .provider_silent */
    pollPhoneId(player: CheckedPlayer, name: PhoneIdName, checkId: string): Promise<SeenCheck> {
      const key = `${player.brandId} ${checkId}`
      const running = asked.get(key)
      if (running) return running
      const asking = pollPhoneId(ports, player, name, checkId).finally(() => asked.delete(key))
      asked.set(key, asking)
      return asking
    },

    /** A token for the page of Sumsub. @throws AppError identification.provider_absent, .provider_silent */
    async sumsubToken(player: CheckedPlayer) {
      const sumsub = await joined(ports, player.brandId, 'sumsub')
      const reference = await standingReference(ports, player, 'sumsub')
      return heard(ports, 'sumsub', () => sumsubToken(sumsub, reference))
    },

    /** A token for the frame. @throws AppError identification.provider_absent, .provider_silent */
    async frameToken(player: CheckedPlayer) {
      const frame = await joined(ports, player.brandId, 'verigram')
      const reference = await standingReference(ports, player, 'verigram')
      return heard(ports, 'verigram', () => frameToken(frame, reference))
    },

    /** Judges the sessions of the frame. @throws AppError identification.provider_absent, .provider_silent */
    async judgeSessions(player: CheckedPlayer, sessions: FrameSessions): Promise<SeenCheck> {
      const frame = await joined(ports, player.brandId, 'verigram')
      const reference = await standingReference(ports, player, 'verigram')
      const verdict = await heard(ports, 'verigram', () => frameVerdict(frame, reference, sessions))
      return settle(ports, player.brandId, { provider: 'verigram', reference, verdict, at: ports.clock() })
    },

    /** Takes an event of Sumsub: of two the later one by Sumsub's clock counts, in whatever order they come.
     *  @throws AppError identification.provider_absent, .webhook_unsigned, .webhook_wrong_signature, .webhook_malformed */
    async takeSumsubWebhook(
      brandId: string,
      headers: Readonly<Record<string, string | undefined>>,
      body: Uint8Array,
    ): Promise<'applied' | 'ignored'> {
      const { webhookSecret } = await joined(ports, brandId, 'sumsub')
      const event = readSumsubWebhook(webhookSecret, headers, body)
      if (typeof event === 'string') throw new AppError(`identification.webhook_${event}`)
      if (event === null) return 'ignored'
      return applyEvent(ports, brandId, { provider: 'sumsub', ...event })
    },
  }
}

async function joined<Name extends keyof JoinedIdentity>(
  ports: IdentityCheckPorts,
  brandId: string,
  name: Name,
): Promise<NonNullable<JoinedIdentity[Name]>> {
  const provider = (await ports.providers(brandId))[name]
  if (!provider) throw new AppError('identification.provider_absent')
  return provider
}

/** Asks a provider. @throws AppError identification.provider_silent */
async function heard<Answer>(
  ports: IdentityCheckPorts,
  provider: IdentityProviderId,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof IdentitySilent)) throw error
    ports.warn({ provider, fault: error.message })
    throw new AppError('identification.provider_silent', {}, { cause: error })
  }
}

async function beginPhoneId(ports: IdentityCheckPorts, player: CheckedPlayer, name: PhoneIdName, claim: PhoneIdClaim) {
  const { brandId, accountId } = player
  const provider = await joined(ports, brandId, name)
  const challenge = randomBytes(CHALLENGE_BYTES)
  const reference = await heard(ports, name, () => provider.begin(claim, challenge))
  if (reference === null) throw new AppError('identification.no_account')
  const checkId = nanoid()
  const started = { state: 'running', reason: null, started_at: ports.clock(), decided_at: null } as const
  await forBrand(ports.db, brandId).transaction((tx) =>
    tx
      .insert('identity_check', {
        ...{ check_id: checkId, account_id: accountId, provider: name, reference: storableText(reference) },
        ...{ challenge: challenge.toString('base64'), ...started },
      })
      .execute(),
  )
  return { checkId, code: provider.codeOf(challenge) }
}

async function phoneCheck(ports: IdentityCheckPorts, player: CheckedPlayer, name: PhoneIdName, checkId: string) {
  const { brandId, accountId } = player
  const provider = await joined(ports, brandId, name)
  const row = await forBrand(ports.db, brandId).transaction((tx) =>
    checksOf(tx)
      .where('account_id', '=', accountId)
      .where('provider', '=', name)
      .where('check_id', '=', checkId)
      .executeTakeFirst(),
  )
  if (!row) throw new AppError('identification.check_unknown')
  return { provider, row }
}

async function pollPhoneId(
  ports: IdentityCheckPorts,
  player: CheckedPlayer,
  name: PhoneIdName,
  checkId: string,
): Promise<SeenCheck> {
  const { provider, row } = await phoneCheck(ports, player, name, checkId)
  if (row.state !== 'running') return row
  const now = ports.clock()
  const { reference, challenge } = row
  const isLate = now.getTime() - row.started_at.getTime() > RUNS_MS
  const verdict: IdentityVerdict = isLate
    ? { kind: 'failed', reason: 'expired' }
    : await heard(ports, name, () => provider.poll(reference, Buffer.from(challenge ?? '', 'base64')))
  return settle(ports, player.brandId, { provider: name, reference, verdict, at: now })
}

/** The name under which a provider knows a player for good, made at the first time. */
async function standingReference(
  { db, clock }: IdentityCheckPorts,
  { brandId, accountId }: CheckedPlayer,
  provider: IdentityProviderId,
): Promise<string> {
  return forBrand(db, brandId).transaction(async (tx) => {
    await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
    const known = await checksOf(tx)
      .where('account_id', '=', accountId)
      .where('provider', '=', provider)
      .executeTakeFirst()
    if (known) return known.reference
    const checkId = nanoid()
    const row = { check_id: checkId, account_id: accountId, provider, reference: checkId, challenge: null } as const
    const started = { state: 'running', reason: null, started_at: clock(), decided_at: null } as const
    await tx.insert('identity_check', { ...row, ...started }).execute()
    return checkId
  })
}

interface Heard {
  readonly provider: IdentityProviderId
  readonly reference: string
  readonly verdict: IdentityVerdict
  /** By the provider's clock. */
  readonly at: Date
}

async function applyEvent(ports: IdentityCheckPorts, brandId: string, event: Heard): Promise<'applied' | 'ignored'> {
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const row = await lockCheck(tx, event)
    if (!row || (row.decided_at && row.decided_at >= event.at)) return 'ignored'
    await keepVerdict(ports, tx, row, event)
    return 'applied'
  })
}

async function settle(ports: IdentityCheckPorts, brandId: string, heardOf: Heard): Promise<SeenCheck> {
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const row = await lockCheck(tx, heardOf)
    if (!row) throw new AppError('identification.check_unknown')
    // Of a signature there is one verdict; a frame may be judged again.
    if (row.state !== 'running' && row.challenge !== null) return row
    return keepVerdict(ports, tx, row, heardOf)
  })
}

/** Keeps a verdict, and brings the identification to where it leads. */
async function keepVerdict(
  ports: IdentityCheckPorts,
  tx: BrandTransaction,
  row: CheckRow,
  { verdict: given, at }: Heard,
): Promise<SeenCheck> {
  if (given.kind === 'running') return row
  const verdict = await withoutStranger(tx, row.account_id, given)
  const reason = 'reason' in verdict ? verdict.reason : null
  const state = verdict.kind === 'again' ? 'rejected' : verdict.kind
  const kept = { state, reason: reason === null ? null : storableText(reason) } as const
  await tx
    .update('identity_check', { ...kept, decided_at: at })
    .where('check_id', '=', row.check_id)
    .execute()
  if (verdict.kind !== 'failed') {
    const decided = verdict.kind === 'again' ? 'requested' : verdict.kind
    const proves = verdict.kind === 'verified' && verdict.person ? (['name', 'surname'] as const) : []
    await ports.decide(tx, row.account_id, { state: decided, reason: reason ?? '', proves, now: ports.clock() })
  }
  return kept
}

type Decided = Exclude<IdentityVerdict, { readonly kind: 'running' }>

/** A verdict about another person than the account's is none about the player. */
async function withoutStranger(tx: BrandTransaction, accountId: number, verdict: Decided): Promise<Decided> {
  if (verdict.kind !== 'verified' || !verdict.person) return verdict
  const player = await personOf(tx, accountId)
  return player && isThePlayer(player, verdict.person) ? verdict : { kind: 'failed', reason: 'other_person' }
}

function isThePlayer(player: { readonly name: string; readonly surname: string }, proved: ProvedPerson): boolean {
  const isSame = (own: string, other: string) => own.trim() === '' || isSameName(own, other)
  return isSame(player.name, proved.name) && isSame(player.surname, proved.surname)
}

function lockCheck(tx: BrandTransaction, { provider, reference }: Heard): Promise<CheckRow | undefined> {
  return checksOf(tx)
    .where('provider', '=', provider)
    .where('reference', '=', storableText(reference))
    .forUpdate()
    .executeTakeFirst()
}

function checksOf(tx: BrandTransaction) {
  return tx
    .select('identity_check')
    .select(['check_id', 'account_id', 'reference', 'challenge', 'state', 'reason', 'started_at', 'decided_at'])
}
