import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../account/secrets/key-ring.ts'
import { BRAND_ID } from '../../site/brands/brand-files.ts'

const SIGN_BYTES = 10
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The name under which the draft of a brand is served: nobody can guess it, and anyone who is given it may look.
 *  @param ring keys of the installation; the newest signs, and all are believed
 *  @param domain such as `draft.localhost` */
export function previewHost(brand: string, [{ key }]: KeyRing, domain: string): string {
  return `${brand}-${signOf(brand, key)}.${domain}`
}

/** The brand whose draft a host serves; null for every other host, and for a name with a wrong sign.
 *  @param host lower case, without port */
export function previewedBrand(host: string, ring: KeyRing, domain: string): string | null {
  if (!host.endsWith(`.${domain}`)) return null
  const name = host.slice(0, -domain.length - 1)
  const at = name.lastIndexOf('-')
  const [brand, sign] = [name.slice(0, at), name.slice(at + 1)]
  if (!BRAND_ID.test(brand)) return null
  const given = Buffer.from(sign)
  const isRight = ring.some(({ key }) => {
    const right = Buffer.from(signOf(brand, key))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return isRight ? brand : null
}

/** Whether a host belongs to previews, whatever its name. */
export function isPreviewHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function signOf(brand: string, secret: Uint8Array): string {
  const bytes = createHmac('sha256', secret).update(`preview ${brand}`).digest().subarray(0, SIGN_BYTES)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}
