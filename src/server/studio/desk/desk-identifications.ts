import type { DeskIdentificationAnswer, DeskIdentificationBody } from '#schemas'
import { forBrand } from '../../db/for-brand.ts'
import { readContent } from '../../protection/document-content.ts'
import { shownIdentification } from '../../protection/shown-identification.ts'
import { StudioFailure } from '../studio-failure.ts'
import { asDeskFailure, beginAct, endAct } from './desk-acts.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskAct, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** A document as it is served: its media type is that of its content, whatever is written about it. */
export interface ServedDocument {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** What is no picture and no PDF is served as bytes that no browser shows. */
const UNSHOWN = 'application/octet-stream'

/** Identifications of players, and the documents for them. */
export function createDeskIdentifications(
  { db, clock, identification }: Pick<DeskPorts, 'db' | 'clock' | 'identification'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** @throws StudioFailure player.unknown */
    async readIdentification(desk: AtDesk, accountId: number): Promise<DeskIdentificationAnswer> {
      const { brand } = desk
      const place = { kind: 'identification', item: accountId } as const
      const { player, claim } = await forBrand(db, brand).transaction(async (tx) => ({
        player: (await playerCards(tx, [accountId])).get(accountId),
        claim: await tx.inStudio((studio) => claimOn(studio, desk, place, clock())),
      }))
      if (!player) throw new StudioFailure('player.unknown')
      const found = await identification.read(brand, accountId)
      const entry = await shownIdentification(identification, { brand, account: accountId }, found)
      return { player, entry, ...(claim ? { claim } : {}) }
    },

    /** Decides, in the words that the player is sent. @throws StudioFailure player.unknown, item.claimed or item.decided */
    async decideIdentification(desk: AtDesk, body: DeskIdentificationBody): Promise<void> {
      const { accountId, decision: state, reason } = body
      const place = { kind: 'identification', item: accountId } as const
      const act: DeskAct = { act: `identification.${state}`, details: { player: accountId, reason }, place }
      try {
        await identification.decide(desk.brand, accountId, { state, reason }, async (tx) => {
          const now = clock()
          await beginAct(tx, desk, act, now)
          await endAct(tx, desk, act, now)
        })
      } catch (error) {
        throw asDeskFailure(error)
      }
    },

    /** Opens a document, which is logged. @throws StudioFailure document.unknown */
    async openDocument(desk: AtDesk, id: string): Promise<ServedDocument> {
      const { brand } = desk
      const document = await identification.findDocument(brand, id)
      if (!document) throw new StudioFailure('document.unknown')
      const bytes = await identification.documents.read(brand, document)
      const details = { player: document.accountId, document: document.id }
      await doAtDesk(desk, { act: 'identification.document-opened', details }, async () => undefined)
      return { bytes, mediaType: servedMediaType(bytes) }
    },
  }
}

/** The media type under which bytes are served: that of a picture or PDF by its content. */
export function servedMediaType(bytes: Uint8Array): string {
  const content = readContent(bytes)
  return typeof content === 'string' ? UNSHOWN : content.mediaType
}
