/** What has come of what a provider says: it was applied, was nothing new, or waits for people. */
export interface PaymentVerdict {
  readonly verdict: 'applied' | 'ignored' | 'review'
  readonly why: string
}
