/** A sign of our own for each provider: one or two letters, no trademark's art. */
const GLYPHS: Readonly<Record<string, string>> = {
  facebook: 'f',
  fb: 'f',
  google: 'G',
  vk: 'VK',
  ok: 'OK',
  yandex: 'Y',
  mailru: '@',
  telegram: 'T',
  kakaotalk: 'K',
  twitter: 'X',
  itsme: 'i',
  twitch: 'Tw',
  metamask: 'M',
  line: 'L',
  linkedin: 'in',
  apple: 'A',
  discord: 'D',
}

/** The sign of a provider; of one that is not known, the first letter of its name. */
export function socialGlyph(providerId: string, name: string): string {
  return GLYPHS[providerId] ?? [...name][0] ?? ''
}
