/** The texts of a form's fields by name; empty for one that is missing. */
export function fieldsOf<const Name extends string>(form: FormData, names: readonly Name[]): Record<Name, string> {
  const entries = names.map((name) => [name, String(form.get(name) ?? '')] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}
