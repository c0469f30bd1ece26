import { isSafeAddress } from '#renderers/site/content/RichText.tsx'
import { TickBox } from '../checkbox/CheckboxField.tsx'
import { FieldCheck, FieldLinks } from '../FieldParts.tsx'
import type { FieldProps } from '../field-contract.ts'

/** A box to tick with links to what it agrees to. They open beside the form, so that nothing typed is lost. */
export function ExtendedCheckboxField(props: FieldProps) {
  const links = Object.entries(props.definition.links ?? {}).sort(([, left], [, right]) => left.order - right.order)
  return (
    <div>
      <FieldCheck as={TickBox} field={props} />
      {links.length > 0 && (
        <FieldLinks>
          {links.map(([id, { title, url }]) => (
            <a key={id} href={url !== undefined && isSafeAddress(url) ? url : undefined} target="_blank" rel="noopener">
              {title}
            </a>
          ))}
        </FieldLinks>
      )}
    </div>
  )
}
