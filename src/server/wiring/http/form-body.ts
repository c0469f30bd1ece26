import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { Call, CallFile } from '#calls/call.ts'
import type { FormGate, FormInput } from './call-scope.ts'
import { schemaByName } from './schema-files.ts'

const FIELD_BYTES = 64 * 1024
const NAME_BYTES = 100
const HEADER_PAIRS = 20
/** Bytes of a part beside its content: boundary, headers and names. */
const PART_OVERHEAD_BYTES = 4096

/** Reads a multipart body into memory, where nothing of a refused one is left. One that comes too slowly fails by the watch over
 *  all bodies.
 *  @throws AppError request.unsupported_media, request.invalid, documents.too_large, documents.too_many, upload.too_slow */
export async function readFormBody({ form }: Call, request: FastifyRequest, limits: FormGate): Promise<FormInput> {
  if (!form || !request.isMultipart()) throw new AppError('request.unsupported_media')
  const { maxFiles, maxFileBytes } = limits
  const most = maxFiles * (maxFileBytes + PART_OVERHEAD_BYTES) + FIELD_BYTES * 4
  if (Number(request.headers['content-length'] ?? 0) > most) throw new AppError('request.too_large')
  const texts: Record<string, unknown> = {}
  const files: CallFile[] = []
  const read = async () => {
    const parts = request.parts({ limits: partLimits(form, limits) })
    for await (const part of parts) {
      if (part.type === 'file') files.push(await readFile(part, `${form.files}[${files.length}]`))
      else texts[part.fieldname] = readField(part, form.fields)
    }
  }
  await read().catch((error: unknown) => {
    request.raw.unpipe()
    throw failureOf(error, { limits, file: files.length })
  })
  return { form: texts, files }
}

/** Ends the connection with the answer: the rest of a body that nobody reads is not waited for. */
export function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close')
}

function partLimits({ fields }: NonNullable<Call['form']>, { maxFiles, maxFileBytes }: FormGate) {
  const known = Object.keys((schemaByName(fields).properties ?? {}) as object).length
  return {
    fieldNameSize: NAME_BYTES,
    fieldSize: FIELD_BYTES,
    fields: known + 1,
    fileSize: maxFileBytes,
    files: maxFiles,
    headerPairs: HEADER_PAIRS,
  }
}

async function readFile(part: MultipartFile, expected: string): Promise<CallFile> {
  const bytes = await part.toBuffer()
  if (part.fieldname !== expected) throw invalid(part.fieldname, `must be named ${expected}`)
  return {
    name: part.filename,
    size: bytes.length,
    type: part.mimetype,
    arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
  }
}

/** A field as its schema has it: text as it came, anything else as JSON. */
function readField(part: Exclude<Multipart, MultipartFile>, schema: Parameters<typeof schemaByName>[0]): unknown {
  const { fieldname, value } = part
  const properties = (schemaByName(schema).properties ?? {}) as Record<string, { type?: string }>
  const isJson = ['object', 'array', 'number', 'integer', 'boolean'].includes(properties[fieldname]?.type ?? '')
  if (part.valueTruncated) throw invalid(fieldname, 'is too long')
  if (!isJson || typeof value !== 'string') return value
  try {
    return JSON.parse(value, withoutPoison)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(fieldname, 'must be JSON')
    throw error
  }
}

function withoutPoison(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor') throw new SyntaxError('a key that could poison objects')
  return value
}

function invalid(field: string, fault: string): AppError {
  return new AppError('request.invalid', { where: `body/${field.slice(0, NAME_BYTES)}`, fault })
}

interface FailurePlace {
  readonly limits: FormGate
  /** Number of the file that was being read. */
  readonly file: number
}

/** What a fault of the reader is to the player. */
function failureOf(error: unknown, { limits, file }: FailurePlace): AppError {
  if (error instanceof AppError) return error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('documents.too_large', { file, max: limits.maxFileBytes })
  if (code === 'FST_FILES_LIMIT') return new AppError('documents.too_many', { max: limits.maxFiles })
  return new AppError('request.invalid', { where: 'body', fault: 'is no whole multipart body' }, { cause: error })
}
