import { Iccid } from '@fieldwatch/contract/sim-numbers'
import type { SimRowField } from '@fieldwatch/contract/sims'
import { unwrapCell } from './sim-cells.ts'

/** What the exports of operators call their columns, in letters and digits alone. */
const NAMES: Readonly<Record<SimRowField, readonly string[]>> = {
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

const FIELD_BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field as SimRowField] as const)),
)

/** A column of a file. */
export interface SimColumn {
  readonly heading: string
  /** What its cells are read as; null: nothing. */
  readonly field: SimRowField | null
  /** The unit of sizes that the heading names, such as `MB`. */
  readonly sizeUnit: string | undefined
}

/** Headings with more characters are cut: no operator's are that long. */
const HEADING_MAX = 100

/** A heading may end with a unit: `Data used (MB)`, `Limit [GiB]`. */
const SIZE_UNIT = /[([]([kmgt]?i?b|bytes?)[)\]]/i

/** A heading as it is shown, and as a person names it to choose. */
export function headingOf(cell: string): string {
  return cell.slice(0, HEADING_MAX).trim()
}

/** Says what each column is. A field is read from the first column that is it; `chosen` goes before what a heading says. */
export function readColumns(
  headings: readonly string[],
  chosen: Readonly<Record<string, SimRowField | null>> = {},
): SimColumn[] {
  const taken = new Set(headings.flatMap((heading) => (Object.hasOwn(chosen, heading) && chosen[heading]) || []))
  return headings.map((heading) => {
    const sizeUnit = SIZE_UNIT.exec(heading.replaceAll(/\s/g, ''))?.[1]
    if (Object.hasOwn(chosen, heading)) return { heading, field: chosen[heading] ?? null, sizeUnit }
    const field = FIELD_BY_NAME.get(plain(heading.split(/[([]/, 1)[0] ?? ''))
    if (field === undefined || taken.has(field)) return { heading, field: null, sizeUnit }
    taken.add(field)
    return { heading, field, sizeUnit }
  })
}

/** The columns of a file without headings: the first one that holds an ICCID is that; a person may say what the others are. */
export function placeColumns(
  cells: readonly string[],
  chosen: Readonly<Record<string, SimRowField | null>> = {},
): SimColumn[] {
  const headings = cells.map((_, place) => `Column ${place + 1}`)
  const iccid = headings[cells.findIndex(isIccid)]
  const isChosen = Object.values(chosen).includes('iccid')
  return readColumns(headings, isChosen || iccid === undefined ? chosen : { [iccid]: 'iccid', ...chosen })
}

/** Whether a cell holds the number of a card: no heading is one. */
export function isIccid(cell: string): boolean {
  return Iccid.safeParse(unwrapCell(cell)).success
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
