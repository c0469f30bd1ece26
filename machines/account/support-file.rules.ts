import type { DocumentMediaType } from '#schemas'

/** What a player may send to the support: each file at most so large, so many within an hour. */
export const SUPPORT_FILE = { maxBytes: 5 * 1024 * 1024, perHour: 5, nameLength: 80 } as const

/** The types that are taken, as file pickers name them. */
export const SUPPORT_FILE_TYPES: readonly DocumentMediaType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
]

const ENDINGS: Readonly<Record<DocumentMediaType, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
}

/** Characters that no name needs: controls, those that turn the direction or are not seen, halves of pairs, and what systems read as
 *  part of a path. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"|?*]/gu
const KNOWN_ENDING = /\.(?:jpe?g|png|webp|pdf)$/i

/** What a file is called from now on: the last part of the name that its sender gives it, without characters that could deceive,
 *  cut to 80 characters, with the ending of what it is.
 *  @param given `C:\scans\receipt.exe` of a PDF becomes `receipt.exe.pdf` */
export function supportFileName(given: string, mediaType: DocumentMediaType): string {
  const ending = ENDINGS[mediaType]
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const plain = last.replaceAll(UNFIT, '').replaceAll(/\s+/gu, ' ').trim().replace(KNOWN_ENDING, '')
  const cut = [...plain]
    .slice(0, SUPPORT_FILE.nameLength - ending.length)
    .join('')
    .trim()
  return `${/^\.*$/.test(cut) ? 'file' : cut}${ending}`
}
