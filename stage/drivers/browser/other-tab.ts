/** What another tab of the site runs to keep a text under a key of the local storage, or to remove it by null. */
export function storeExpression(key: string, text: string | null): string {
  if (text === null) return `localStorage.removeItem(${JSON.stringify(key)})`
  return `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(text)})`
}

/** What another tab of the site runs to say a word to this one; it is done when the word has come to a second ear in its own tab,
 *  for a tab that is closed before says nothing. */
export function tellExpression(channel: string, word: unknown): string {
  return `new Promise((heard) => {
    const [ear, mouth] = [0, 1].map(() => new BroadcastChannel(${JSON.stringify(channel)}))
    ear.onmessage = () => { ear.close(); mouth.close(); heard() }
    mouth.postMessage(${JSON.stringify(word)})
  })`
}
