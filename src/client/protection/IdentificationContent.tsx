import type { ReactNode } from 'react'
import { Identification } from './Identification.tsx'
import { IdentificationStatus } from './IdentificationStatus.tsx'
import styles from './protection.module.css'
import type { useIdentification } from './use-identification.ts'

/** Props of {@link IdentificationContent}. */
export type IdentificationContentProps = ReturnType<typeof useIdentification> & {
  /** What is shown below. */
  readonly children?: ReactNode
}

/** How far an identification has come, and what is to be given for it. */
export function IdentificationContent({ answer, input, readAgain, children }: IdentificationContentProps) {
  return (
    <div className={styles.page}>
      <IdentificationStatus identification={answer.identification} />
      <Identification input={input} onSettled={readAgain} />
      {children}
    </div>
  )
}
