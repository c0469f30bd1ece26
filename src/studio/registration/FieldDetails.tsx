import { type ReactNode, useMemo } from 'react'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { FieldProblems } from '../forms/FieldProblems.tsx'
import { cleared, planOf } from '../forms/field-specs.ts'
import { FormPlaceContext, useFormPlace } from '../forms/form-place.ts'
import { PartRows } from '../forms/rows/PartRows.tsx'
import { SubtreeForm } from '../forms/SubtreeForm.tsx'
import { humanised } from '../forms/schema/field-words.ts'
import { resolvedNode, subSchema } from '../forms/schema/schema-node.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import styles from './FieldDetails.module.css'

/** Parts that have an editor of their own here. */
const OWN_EDITORS = ['depends_on', 'validation']

/** A field of a form: when it is shown, its rules with their messages, and all else that can be said of it. */
export function FieldDetails({ id }: { readonly id: string }) {
  const { document, schema } = useFormPlace()
  const at = `/fields/${pointerStep(id)}`
  const value = valueAt(document.resolved, at)
  const plan = useMemo(() => planOf(schema, subSchema(schema, at) ?? {}, value), [schema, at, value])
  if (value === undefined) return <Remark kind="note">{say('editor.place_gone')}</Remark>
  return (
    <div className={styles.details}>
      <FieldProblems pointer={at} isDeep={false} />
      <section className={styles.part}>
        <h3 className={styles.title}>{say('registration.shown_when')}</h3>
        <ConditionEditor id={id} />
      </section>
      <section className={styles.part}>
        <h3 className={styles.title}>{say('registration.rules')}</h3>
        <FieldRules at={at} />
      </section>
      <section className={styles.form}>
        <SubtreeForm fields={plan.fields} />
      </section>
      <PartRows rows={plan.rows.filter(({ key }) => !OWN_EDITORS.includes(key))} />
    </div>
  )
}

/** The rules of a field: what each is given, and what is said when an answer breaks it. */
function FieldRules({ at }: { readonly at: string }) {
  const { document, schema, own, isReadOnly, edit } = useFormPlace()
  const rules = valueAt(document.resolved, `${at}/validation`)
  const kinds = isJsonObject(rules) ? Object.keys(rules) : []
  const map = subSchema(schema, `${at}/validation`)
  const all = (map?.propertyNames && resolvedNode(schema, map.propertyNames).enum) ?? []
  const left = all.map(String).filter((kind) => !kinds.includes(kind))
  return (
    <>
      {kinds.length === 0 && <p className={styles.none}>{say('registration.rules_none')}</p>}
      {kinds.map((kind) => {
        const pointer = `${at}/validation/${pointerStep(kind)}`
        return (
          <div key={kind} className={styles.rule}>
            <div className={styles.ruleHead}>
              <strong>{humanised(kind)}</strong>
              {!isReadOnly && (
                <ActionButton
                  kind="quiet"
                  isSmall
                  isBare
                  glyph="trash"
                  onClick={() => edit([cleared({ path: document.path, own }, pointer)])}
                >
                  {say('rows.remove', { name: humanised(kind) })}
                </ActionButton>
              )}
            </div>
            <At pointer={pointer}>
              <RuleForm />
            </At>
          </div>
        )
      })}
      {!isReadOnly && left.length > 0 && (
        <LabelledSelect
          label={say('registration.rule_add')}
          value=""
          onChange={(event) => {
            const pointer = `${at}/validation/${pointerStep(event.target.value)}`
            edit([{ path: document.path, pointer, value: {} }])
          }}
        >
          <option value="">{say('registration.rule_choose')}</option>
          {left.map((kind) => (
            <option key={kind} value={kind}>
              {humanised(kind)}
            </option>
          ))}
        </LabelledSelect>
      )}
    </>
  )
}

function RuleForm() {
  const { document, schema, pointer } = useFormPlace()
  const { fields } = planOf(schema, subSchema(schema, pointer) ?? {}, valueAt(document.resolved, pointer))
  return (
    <>
      <FieldProblems pointer={pointer} isDeep={false} />
      <SubtreeForm fields={fields} />
    </>
  )
}

/** What is inside belongs to another place of the same document. */
function At({ pointer, children }: { readonly pointer: string; readonly children: ReactNode }) {
  const around = useFormPlace()
  const place = useMemo(() => ({ ...around, pointer }), [around, pointer])
  return <FormPlaceContext value={place}>{children}</FormPlaceContext>
}
