import { say } from '../app/studio-texts.ts'
import { Mark } from '../parts/Mark.tsx'
import { useFormPlace } from './form-place.ts'

/** Who else is in a field of the document. @param pointer the field's value; empty for a document that is one text */
export function PeopleHere({ pointer }: { readonly pointer: string }) {
  const { people, document } = useFormPlace()
  return people
    .filter((person) => person.path === document.path && person.pointer === pointer)
    .map(({ editor, account }) => (
      <Mark key={editor} tone="accent">
        {say('field.person', { name: account })}
      </Mark>
    ))
}
