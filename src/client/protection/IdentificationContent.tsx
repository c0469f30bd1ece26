import type { ReactNode } from 'react'
import { Identification } from './Identification.tsx'
import { IdentificationStatus } from './IdentificationStatus.tsx'
import { PhoneIdCheck } from './PhoneIdCheck.tsx'
import styles from './protection.module.css'
import { SumsubStart } from './SumsubStart.tsx'
import type { useIdentification } from './use-identification.ts'

/** Props of {@link IdentificationContent}. */
export type IdentificationContentProps = ReturnType<typeof useIdentification> & {
  /** What is shown below. */
  readonly children?: ReactNode
}

/** How far an identification has come, and what is to be given for it. */
export function IdentificationContent(props: IdentificationContentProps) {
  const { answer, input, readAgain, phoneWays, hasSumsub, children } = props
  const isVerified = answer.identification.state === 'verified'
  return (
    <div className={styles.page}>
      <IdentificationStatus identification={answer.identification} />
      {phoneWays.length > 0 && !isVerified ? <PhoneIdCheck ways={phoneWays} onDecided={readAgain} /> : null}
      {hasSumsub && !isVerified ? <SumsubStart /> : null}
      <Identification input={input} onSettled={readAgain} />
      {children}
    </div>
  )
}
