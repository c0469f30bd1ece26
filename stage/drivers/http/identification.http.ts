import { crc32, deflateSync } from 'node:zlib'
import { identificationActors } from '#calls/actors/identification.actors.ts'
import type { DocumentType } from '#schemas'
import { type HttpMachine, type HttpScope, member } from './http-machine.ts'

type Upload = { readonly key: string; readonly documentType: DocumentType }
type Kept = Parameters<typeof identificationActors.removeKept>[1]
type Appeal = Parameters<typeof identificationActors.appeal>[1]

/** Before the key of a file that the server keeps stands this. */
const KEPT = 'kept file '

/** protection/identification over HTTP. Scenarios tell names and sizes of files: each is a small picture here, a broken one where
 *  the scenario has it damaged. The numbers of kept files are random; of a state the history is the server's. */
export const identificationHttp: HttpMachine = {
  actors: {
    upload: { send: upload, comparable: (output) => ({ isKept: Boolean(member(output, 'documentId')) }) },
    submit: {
      send: ({ call, input: { flow }, ahead }, sent) => {
        const submission = sent as Parameters<typeof identificationActors.sendForm>[1] & {
          readonly keys: readonly string[]
        }
        if (flow !== 'form') return identificationActors.sendUploaded(call)
        const files = submission.keys.map((key) => pictureOf(key, ahead))
        return identificationActors.sendForm(call, submission, files)
      },
    },
    removeKept: {
      send: ({ call, standIns }, input) => {
        const { key, documentId } = input as Kept
        return identificationActors.removeKept(call, {
          key,
          documentId: standIns.get(`${KEPT}${key}`)?.() ?? documentId,
        })
      },
    },
    appeal: { send: ({ call }, input) => identificationActors.appeal(call, input as Appeal) },
  },
}

async function upload({ call, standIns, ahead }: HttpScope, input: unknown): Promise<{ readonly documentId: string }> {
  const { key, documentType } = input as Upload
  const known = [...standIns].flatMap(([name, id]) => (name.startsWith(KEPT) ? [id()] : []))
  const kept = await identificationActors.upload(call, { file: pictureOf(key, ahead), documentType, known })
  standIns.set(`${KEPT}${key}`, () => kept.documentId)
  return kept
}

/** A file of a person: a grey dot, whose end is missing where it is to be damaged, and that is text where it is to be of a wrong
 *  type. */
function pictureOf(key: string, ahead: string | undefined): File {
  if (ahead === 'documents.wrong_type') return new File(['no picture'], key)
  const whole = pngDot()
  return new File([ahead === 'documents.damaged' ? whole.subarray(0, -8) : whole], key)
}

/** PNG of one grey pixel (ISO/IEC 15948). */
function pngDot(): Uint8Array<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from([0, 128]))), chunk('IEND', Buffer.of())]
  return Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]))
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
