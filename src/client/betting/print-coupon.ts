/** Prints the coupon alone (BET-12): the rest of the page is left out by the coupon's styles. */
export function printCoupon(): void {
  const root = document.documentElement
  root.dataset.printing = 'coupon'
  window.addEventListener('afterprint', () => delete root.dataset.printing, { once: true })
  window.print()
}
