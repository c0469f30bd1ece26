import type { Nodes, Root } from 'mdast'
import { nearest } from '#machines/site/nearest.rules.ts'
import { PAGE_PLACES } from '../check/page-places.ts'
import type { TextFault } from '../check/text-fault.ts'
import { strayPlaces } from '../check/text-places.ts'
import { placeOfNode, visitNodes } from '../page-outline.ts'
import { shown } from './problem-words.ts'

const SAFE_LINK = /^(?:https:\/\/[^\s\\]+|mailto:\S+|tel:[+0-9-]+|#\S+|\/(?!\/)[^\s\\]*)$/i

/** What an information page may not hold: HTML, pictures, addresses that lead nowhere from a page, and places that nothing
 *  fills. */
export function markdownFaults(page: Root): readonly TextFault[] {
  const faults: TextFault[] = []
  visitNodes(page, (node) => faults.push(...nodeFaults(node)))
  return faults
}

function nodeFaults(node: Nodes): readonly TextFault[] {
  const place = placeOfNode(node)
  if (node.type === 'html') {
    const message = `${shown(node.value)} is HTML; a page is drawn from Markdown alone, and the tag would be lost. Write it in Markdown.`
    return [{ place, found: shown(node.value), expected: 'Markdown', message }]
  }
  if (node.type === 'image' || node.type === 'imageReference') {
    const message = 'A page draws no pictures, so this one would be lost. Take it out, or show it in a banner.'
    return [{ place, found: 'a picture', expected: 'text', message }]
  }
  if ('url' in node && !SAFE_LINK.test(node.url)) {
    const expected = 'an https, mailto or tel address, or a path of the site'
    const message = `The address ${shown(node.url)} leads nowhere from a page, so only its words would be shown. Write ${expected}, for example /information/rules.`
    return [{ place, found: shown(node.url), expected, message }]
  }
  return node.type === 'text' ? placeFaults(node.value, place) : []
}

function placeFaults(text: string, place: TextFault['place']): readonly TextFault[] {
  const known = new Set(PAGE_PLACES)
  return strayPlaces(text, known).map((written) => {
    const expected = PAGE_PLACES.map((name) => `{{${name}}}`).join(', ')
    const name = nearest(written.replace(/[{}]/g, ''), known)
    const fix = name === null ? `Pages have these: ${expected}.` : `Did you mean {{${name}}}?`
    const message = `${written} would be shown as it is, since nothing fills it in. ${fix}`
    return { place, found: written, expected, message }
  })
}
