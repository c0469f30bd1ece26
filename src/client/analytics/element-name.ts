/** What of an element is named: its tag, and the first class that is a name of ours. */
const CLASS = /^[A-Za-z_][\w-]{0,29}$/
/** Elements of a name, the outermost first. */
const DEPTH = 3
const LENGTH = 100

/** An element as reports name it: `section.board a.names span`. No text, no id and no address is in it. */
export function elementName(
  element: Pick<Element, 'localName' | 'classList' | 'parentElement'> | null | undefined,
): string {
  const parts: string[] = []
  for (let at = element; at && parts.length < DEPTH && at.localName !== 'body'; at = at.parentElement) {
    const [first] = [...at.classList].filter((name) => CLASS.test(name))
    parts.unshift(first === undefined ? at.localName : `${at.localName}.${first}`)
  }
  return parts.join(' ').slice(-LENGTH)
}
