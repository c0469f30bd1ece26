import type { Logger } from 'pino'
import type { StudioDoor } from '../db/for-studio.ts'
import type { BrandContents, ContentHashes } from './brand-contents.ts'

/** What every part of the studio's server half is given. */
export interface StudioPorts {
  readonly door: StudioDoor
  /** The directory of the live brands. */
  readonly brandsDir: string
  /** The engine's own folder `_base`. */
  readonly baseDir: string
  /** The directory of draft folders, one a brand. */
  readonly draftsDir: string
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** A draft: all files of the brand as they would be published, and the live files on which it builds. */
export interface OpenDraft {
  readonly contents: BrandContents
  readonly base: ContentHashes
  /** Number of its last edit. */
  readonly sequence: number
}

/** The drafts of brands, one a brand. */
export interface Drafts {
  /** The draft of a brand; null when none is open. */
  readonly read: (brand: string) => Promise<OpenDraft | null>
  /** Makes files the draft of a brand, which builds on the live folder as it is now; what was in the draft is lost.
   *  @throws StudioFailure brand.unknown */
  readonly replace: (brand: string, contents: BrandContents) => Promise<void>
  /** Throws the draft away, with `sequence` only when no edit came after that one. Nothing happens when there is none. */
  readonly discard: (brand: string, sequence?: number) => Promise<void>
}
