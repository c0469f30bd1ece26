import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { TextFault } from './check-layer.ts'
import { shown } from './problem-words.ts'

const SAFE_LINK = /^(?:https:\/\/[^\s\\]+|mailto:\S+|tel:[+0-9-]+|#[^\s]*|(?!\/\/)[^\s\\:]*)$/i

/** What an information page may not hold: HTML, and addresses that are neither https nor paths of the site. */
export function markdownFaults(text: string): readonly TextFault[] {
  const faults: TextFault[] = []
  visit(fromMarkdown(text), (node) => {
    const place = { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 }
    if (node.type === 'html') {
      const message = `${shown(node.value)} is HTML; a page is drawn from Markdown alone, and the tag would be lost. Write it in Markdown.`
      faults.push({ place, found: shown(node.value), expected: 'Markdown', message })
    } else if ('url' in node && !SAFE_LINK.test(node.url)) {
      const expected = 'an https, mailto or tel address, or a path of the site'
      const message = `The address ${shown(node.url)} is not safe to follow. Write ${expected}, for example /information/rules.`
      faults.push({ place, found: shown(node.url), expected, message })
    }
  })
  return faults
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) visit(child, see)
}
