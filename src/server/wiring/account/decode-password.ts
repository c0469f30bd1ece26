import { AppError } from '#calls/app-error.ts'

/** The password that travelled as base64url of its UTF-8 bytes (ACC-3). @param where the property it came in, for the error
 *  @throws AppError request.invalid when it is anything else */
export function decodePassword(encoded: string, where: string): string {
  const bytes = Buffer.from(encoded, 'base64url')
  try {
    if (bytes.toString('base64url') !== encoded) throw new Error('the text has more in it than bytes')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('request.invalid', { where, fault: 'must be base64url of UTF-8' }, { cause })
  }
}
