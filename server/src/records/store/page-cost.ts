import type { PageRequest } from './record-reader.ts'

/** Whether a page may have to look at any number of records, not only at those around it. */
export function looksAtAll({ order, conditions }: Pick<PageRequest, 'order' | 'conditions'>): boolean {
  return order.field !== 'messageUTC' || conditions.some((one) => one.kind === 'field' || one.of !== 'messageUTC')
}
