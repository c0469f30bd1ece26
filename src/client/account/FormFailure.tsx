import { EntryFailure } from './sign-in/EntryParts.tsx'

/** What is wrong with a form as a whole; nothing when there is nothing. */
export function FormFailure({ text }: { readonly text: string | null }) {
  if (!text) return null
  return <EntryFailure role="alert">{text}</EntryFailure>
}
