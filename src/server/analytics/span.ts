/** A time span: from its first moment to before its last. */
export interface Span {
  readonly from: Date
  readonly to: Date
}
