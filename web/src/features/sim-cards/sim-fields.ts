import type { SimRowField } from '@fieldwatch/contract/sims'

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
