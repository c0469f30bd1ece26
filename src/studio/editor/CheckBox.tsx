import { useState } from 'react'
import type { BrandProblem } from '#schemas'
import { say } from '../app/studio-texts.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { fileOf } from '../forms/problem-mend.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Mark } from '../parts/Mark.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import styles from './CheckBox.module.css'
import { placeOfHit } from './hit-place.ts'

interface CheckBoxProps {
  readonly state: DraftState
  readonly onOpen: (path: string, pointer?: string) => void
}

/** What the check of the draft finds: how much, and all of it on a press, each with the way to its place. */
export function CheckBox({ state: { problems, catalogue }, onOpen }: CheckBoxProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wrong = problems.filter(({ level }) => level === 'problem')
  const doubtful = problems.filter(({ level }) => level === 'warning')
  const go = (problem: BrandProblem) => {
    const path = fileOf(problem)
    const isEditable = catalogue.documents.some((card) => card.path === path)
    if (!isEditable) return
    const place = placeOfHit({ path, pointer: problem.path })
    onOpen(place.path, place.pointer)
    setIsOpen(false)
  }
  return (
    <>
      <button type="button" className={styles.check} onClick={() => setIsOpen(true)}>
        <span className={styles.word}>{say('editor.problems')}</span>
        {wrong.length > 0 && <Mark tone="problem">{say('brands.problems', { count: wrong.length })}</Mark>}
        {doubtful.length > 0 && <Mark tone="warning">{say('brands.warnings', { count: doubtful.length })}</Mark>}
        {problems.length === 0 && <Mark tone="good">{say('brands.problems', { count: 0 })}</Mark>}
      </button>
      {isOpen && (
        <ModalBox title={say('editor.problems_title')} isWide onClose={() => setIsOpen(false)}>
          {problems.length === 0 && <p>{say('editor.problems_none')}</p>}
          <ul className={styles.list}>
            {[...wrong, ...doubtful].map((problem) => (
              <li key={`${problem.file} ${problem.path} ${problem.message}`} className={styles.problem}>
                <code className={styles.place}>
                  {fileOf(problem)} {problem.path}
                </code>
                <p className={problem.level === 'problem' ? styles.wrong : styles.doubtful}>{problem.message}</p>
                <ActionButton isSmall onClick={() => go(problem)}>
                  {say('editor.problem_open')}
                </ActionButton>
              </li>
            ))}
          </ul>
        </ModalBox>
      )}
    </>
  )
}
