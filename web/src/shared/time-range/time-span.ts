export interface TimeSpan {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}
