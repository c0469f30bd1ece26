/** The kinds of transfers that move the money of payments, as the books name them. Each is posted once under its reference. */
export const PAYMENT_POSTINGS = {
  deposit: 'payment-deposit',
  debt: 'payment-debt',
  hold: 'payment-hold',
  release: 'payment-release',
  withdrawal: 'payment-withdrawal',
  latePayout: 'payment-late-payout',
  return: 'payment-return',
  refundHold: 'payment-refund-hold',
  refundRelease: 'payment-refund-release',
  refund: 'payment-refund',
  chargeback: 'payment-chargeback',
  chargebackWon: 'payment-chargeback-won',
  conversion: 'conversion',
} as const
