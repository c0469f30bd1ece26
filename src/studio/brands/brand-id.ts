/** What an id looks like (`studio/new-brand-body`). */
const ID = /^[a-z][a-z0-9-]{1,31}$/

/** An id out of a name: `Golaço Bet 24` → `golaco-bet-24`; empty when nothing of the name can be kept. */
export function idOfName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const joined = plain.replaceAll(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+/, '')
  const id = joined.slice(0, 32).replace(/-+$/, '')
  return ID.test(id) ? id : ''
}

/** Whether a text can be the id of a brand. */
export function isBrandId(id: string): boolean {
  return ID.test(id)
}
