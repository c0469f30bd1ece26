import type { BrandProblem } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Remark } from '../parts/Remark.tsx'
import { useFormPlace } from './form-place.ts'
import { mendOf, problemsAt } from './problem-mend.ts'

/** What the server's check finds at a place, each with the mend that it proposes. */
export function FieldProblems({ pointer, isDeep = true }: { readonly pointer: string; readonly isDeep?: boolean }) {
  const { problems, document } = useFormPlace()
  const found = problemsAt(problems, document.path, pointer, isDeep)
  return found.map((problem) => <Problem key={`${problem.path} ${problem.message}`} problem={problem} />)
}

function Problem({ problem }: { readonly problem: BrandProblem }) {
  const { document, own, isReadOnly, edit } = useFormPlace()
  const mend = isReadOnly ? null : mendOf(problem, document.path, own)
  return (
    <Remark
      kind={problem.level === 'problem' ? 'problem' : 'warning'}
      action={
        mend && (
          <ActionButton isSmall onClick={() => edit(mend)}>
            {say('field.suggest', { suggestion: problem.suggestion ?? '' })}
          </ActionButton>
        )
      }
    >
      {problem.message}
    </Remark>
  )
}
