import type { SimRowField } from '@fieldwatch/contract/sims'

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

/** Says what each column is. A field is read from the first column that is it; `chosen` goes before what a heading says. */
export function readColumns(
  headings: readonly string[],
  chosen: Readonly<Record<string, SimRowField | null>> = {},
): SimColumn[] {
  const taken = new Set(headings.flatMap((heading) => chosen[heading] ?? []))
  return headings.map((heading) => {
    const sizeUnit = /[([]\s*([kmgt]?i?b|bytes?)\s*[)\]]/i.exec(heading)?.[1]
    if (Object.hasOwn(chosen, heading)) return { heading, field: chosen[heading] ?? null, sizeUnit }
    const field = FIELD_BY_NAME.get(plain(heading.replace(/[([].*$/, '')))
    if (field === undefined || taken.has(field)) return { heading, field: null, sizeUnit }
    taken.add(field)
    return { heading, field, sizeUnit }
  })
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
