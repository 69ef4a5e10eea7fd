import type { SimRowField } from '@fieldwatch/contract/sims'

/** What headings of a file are read as: a field of a SIM card, or null for nothing. */
export type ColumnChoice = Readonly<Record<string, SimRowField | null>>

interface Column {
  readonly heading: string
  readonly field: SimRowField | null
}

/** The choice for all columns once a heading is read as `field`; no other column is that field then. */
export function withColumn(columns: readonly Column[], heading: string, field: SimRowField | null): ColumnChoice {
  const others = columns.map((column) => [column.heading, column.field === field ? null : column.field] as const)
  // Of repeated headings the first counts.
  return { ...Object.fromEntries(others.toReversed()), [heading]: field }
}

/** The labels of the fields of a SIM card. */
export const FIELD_TEXT: Readonly<Record<SimRowField, string>> = {
  iccid: 'ICCID',
  imsi: 'IMSI',
  msisdn: 'MSISDN (phone number)',
  imei: 'IMEI',
  label: 'Label',
  operator: 'Operator',
  status: 'Status',
  dataID: 'Unit (dataID)',
  ip: 'IP address',
  dataUsed: 'Data used this month',
  dataLimit: 'Data limit a month',
  lastSessionUTC: 'Last session',
}
