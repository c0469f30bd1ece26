import { createHash, type KeyObject } from 'node:crypto'
import type { LedgerOpenOutput, SafeEntry, SafeLine } from '#schemas'
import { isSafeEntry } from '#schemas/generated/validators/protection.js'
import { openSealed } from './safe-seal.ts'

/** The hash before the first record of a brand. */
export function firstHash(brandId: string): Uint8Array {
  return createHash('sha256').update(`livery safe records of ${brandId}`).digest()
}

/** The hash of a record. @param before that of the record before it */
export function hashOf(
  before: Uint8Array,
  { number, at, sealed }: { readonly number: number; readonly at: Date; readonly sealed: Uint8Array },
): Uint8Array {
  return createHash('sha256').update(before).update(`${number} ${at.toISOString()} `).update(sealed).digest()
}

/** What a record is sealed for: it opens as the same record of the same brand alone. */
export function purposeOf(brandId: string, number: number): string {
  return `${brandId} ${number}`
}

/** What was found in a file of records. */
export interface SafeFindings {
  readonly records: number
  /** What is wrong, with the number of the record; empty when each follows from the one before it. */
  readonly faults: LedgerOpenOutput['faults']
  /** What was sealed; empty without the key. */
  readonly entries: readonly SafeEntry[]
}

/** Checks records in their order from the first, and opens them with the key of the authority. */
export function checkRecords(brandId: string, lines: Iterable<SafeLine>, privateKey?: KeyObject): SafeFindings {
  const faults: LedgerOpenOutput['faults'][number][] = []
  const entries: SafeEntry[] = []
  const last = new Map<string, SafeEntry>()
  let hash = firstHash(brandId)
  let records = 0
  for (const line of lines) {
    const { number } = line
    const sealed = Buffer.from(line.sealed, 'base64')
    if (number !== records + 1) faults.push({ number, fault: 'missing' })
    const own = hashOf(hash, { number, at: new Date(line.at), sealed })
    if (Buffer.compare(own, Buffer.from(line.hash, 'hex')) !== 0) faults.push({ number, fault: 'altered' })
    // What follows is held against what is written, so that one fault is one.
    hash = Buffer.from(line.hash, 'hex')
    records = number
    if (!privateKey) continue
    const entry = opened(privateKey, purposeOf(brandId, number), sealed)
    if (!entry) {
      faults.push({ number, fault: 'sealed' })
      continue
    }
    entries.push(entry)
    const before = last.get(entry.account)
    if (entry.sequence !== (before?.sequence ?? 0) + 1) faults.push({ number, fault: 'hole' })
    else if (entry.balanceMinor !== (before?.balanceMinor ?? 0) + entry.amountMinor)
      faults.push({ number, fault: 'balance' })
    last.set(entry.account, entry)
  }
  return { records, faults, entries }
}

function opened(privateKey: KeyObject, use: string, sealed: Uint8Array): SafeEntry | null {
  try {
    const entry: unknown = JSON.parse(new TextDecoder().decode(openSealed(privateKey, use, sealed)))
    return isSafeEntry(entry) ? entry : null
  } catch {
    return null
  }
}
