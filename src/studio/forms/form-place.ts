import { createContext, use } from 'react'
import type { BrandProblem, StudioAssetAnswer, StudioDraftPerson, StudioEdit } from '#schemas'
import type { LoadedDocument } from '../draft/loaded-documents.ts'
import type { SchemaNode } from './schema/schema-node.ts'

/** What the fields of a form know beside their values: the document that they belong to, and what surrounds it. */
export interface FormPlace {
  readonly brand: string
  readonly document: LoadedDocument
  readonly schema: SchemaNode
  /** What the brand's own file writes. */
  readonly own: unknown
  /** The object whose values the form has. */
  readonly pointer: string
  readonly problems: readonly BrandProblem[]
  readonly people: readonly StudioDraftPerson[]
  /** What pickers offer: noun → value → label. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly isReadOnly: boolean
  readonly edit: (edits: readonly StudioEdit[]) => void
  /** Puts a picture into the draft. @param content its bytes in Base64 @throws StudioCallFailure asset.refused, with the reason */
  readonly putAsset: (path: string, content: string) => Promise<StudioAssetAnswer>
  /** Tells others which field has the focus. */
  readonly focus: (pointer: string) => void
  /** Opens another place of the document. */
  readonly open: (pointer: string) => void
  /** Shows on the page of the preview what a place makes; null for one of which a page has nothing. */
  readonly find: (pointer: string) => (() => void) | null
}

/** Given by the pane of a document to the fields inside it. */
export const FormPlaceContext = createContext<FormPlace | null>(null)

/** The place of the form around. @throws Error outside of one */
export function useFormPlace(): FormPlace {
  const place = use(FormPlaceContext)
  if (!place) throw new Error('a field of the studio is drawn outside of a document')
  return place
}
