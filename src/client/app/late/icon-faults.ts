import { report } from '../../page/report.ts'

/** Symbols that are missing from the sprite and have been reported already. */
const reported = new Set<string>()

/** Reports icons of the page that its sprite does not have, or a sprite that cannot be had (I18N-15, I18N-17). The sprite is the file
 *  that the icons are drawn from, so it is in the browser's cache. */
export async function checkIcons(): Promise<void> {
  const named = new Map<string, Set<string>>()
  for (const use of document.querySelectorAll('svg > use')) {
    const [sprite = '', symbol = ''] = (use.getAttribute('href') ?? '').split('#')
    if (sprite && symbol) named.set(sprite, (named.get(sprite) ?? new Set()).add(symbol))
  }
  for (const [sprite, symbols] of named) await checkSprite(sprite, symbols)
}

async function checkSprite(sprite: string, symbols: ReadonlySet<string>): Promise<void> {
  try {
    const answer = await fetch(sprite)
    if (!answer.ok) throw new Error(`${sprite} answered ${answer.status}`)
    const known = new Set([...(await answer.text()).matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id))
    for (const icon of symbols) if (!known.has(icon)) reportOnce('icon.unknown', icon, sprite)
  } catch (error) {
    reportOnce('sprite.missing', String(error), sprite)
  }
}

function reportOnce(fault: string, what: string, sprite: string): void {
  const name = `${fault} ${what} ${sprite}`
  if (reported.has(name)) return
  reported.add(name)
  report(fault, { what, sprite })
}
