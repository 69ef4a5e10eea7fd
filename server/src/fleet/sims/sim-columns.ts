import { Iccid } from '@fieldwatch/contract/units/sim-numbers'
import type { SimRowField } from '@fieldwatch/contract/units/sims'
import {
  type ChosenColumns,
  createColumnReader,
  type CsvColumn,
  type FieldNames,
  placeHeadings,
} from '#platform/imports/csv-columns.ts'
import { unwrapCell } from '#platform/imports/csv-cells.ts'

/** What the exports of operators call their columns, in letters and digits alone. */
const NAMES: FieldNames<SimRowField> = {
  iccid: [
    'iccid',
    'iccidnumber',
    'icc',
    'sim',
    'simid',
    'simnumber',
    'simserial',
    'simserialnumber',
    'simcard',
    'simcardnumber',
    'cardnumber',
    'eid',
  ],
  imsi: ['imsi', 'imsinumber'],
  msisdn: ['msisdn', 'phone', 'phonenumber', 'mobilenumber', 'telephonenumber', 'number', 'rufnummer'],
  imei: ['imei', 'imeinumber', 'deviceimei', 'lastimei', 'currentimei'],
  label: ['label', 'name', 'alias', 'simname', 'nickname', 'description', 'customlabel', 'bezeichnung'],
  operator: ['operator', 'carrier', 'network', 'networkoperator', 'provider', 'lastoperator', 'mno'],
  status: ['status', 'state', 'simstatus', 'simstate', 'cardstatus'],
  dataID: ['dataid', 'unit', 'unitid', 'device', 'deviceid', 'devicename'],
  ip: ['ip', 'ipaddress', 'ipv4', 'staticip', 'fixedip'],
  dataUsed: [
    'dataused',
    'datausage',
    'usage',
    'monthlyusage',
    'datausagethismonth',
    'datausedthismonth',
    'usedthismonth',
    'monthtodateusage',
    'currentusage',
  ],
  dataLimit: ['datalimit', 'limit', 'dataallowance', 'allowance', 'monthlylimit', 'quota', 'dataplan'],
  lastSessionUTC: [
    'lastsessionutc',
    'lastsession',
    'lastconnection',
    'lastconnected',
    'lastactive',
    'lastseen',
    'lastactivity',
  ],
}

const readFields = createColumnReader(NAMES)

/** A column of a file. */
export interface SimColumn extends CsvColumn<SimRowField> {
  /** The unit of sizes that the heading names, such as `MB`. */
  readonly sizeUnit: string | undefined
}

/** A heading may end with a unit: `Data used (MB)`, `Limit [GiB]`. */
const SIZE_UNIT = /[([]([kmgt]?i?b|bytes?)[)\]]/i

/** Says what each column is. */
export function readColumns(headings: readonly string[], chosen?: ChosenColumns<SimRowField>): SimColumn[] {
  return readFields(headings, chosen).map((column) => ({
    ...column,
    sizeUnit: SIZE_UNIT.exec(column.heading.replaceAll(/\s/g, ''))?.[1],
  }))
}

/** The columns of a file without headings: the first one that holds an ICCID is that; a person may say what the others are. */
export function placeColumns(cells: readonly string[], chosen: ChosenColumns<SimRowField> = {}): SimColumn[] {
  const headings = placeHeadings(cells)
  const iccid = headings[cells.findIndex(isIccid)]
  const isChosen = Object.values(chosen).includes('iccid')
  return readColumns(headings, isChosen || iccid === undefined ? chosen : { [iccid]: 'iccid', ...chosen })
}

/** Whether a cell holds the number of a card: no heading is one. */
export function isIccid(cell: string): boolean {
  return Iccid.safeParse(unwrapCell(cell)).success
}
