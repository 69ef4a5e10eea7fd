import type { PageRequest } from './record-reader.ts'

/** Whether any number of records may have to be looked at for a page, and not only those around it. */
export function looksAtAll({ order, conditions }: Pick<PageRequest, 'order' | 'conditions'>): boolean {
  return order.field !== 'messageUTC' || conditions.some((one) => one.kind === 'field' || one.of !== 'messageUTC')
}
