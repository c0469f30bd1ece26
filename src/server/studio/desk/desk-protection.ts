import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { DeskProtectionAnswer, DeskTalkDecisionBody, RiskSign } from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { keepAct, type ProtectionAct } from '../../protection/protection-acts.ts'
import { findTalk, type ProtectionTalk } from '../../protection/protection-talks.ts'
import { StudioFailure } from '../studio-failure.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskPorts, DeskSite, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** What operators speak with players about to protect them. */
export function createDeskProtection(
  { db, clock, site }: Pick<DeskPorts, 'db' | 'clock' | 'site'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** @throws StudioFailure item.unknown */
    readProtection: async (desk: AtDesk, item: number): Promise<DeskProtectionAnswer> => {
      const { exponents } = await site(desk.brand)
      return forBrand(db, desk.brand).transaction(async (tx) => {
        const talk = await requireTalk(tx, item)
        const player = (await playerCards(tx, [talk.account_id])).get(talk.account_id)
        const claim = await tx.inStudio((studio) => claimOn(studio, desk, { kind: 'protection', item }, clock()))
        const { operator, reason } = talk.detail
        const wanted = wantedText(talk, exponents)
        return {
          ...{ item, topic: topicOf(talk), at: talk.at.toISOString(), isWaiting: talk.isWaiting },
          ...(wanted === undefined ? {} : { wanted }),
          ...(talk.kind === 'risk_noticed' ? { signs: signsOf(talk) } : {}),
          ...(player ? { player } : {}),
          ...(claim ? { claim } : {}),
          ...(typeof operator === 'string' ? { outcome: outcomeOf(talk), operator } : {}),
          ...(typeof reason === 'string' ? { reason } : {}),
        }
      })
    },

    /** Keeps how a talk with a player went: what they want is agreed, or is not.
     *  @throws StudioFailure item.unknown, item.claimed, item.decided */
    async decideProtection(desk: AtDesk, { item, outcome, reason }: DeskTalkDecisionBody): Promise<void> {
      const account = await forBrand(db, desk.brand).transaction(async (tx) => (await requireTalk(tx, item)).account_id)
      const details = { talk: item, reason, player: account }
      await doAtDesk(
        desk,
        { act: `protection.${outcome}`, details, place: { kind: 'protection', item } },
        async (tx, now) => {
          const talk = await requireTalk(tx, item)
          if (!talk.isWaiting) throw new StudioFailure('item.decided')
          const about = { accountId: talk.account_id, configuration: 'operator', now }
          const by = { operator: desk.operator.name, reason }
          const isAgreed = outcome === 'agreed'
          await keepAct(tx, { ...about, ...cameOf(talk, isAgreed, by) })
        },
      )
    },
  }
}

/** The act that says how a talk went. */
function cameOf(
  { kind, detail }: ProtectionTalk,
  isAgreed: boolean,
  by: Readonly<Record<'operator' | 'reason', string>>,
): Pick<ProtectionAct, 'kind' | 'detail'> {
  switch (topicOf({ kind })) {
    case 'limit':
      return { kind: 'contacted', detail: { ...by, agreedMinor: isAgreed ? (detail.wantedMinor ?? null) : 0 } }
    case 'risk':
      return { kind: 'risk_reviewed', detail: { ...by, outcome: isAgreed ? 'clear' : 'at_risk' } }
    case 'vulnerable':
      return { kind: 'vulnerability_checked', detail: { ...by, outcome: isAgreed ? 'clear' : 'vulnerable' } }
  }
}

/** @throws StudioFailure item.unknown */
export async function requireTalk(tx: BrandTransaction, item: number) {
  const talk = await findTalk(tx, item)
  if (!talk) throw new StudioFailure('item.unknown')
  return talk
}

/** What a talk is about. */
export function topicOf({ kind }: Pick<ProtectionTalk, 'kind'>): DeskProtectionAnswer['topic'] {
  if (kind === 'risk_noticed' || kind === 'risk_reviewed') return 'risk'
  return kind === 'vulnerability_checked' ? 'vulnerable' : 'limit'
}

/** How a talk went. */
export function outcomeOf({ kind, detail }: ProtectionTalk): 'agreed' | 'declined' {
  const isAgreed = kind === 'contacted' ? detail.agreedMinor !== 0 : detail.outcome === 'clear'
  return isAgreed ? 'agreed' : 'declined'
}

/** The signs of risk that a player has shown. */
function signsOf({ detail }: ProtectionTalk): RiskSign[] {
  return typeof detail.signs === 'string' ? (detail.signs.split(' ') as RiskSign[]) : []
}

/** The limit that a player wants a month, with its currency: empty where they want none; undefined where it is about something else. */
export function wantedText({ kind, detail }: ProtectionTalk, exponents: DeskSite['exponents']): string | undefined {
  if (kind !== 'contact_asked') return undefined
  const { wantedMinor, currency } = detail
  return typeof wantedMinor === 'number'
    ? `${minorToDecimal(wantedMinor, exponents[String(currency)] ?? 2)} ${currency}`
    : ''
}
