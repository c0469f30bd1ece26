const ENDING = /\.([a-z0-9]{2,5})$/
const MOST_LETTERS = 60

/** The path below `assets` for a file that is uploaded: in the folder of the picture that it takes the place of, by a clean name that
 *  no other file has: `Summer Sale!.PNG` → `promo/summer-sale.png`.
 *  @param current path of the former picture, or empty
 *  @param taken paths that are there already */
export function assetName(fileName: string, current: string, taken: readonly string[]): string {
  const lower = fileName.toLowerCase()
  const ending = ENDING.exec(lower)?.[1] ?? 'bin'
  const letters = lower
    .replace(ENDING, '')
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const stem = letters.slice(0, MOST_LETTERS).replace(/-+$/, '') || 'file'
  const folder = current.includes('/') ? `${current.slice(0, current.lastIndexOf('/'))}/` : ''
  const nameOf = (number: number) => `${folder}${stem}${number === 1 ? '' : `-${number}`}.${ending}`
  let number = 1
  while (taken.includes(nameOf(number))) number++
  return nameOf(number)
}

/** The bytes of a file as Base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(parts.join(''))
}
