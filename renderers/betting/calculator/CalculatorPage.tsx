import type { ReactNode } from 'react'
import { PageHeading } from '../../site/PageHeading.tsx'
import styles from './Calculator.module.css'

/** Props of {@link CalculatorPage}. */
export interface CalculatorPageProps {
  readonly title: string
  readonly text: string
  /** What is typed, and what it comes to: beside each other where there is room. */
  readonly children: ReactNode
}

/** The page of a calculator. */
export function CalculatorPage({ title, text, children }: CalculatorPageProps) {
  return (
    <div className={styles.page}>
      <PageHeading title={title} text={text} />
      <div className={styles.columns}>{children}</div>
    </div>
  )
}
