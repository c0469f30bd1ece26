/** The number of the first cryptocurrency: those of ISO 4217 have three digits. */
export const FIRST_CRYPTO_ID = 1001

/** Whether a currency is a cryptocurrency, by its numeric id (CFG-5): `978` → false, `1001` → true. */
export function isCryptoId(id: number): boolean {
  return id >= FIRST_CRYPTO_ID
}
