/** What a mask is made from. */
export interface MaskSource {
  /** Mask and most digits of the country's validation data (PHC-2): `{ Mask: '000-000', Max: 10 }`. */
  readonly data?: { readonly Mask: string; readonly Max: number } | undefined
  /** The mask of the phone library's example number, for a country without validation data: `000 000 0000`. */
  readonly example?: string | undefined
  /** Digits left out at the end. */
  readonly cutMaskEnd: number
  /** Whether the country is on the list of those without a mask. */
  readonly isMaskless: boolean
}

/** The mask of a country, a zero for each digit and spaces between groups; empty when there is none (PHONE-16 to PHONE-18). */
export function phoneMask({ data, example = '', cutMaskEnd, isMaskless }: MaskSource): string {
  if (isMaskless) return ''
  if (data === undefined) return paddedMask(example, maskDigits(example))
  return paddedMask(data.Mask, data.Max - cutMaskEnd)
}

/** A mask of exactly that many digits: cut at its end, or padded with zeros there; dashes are shown as spaces (PHC-2). */
export function paddedMask(mask: string, digits: number): string {
  let left = Math.max(0, digits)
  let made = ''
  for (const place of mask.replace(/[^0]+/g, ' ').trim()) {
    if (left === 0) break
    made += place
    if (place === '0') left -= 1
  }
  return made.trimEnd() + '0'.repeat(left)
}

/** Digits that a mask has room for. */
export function maskDigits(mask: string): number {
  return mask.replace(/[^0]/g, '').length
}

/** Digits in the groups of a mask: `7012345` and `000 000 0000` give `701 234 5`. Digits beyond the mask follow its last. */
export function maskedText(digits: string, mask: string): string {
  let text = ''
  let used = 0
  for (const place of mask) {
    if (used === digits.length) return text
    text += place === '0' ? digits[used++] : place
  }
  return text + digits.slice(used)
}

/** The rest of a mask after a text of its groups: `701 2` and `000 000` give `00`. */
export function maskRest(text: string, mask: string): string {
  return mask.slice(text.length)
}

/** A number after its country has changed: cut to the digits of the new mask when it has fewer than the old (PHONE-15). */
export function cutToMask(digits: string, mask: string, formerMask: string): string {
  const room = maskDigits(mask)
  return room === 0 || room === maskDigits(formerMask) ? digits : digits.slice(0, room)
}
