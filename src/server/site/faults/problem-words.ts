/** A text as it is quoted in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}

/** A value as people read it in a message: JSON, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** Names in a message; of a long list the beginning. */
export function listed(names: readonly string[], most = 16): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ')
}
