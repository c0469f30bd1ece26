import type { FastifyInstance } from 'fastify'
import type { SupportFiles } from '#server/account/office/support-files.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import { playerOf } from '../http/call-scope.ts'
import { neverStore } from '../http/security-headers.ts'

/** Where players fetch what they have sent to the support. */
const ADDRESS = '/web-api/officeapi/support/file/:id'
/** Nothing in a file runs, should a browser show it after all. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** Registers the address of the files that players have sent to the support: each is given to its own player alone, to be kept, and
 *  never shown on the site.
 *  It fails with AppError access.denied for guests, and documents.unknown for files of others or that no longer exist. */
export function registerSupportFiles(
  app: FastifyInstance,
  scopeOf: ScopeOf,
  files: Pick<SupportFiles, 'openOwn'>,
): void {
  app.get<{ Params: { readonly id: string } }>(ADDRESS, async (request, reply) => {
    const scope = await scopeOf(request, reply)
    const { accountId } = playerOf(scope)
    const { name, mediaType, bytes } = await files.openOwn(scope.site.brandId, accountId, request.params.id)
    neverStore(reply)
    return reply
      .headers({
        'content-security-policy': FILE_POLICY,
        'content-disposition': `attachment; filename*=UTF-8''${extendedValue(name)}`,
        'x-content-type-options': 'nosniff',
      })
      .type(mediaType)
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
}

/** A text as a header's extended parameter has it (RFC 8187, 3.2). */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
