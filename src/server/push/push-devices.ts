import { createHash } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import type { PushChoice, PushDeviceBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { isPushEndpoint, readKeys } from './push-endpoint.rules.ts'
import type { PushPorts } from './push-ports.ts'
import { newVapidKeys, type VapidKeys } from './vapid.ts'

/** Browsers of one player that take messages at most; the oldest goes. */
const MOST_DEVICES = 10

/** Nothing, until the player agrees; then everything, but not at night. */
const NO_CHOICE: PushChoice = { games: false, bets: false, messages: false, isQuiet: true }

/** Who lets a browser take messages, and where. */
export interface DeviceOwner {
  readonly brandId: string
  readonly accountId: number
  readonly sessionId: string
  readonly language: string
  /** Scheme and host of the site in this browser. */
  readonly origin: string
}

/** A device that can be written to. */
export interface OpenDevice extends PushDeviceBody {
  readonly deviceId: number
  readonly language: string
  readonly origin: string
}

/** The browsers of players that take messages, what their players want to hear, and the keys of brands. */
export function createPushDevices(ports: Omit<PushPorts, 'fetch' | 'log'>) {
  const { db, clock, box } = ports
  return {
    /** The keys of a brand, made when they are first asked for. */
    keysOf: (brandId: string) => keysOf(ports, brandId),

    /** What a player has chosen, and how many browsers take messages. */
    standing: (brandId: string, accountId: number) =>
      forBrand(db, brandId).transaction(async (tx) => ({
        choice: await choiceOf(tx, accountId),
        devices: (await liveDevices(tx, accountId, clock())).length,
      })),

    /** Lets a browser take messages. The first one of a player who has chosen nothing takes all kinds.
     *  @throws AppError push.endpoint for an address or keys that no browser has */
    add: (owner: DeviceOwner, device: PushDeviceBody) => add(ports, owner, device),

    /** Lets a browser of a player take messages no more. */
    async remove(brandId: string, accountId: number, endpoint: string): Promise<void> {
      await forBrand(db, brandId).transaction((tx) =>
        tx
          .delete('push_device')
          .where('account_id', '=', accountId)
          .where('endpoint_hash', '=', hashOf(endpoint))
          .execute(),
      )
    },

    /** Keeps what a player wants to hear. */
    async choose(brandId: string, accountId: number, choice: PushChoice): Promise<void> {
      await forBrand(db, brandId).transaction((tx) => {
        const { account_id: _account, ...changes } = choiceRow(accountId, choice, clock())
        return tx
          .insert('push_choice', { account_id: accountId, ...changes })
          .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doUpdateSet(changes))
          .execute()
      })
    },

    /** The devices of a player to which messages may go now: those whose session lives. */
    reachable: (brandId: string, accountId: number): Promise<OpenDevice[]> =>
      forBrand(db, brandId).transaction(async (tx) => {
        const rows = await liveDevices(tx, accountId, clock())
        return rows.map(({ device_id: deviceId, sealed, language, origin }) => ({
          ...(JSON.parse(Buffer.from(box.open(sealUse(brandId), sealed)).toString('utf8')) as PushDeviceBody),
          deviceId,
          language,
          origin,
        }))
      }),

    /** Forgets a device that its push service no longer knows. */
    async forget(brandId: string, deviceId: number): Promise<void> {
      await forBrand(db, brandId).transaction((tx) =>
        tx.delete('push_device').where('device_id', '=', deviceId).execute(),
      )
    },
  }
}

function keysOf({ db, box, clock }: Omit<PushPorts, 'fetch' | 'log'>, brandId: string): Promise<VapidKeys> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const use = pushKeyUse(brandId)
    const made = newVapidKeys()
    await tx
      .insert('push_key', {
        public_key: made.publicKey.toString('base64url'),
        private_key: box.seal(use, made.privateKey),
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await tx.select('push_key').select(['public_key', 'private_key']).executeTakeFirstOrThrow()
    return {
      publicKey: Buffer.from(row.public_key, 'base64url'),
      privateKey: Buffer.from(box.open(use, row.private_key)),
    }
  })
}

async function add(
  { service, box, db, clock }: Omit<PushPorts, 'fetch' | 'log'>,
  owner: DeviceOwner,
  device: PushDeviceBody,
): Promise<void> {
  if (!isPushEndpoint(device.endpoint, service) || !readKeys(device)) throw new AppError('push.endpoint')
  const { brandId, accountId, sessionId, language, origin } = owner
  const endpoint_hash = hashOf(device.endpoint)
  const sealed = box.seal(sealUse(brandId), Buffer.from(JSON.stringify(device)))
  await forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    // A browser that another player has used is theirs no more.
    await tx.delete('push_device').where('endpoint_hash', '=', endpoint_hash).execute()
    const row = { account_id: accountId, session_id: sessionId, endpoint_hash, sealed, language, origin }
    await tx.insert('push_device', { ...row, created_at: now }).execute()
    await dropOldest(tx, accountId)
    await tx
      .insert('push_choice', choiceRow(accountId, { games: true, bets: true, messages: true, isQuiet: true }, now))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** The devices of players. */
export type PushDevices = ReturnType<typeof createPushDevices>

/** What a player has chosen; nothing where they were never asked. */
async function choiceOf(tx: BrandTransaction, accountId: number): Promise<PushChoice> {
  const row = await tx
    .select('push_choice')
    .select(['games', 'bets', 'messages', 'is_quiet'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return NO_CHOICE
  const { is_quiet: isQuiet, ...topics } = row
  return { ...topics, isQuiet }
}

function choiceRow(accountId: number, { isQuiet, ...topics }: PushChoice, now: Date) {
  return { account_id: accountId, ...topics, is_quiet: isQuiet, chosen_at: now }
}

function liveDevices(tx: BrandTransaction, accountId: number, now: Date) {
  return tx
    .select('push_device')
    .innerJoin('session', (on) =>
      on
        .onRef('session.brand_id', '=', 'push_device.brand_id')
        .onRef('session.session_id', '=', 'push_device.session_id'),
    )
    .select(['device_id', 'sealed', 'language', 'origin'])
    .where('push_device.account_id', '=', accountId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .orderBy('device_id')
    .execute()
}

async function dropOldest(tx: BrandTransaction, accountId: number): Promise<void> {
  const rows = await tx
    .select('push_device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .orderBy('device_id', 'desc')
    .offset(MOST_DEVICES)
    .execute()
  const old = rows.map(({ device_id }) => device_id)
  if (old.length > 0) await tx.delete('push_device').where('device_id', 'in', old).execute()
}

/** What the sealed key of a brand opens for. */
export function pushKeyUse(brandId: string): string {
  return `push:${brandId}`
}

/** What the sealed devices of a brand open for. */
export function sealUse(brandId: string): string {
  return `push-device:${brandId}`
}

function hashOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}
