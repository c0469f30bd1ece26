import { textWriter } from '#machines/site/text.rules.ts'
import type { SiteStatus } from '#schemas'
import { pageTexts } from '#server/site/dictionaries.ts'
import { againOf, escapeHtml, type PlainDress, plainDocument } from '../pages/plain-page.ts'

/** What heads the page by the worst state of a part. */
const HEADS = { works: 'status.all_work', limited: 'status.some_limited', down: 'status.some_down' } as const
const STYLE = `
main{gap:1.25rem}
ul{display:grid;width:100%;margin:0;padding:0;list-style:none;border:1px solid var(--color-line,GrayText);border-radius:var(--radius-medium,8px);background:var(--color-surface,Canvas);color:var(--color-on-surface,CanvasText);text-align:start}
li{display:flex;gap:1rem;align-items:center;justify-content:space-between;min-height:48px;padding-inline:1rem}
li+li{border-block-start:1px solid var(--color-line,GrayText)}
b{display:flex;gap:.5rem;align-items:center;font-weight:700;white-space:nowrap}
b::before{content:"";width:.75rem;height:.75rem;border-radius:50%;background:var(--color-positive,CanvasText)}
[data-state=limited] b::before{border-radius:0;background:var(--color-warning,CanvasText)}
[data-state=down] b::before{width:1rem;height:.3rem;border-radius:0;background:var(--color-negative,CanvasText)}
main>p[data-notice]{width:100%;padding:1rem;border-inline-start:4px solid var(--color-info,CanvasText);background:var(--color-surface-raised,Canvas);color:var(--color-on-surface-raised,CanvasText);text-align:start;text-wrap:wrap;white-space:pre-line}`

/** The status page of a brand: what works in a player's words, each state with a word and a shape beside its colour. It needs no script,
 *  and no data but those that it is given. */
export function statusPage(status: SiteStatus, dress: PlainDress): string {
  const { site, language } = dress
  const text = textWriter(language, pageTexts(site, language))
  const time = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: site.config.global.timeZone },
  }).format(new Date(status.checkedAt))
  const rows = status.parts
    .map(({ id, state }) => {
      const [name, word] = [text(`status.part_${id}`), text(`status.state_${state}`)].map(escapeHtml)
      return `<li data-state="${state}"><span>${name}</span><b>${word}</b></li>`
    })
    .join('')
  const notice = status.notice ? `<p data-notice>${escapeHtml(status.notice)}</p>` : ''
  const checked = `<p><time datetime="${status.checkedAt}">${escapeHtml(text('status.checked', { time }))}</time></p>`
  const main = `<h1>${escapeHtml(text(HEADS[status.state]))}</h1>${notice}<ul>${rows}</ul>${checked}${againOf(dress)}`
  return plainDocument({ title: text('status.title'), main, style: STYLE }, dress)
}
