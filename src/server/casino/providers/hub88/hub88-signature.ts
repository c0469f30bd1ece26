import { createSign, createVerify } from 'node:crypto'

/** The header of Hub88's signatures. */
export const HUB88_SIGNATURE = 'x-hub88-signature'

/** PEM as a variable of the environment or a line of JSON holds it: line ends may be written as `\n`. */
function pem(text: string): string {
  return text.replaceAll('\\n', '\n')
}

/** RSA-SHA256 over the bytes of a body, base64. @throws Error when the key is no private key */
export function signHub88(privateKey: string, body: string | Uint8Array): string {
  return createSign('RSA-SHA256').update(body).sign(pem(privateKey), 'base64')
}

/** Whether a signature over the bytes of a body is by the owner of the public key. */
export function isHub88Signature(publicKey: string, body: Uint8Array, signature: string | undefined): boolean {
  // One signature is written in one way: what only decodes to it is none.
  if (!signature || Buffer.from(signature, 'base64').toString('base64') !== signature) return false
  try {
    return createVerify('RSA-SHA256').update(body).verify(pem(publicKey), signature, 'base64')
  } catch {
    // A key that is none verifies nothing.
    return false
  }
}
