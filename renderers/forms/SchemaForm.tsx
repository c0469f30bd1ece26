import { type FormEvent, useId, useMemo } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import type { Answers, AnswerValue } from '#schemas'
import { FieldList } from './FieldList.tsx'
import { type FormScope, FormScopeContext } from './form-scope.ts'
import styles from './SchemaForm.module.css'
import { StrayErrors } from './StrayErrors.tsx'
import { useAnnouncement } from './use-announcement.ts'
import { type GivenForm, useFormStore } from './use-form-store.ts'
import { useLatest } from './use-latest.ts'

/** Props of {@link SchemaForm}: what it opens with, and who is told what.
 *  - `definitions`: fields in order, with texts in the player's language; the same array as long as they are the same.
 *  - `values`: the answers that the form opens with, those of hidden fields too. The form keeps them from then on; of
 *    later ones it takes over only what has changed, so a caller that keeps a copy need not render at every key.
 *  - `errors`: what the server says, field id → error; the same error object as long as it is the same judgement. One is
 *    shown until the answer that it judged changes.
 *  - `verdict`: where somebody else judges the form when it is sent, such as its machine: what kept it from being sent the last
 *    time, another object each time; null before. Left out, the form judges itself, by the same rules. */
export interface SchemaFormProps extends GivenForm {
  /** The player has changed an answer. */
  readonly onChange?: ((id: string, value: AnswerValue) => void) | undefined
  readonly onBlur?: ((id: string) => void) | undefined
  /** The answers of visible fields: all of them accepted, unless somebody else judges them. */
  readonly onSubmit: (payload: Answers) => void
  readonly isBusy?: boolean
  readonly submitLabel: string
  readonly onUnknownKind?: ((kind: string, fieldId: string) => void) | undefined
  /** A button field has been pressed. */
  readonly onPress?: ((id: string) => void) | undefined
  /** The player stands by an answer in spite of a suggestion. */
  readonly onConfirm?: ((id: string, answer: string) => void) | undefined
}

/** A form drawn from the definitions that a server sends. At a key one field renders, and those that hang on it. */
export function SchemaForm(props: SchemaFormProps) {
  const { isBusy = false, submitLabel, onUnknownKind } = props
  const formId = useId()
  const { text, tell, refuse } = useAnnouncement(formId)
  const store = useFormStore(props, refuse)

  const answer = useLatest((id: string, value: AnswerValue) => {
    if (store.change(id, value)) props.onChange?.(id, value)
  })
  const leave = useLatest((id: string) => {
    tell(store.leave(id))
    props.onBlur?.(id)
  })
  const press = useLatest((id: string) => props.onPress?.(id))
  const keep = useLatest((id: string) => {
    store.confirm(id)
    props.onConfirm?.(id, String(store.field(id).value))
  })
  const scope = useMemo(
    (): FormScope => ({ formId, store, isBusy, answer, leave, press, keep, onUnknownKind }),
    [formId, store, isBusy, answer, leave, press, keep, onUnknownKind],
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (props.verdict !== undefined) return props.onSubmit(store.payload())
    const { isValid, payload, errors } = store.submit()
    if (isValid) props.onSubmit(payload)
    else refuse(errors)
  }

  return (
    <FormScopeContext value={scope}>
      <div className={styles.root}>
        {/* Sent before the page is awake, a form must not write its answers into the address: hence the method. */}
        <form method="post" noValidate onSubmit={submit}>
          <FieldList store={store} />
          <StrayErrors store={store} />
          <div className={styles.submit}>
            <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
              {submitLabel}
            </Button>
          </div>
        </form>
        <p className="visually-hidden" role="status">
          {text}
        </p>
      </div>
    </FormScopeContext>
  )
}
