import { createHmac, timingSafeEqual } from 'node:crypto'
import { BRAND_ID } from '../../site/brands/brand-files.ts'

const SIGN_BYTES = 10
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The name under which the draft of a brand is served: nobody can guess it, and anyone who is given it may look.
 *  @param secret key of the installation
 *  @param domain such as `draft.localhost` */
export function previewHost(brand: string, secret: Buffer, domain: string): string {
  return `${brand}-${signOf(brand, secret)}.${domain}`
}

/** The brand whose draft a host serves; null for every other host, and for a name with a wrong sign.
 *  @param host lower case, without port */
export function previewedBrand(host: string, secret: Buffer, domain: string): string | null {
  if (!host.endsWith(`.${domain}`)) return null
  const name = host.slice(0, -domain.length - 1)
  const at = name.lastIndexOf('-')
  const [brand, sign] = [name.slice(0, at), name.slice(at + 1)]
  if (!BRAND_ID.test(brand)) return null
  const right = Buffer.from(signOf(brand, secret))
  const given = Buffer.from(sign)
  return given.length === right.length && timingSafeEqual(given, right) ? brand : null
}

/** Whether a host belongs to previews, whatever its name. */
export function isPreviewHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function signOf(brand: string, secret: Buffer): string {
  const bytes = createHmac('sha256', secret).update(`preview ${brand}`).digest().subarray(0, SIGN_BYTES)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}
