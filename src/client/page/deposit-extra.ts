import type { ComponentType } from 'react'
import type { App } from './app-context.ts'

/** Props of what a deposit page shows of another part of the product. */
export interface DepositExtraProps<Data> {
  readonly data: Data
  /** What is typed as the amount, in currency units; null when it is none. */
  readonly value: number | null
  /** Id of the payment method that is chosen; null while none is. */
  readonly methodId: string | null
  /** Is given what has to be done before the deposit begins. */
  readonly onSettle: (settle: () => Promise<void>) => void
}

/** What a deposit page shows of another part of the product, such as the bonus that comes with it. */
export interface DepositExtra<Data> {
  readonly load: (app: App) => Promise<Data>
  readonly Part: ComponentType<DepositExtraProps<Data>>
}
