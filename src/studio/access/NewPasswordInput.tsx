import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import styles from './NewPasswordInput.module.css'

/** Least characters of a password (`studio/join-body`). */
const LEAST = 12

/** A password that is chosen: its rule is said before, and how much is missing while it is typed. */
export function NewPasswordInput({ label = say('access.password') }: { readonly label?: string }) {
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const left = LEAST - [...password].length
  const hint = password !== '' && left > 0 ? say('access.password_left', { count: left }) : say('access.password_hint')
  return (
    <div className={styles.password}>
      <LabelledInput
        label={label}
        hint={hint}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        minLength={LEAST}
        maxLength={200}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <label className={styles.show}>
        <input type="checkbox" checked={isShown} onChange={() => setIsShown(!isShown)} />
        {say('access.password_show')}
      </label>
    </div>
  )
}
