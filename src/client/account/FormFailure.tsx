import styles from './sign-in/entry.module.css'

/** What is wrong with a form as a whole; nothing when there is nothing. */
export function FormFailure({ text }: { readonly text: string | null }) {
  if (!text) return null
  return (
    <p className={styles.failure} role="alert">
      {text}
    </p>
  )
}
