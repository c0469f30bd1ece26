import type { FeedTransaction, WalletReconcileOutput } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'

/** A transaction that the two sides have differently. */
export type WalletMismatch = WalletReconcileOutput['mismatches'][number]

/** Which of our transactions have to be in a feed. */
export interface ReconciledSpan {
  /** Those up to this number of the wallet were compared before; 0 begins at the first. */
  readonly after: number
  /** Those of these moments and later may be missing in the feed still. */
  readonly before: Date
  /** Those of these moments and earlier may have left the feed. */
  readonly since: Date | null
}

/** Compares transactions of a provider with those of the wallet, one page of its feed after the other (CAS-8). */
export interface Reconciliation {
  readonly take: (page: readonly FeedTransaction[]) => Promise<void>
  /** Looks for what the feed lacks. @returns everything that differs, and up to where it was compared */
  readonly end: (span: ReconciledSpan) => Promise<{
    readonly compared: number
    readonly mismatches: readonly WalletMismatch[]
    /** To be given as `after` the next time. */
    readonly cursor: number
  }>
}

const AT_ONCE = 500

interface OwnAction {
  readonly action_id: string
  readonly kind: FeedTransaction['kind']
  readonly currency: string
  readonly amount_minor: number
  readonly outcome: string
  readonly undone_by: string | null
}

/** Begins to compare a feed of a provider with the books of a brand; it reads alone. */
export function createReconciliation(tx: BrandTransaction, providerId: string): Reconciliation {
  const mismatches: WalletMismatch[] = []
  const seen = new Set<string>()
  return {
    async take(page) {
      for (let from = 0; from < page.length; from += AT_ONCE) {
        const part = page.slice(from, from + AT_ONCE)
        const own = await ownActions(tx, providerId, part)
        for (const theirs of part) {
          const name = nameOf(theirs.kind, theirs.actionId)
          if (seen.has(name)) continue
          seen.add(name)
          const found = compared(theirs, own.get(name))
          if (found) mismatches.push(found)
        }
      }
    },
    async end(span) {
      const { actions, cursor } = await actionsIn(tx, providerId, span)
      for (const action of actions)
        if (!seen.has(nameOf(action.kind, action.action_id)) && stateOf(action) === 'done')
          mismatches.push(mismatch('missing_theirs', action.kind, action.action_id, { ours: oursOf(action) }))
      return { compared: seen.size, mismatches, cursor }
    },
  }
}

function nameOf(kind: string, actionId: string): string {
  return `${kind} ${actionId}`
}

async function ownActions(
  tx: BrandTransaction,
  providerId: string,
  page: readonly FeedTransaction[],
): Promise<ReadonlyMap<string, OwnAction>> {
  if (page.length === 0) return new Map()
  const rows: OwnAction[] = await tx
    .select('wallet_action')
    .select(['action_id', 'kind', 'currency', 'amount_minor', 'outcome', 'undone_by'])
    .where('provider_id', '=', providerId)
    .where(
      'action_id',
      'in',
      page.map(({ actionId }) => storableText(actionId)),
    )
    .execute()
  return new Map(rows.map((row) => [nameOf(row.kind, row.action_id), row]))
}

async function actionsIn(tx: BrandTransaction, providerId: string, { after, before, since }: ReconciledSpan) {
  const actions: OwnAction[] = []
  let cursor = after
  for (;;) {
    const base = tx
      .select('wallet_action')
      .select(['action_id', 'kind', 'currency', 'amount_minor', 'outcome', 'undone_by', 'sequence', 'at'])
      .where('provider_id', '=', providerId)
      .where('sequence', '>', cursor)
      .where('at', '<', before)
      .orderBy('sequence')
      .limit(AT_ONCE)
    const rows = await (since === null ? base : base.where('at', '>', since)).execute()
    actions.push(...rows)
    cursor = rows.at(-1)?.sequence ?? cursor
    if (rows.length < AT_ONCE) return { actions, cursor }
  }
}

/** What an action of ours has come to, in the words of feeds. */
function stateOf({ outcome, undone_by }: OwnAction): FeedTransaction['state'] {
  if (outcome === 'tombstoned' || undone_by !== null) return 'undone'
  return outcome === 'applied' ? 'done' : 'refused'
}

function compared(theirs: FeedTransaction, own: OwnAction | undefined): WalletMismatch | null {
  const { kind, actionId, amount, currency, state } = theirs
  const said = { theirs: `${amount} ${currency} ${state}` }
  // What moved nothing there may never have come here.
  if (!own) return state === 'done' ? mismatch('missing_ours', kind, actionId, said) : null
  const sides = { ours: oursOf(own), ...said }
  if (stateOf(own) !== state) return mismatch('status', kind, actionId, sides)
  const hasAmount = state === 'done' && kind !== 'rollback' && kind !== 'end'
  const isSame = String(own.amount_minor) === amount && own.currency === currency
  return hasAmount && !isSame ? mismatch('amount', kind, actionId, sides) : null
}

function oursOf(own: OwnAction): string {
  return `${own.amount_minor} ${own.currency} ${stateOf(own)}`
}

function mismatch(
  kind: WalletMismatch['kind'],
  action: WalletMismatch['action'],
  actionId: string,
  { ours = '', theirs = '' }: { readonly ours?: string; readonly theirs?: string },
): WalletMismatch {
  return { kind, actionId, action, ours, theirs }
}
