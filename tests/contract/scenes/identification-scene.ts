import { deflateSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import type { TestServer } from './test-server.ts'
import { newPlayer, type TestPlayer, type TestVisitor } from './test-visitor.ts'

/** One part of a multipart body: a text, or a file. */
export type TestPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: Uint8Array; readonly as?: string; readonly type?: string }

const BOUNDARY = 'contract-boundary-7f3a'

/** A multipart body, byte by byte. @param isWhole false leaves its end out */
export function multipartBody(parts: readonly TestPart[], isWhole = true): Buffer {
  const written = parts.flatMap((part) => {
    const disposition = `Content-Disposition: form-data; name="${part.name}"`
    if ('text' in part) return [Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\n${part.text}\r\n`)]
    const head = `${disposition}; filename="${part.as ?? 'passport.png'}"\r\nContent-Type: ${part.type ?? 'image/png'}`
    return [Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(part.file), Buffer.from('\r\n')]
  })
  return Buffer.concat([...written, Buffer.from(isWhole ? `--${BOUNDARY}--\r\n` : '')])
}

/** The media type of such a body. */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** Sends a multipart body. */
export function sendForm(
  visitor: TestVisitor,
  path: string,
  parts: readonly TestPart[],
): Promise<LightMyRequestResponse> {
  return visitor.send(path, { method: 'POST', body: multipartBody(parts), headers: { 'content-type': MULTIPART } })
}

/** A whole picture of one colour. @param claimed what its head says of its size */
export function pngPicture(claimed = { width: 8, height: 8 }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claimed.width, 0)
  head.writeUInt32BE(claimed.height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(9 * 8))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // Nobody reads the checksums.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

/** What has to be filled in for a Brazilian number, which asks for least. */
export const FORM_PARTS: readonly TestPart[] = [
  { name: 'fields', text: JSON.stringify({ name: 'Anna', surname: 'Keller', cpf: '529.982.247-25' }) },
  { name: 'documentType', text: 'cpf' },
  { name: 'flowType', text: 'documents' },
]

/** Pictures under the names that the specification gives them. */
export function pictures(count: number): TestPart[] {
  return Array.from({ length: count }, (_, index) => ({ name: `docFiles[${index}]`, file: pngPicture() }))
}

/** Uploads pictures of a passport. */
export function upload(
  visitor: TestVisitor,
  files: readonly TestPart[] = pictures(1),
): Promise<LightMyRequestResponse> {
  return sendForm(visitor, '/web-api/documents/upload', [{ name: 'documentType', text: 'passport' }, ...files])
}

/** A player whose documents are kept and not sent. */
export async function playerWithDocuments(server: TestServer): Promise<TestPlayer & { readonly documentId: string }> {
  const player = await newPlayer(server)
  const answer = await upload(player)
  if (answer.statusCode !== 200) throw new Error(`the upload was refused: ${answer.body}`)
  const [document] = answer.json<{ documents: { id: string }[] }>().documents
  return { ...player, documentId: document?.id ?? '' }
}

/** A player whose documents were refused. */
export async function rejectedPlayer(server: TestServer): Promise<TestPlayer> {
  const player = await playerWithDocuments(server)
  await player.send('/web-api/documents/verify', { method: 'POST' })
  await server.identity.identification.decide('pier', player.userId, { state: 'rejected', reason: 'It is too dark.' })
  return player
}
