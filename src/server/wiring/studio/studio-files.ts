import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StudioScope } from '#server/studio/studio-scope.ts'

/** A file that the studio serves to operators: to be looked at, or lines to be kept. */
export type StudioFile = ShownFile | KeptFile

interface ShownFile {
  readonly bytes: Uint8Array
  /** What its content is, never what somebody has called it. */
  readonly mediaType: string
  /** Whether it is a document that the studio shows in a frame: with its own styles, and nothing else. */
  readonly isPicture?: boolean
}

interface KeptFile {
  readonly lines: AsyncIterable<string>
  readonly mediaType: string
  /** What browsers save it as. */
  readonly fileName: string
}

/** An address under which a file is served to who may read it. */
export interface StudioFileRoute {
  /** With its parts: `/studio-api/identity-document/:brand/:id`. */
  readonly path: `/studio-api/${string}`
  /** @throws StudioFailure when there is none or the operator may not read it */
  readonly read: (segments: Readonly<Record<string, string>>, scope: StudioScope) => Promise<StudioFile>
}

/** Nothing that is in a file of a stranger runs, loads or reaches the studio. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** A document in a frame of the studio: it has no rights and no origin, and its inline styles are all that it may use. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** Sends a file that strangers have made, or what operators keep. */
export function sendStudioFile(reply: FastifyReply, file: StudioFile): FastifyReply {
  if ('lines' in file)
    return reply
      .header('content-security-policy', FILE_POLICY)
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .header('x-content-type-options', 'nosniff')
      .type(file.mediaType)
      .send(Readable.from(file.lines))
  const { bytes, mediaType, isPicture = false } = file
  if (isPicture) reply.header('x-frame-options', 'SAMEORIGIN')
  return reply
    .header('content-security-policy', isPicture ? PICTURE_POLICY : FILE_POLICY)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .type(mediaType)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
