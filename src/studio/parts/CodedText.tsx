/** A description with its words of code, which schemas write in backticks, set as code. */
export function CodedText({ text }: { readonly text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={`${index}-${part}`}>{part}</code> : part))
}

/** The same where only plain words can stand, such as a title that a pointer brings up. */
export function plainWords(text: string): string {
  return text.replaceAll('`', '')
}
