import { DataId, isName, SourceName } from '@fieldwatch/contract/api/ids'
import {
  IMPORT_DECIMALS,
  IMPORT_DELIMITERS,
  IMPORT_DOUBLED,
  type ImportColumn,
  type ImportSettings,
  ImportTimeFormat,
  ImportValueType,
} from '../../contract/record-imports.ts'
import { parseArgs } from 'node:util'
import { ArgumentError } from '@fieldwatch/server/commands/admin-arguments'

export const IMPORT_USAGE = `Usage:
  npm run import -- --unit DATAID --source NAME --file FILE [options]
      Stores the lines of a CSV file (also gzip-compressed) as records. The portal may be running.
  npm run import -- --undo NUMBER
      Undoes an import: removes its records and restores those that it replaced.

Options; what is left out is guessed from the file:
  --time COLUMN           the column with the time, by its heading or its number from 1
  --time-of-day COLUMN    the column with the time of day, if the date has a separate column
  --format FORMAT         ${ImportTimeFormat.options.join(', ')}
  --zone ZONE             for times without an offset, such as Europe/Berlin (UTC)
  --doubled CHOICE        the repeated hour at the end of daylight saving: ${IMPORT_DOUBLED.join(', ')}
  --delimiter CHARACTER   comma, semicolon, tab or bar
  --decimals SIGN         ${IMPORT_DECIMALS.join(', ')}
  --headings LINE         the number of the line with the headings; 0 if there are none
  --first-line LINE       the number of the first line with a record
  --series COLUMN         the column that names the series of each line
  --missing TEXT          a text that means no value, such as -9999; repeat for each text
  --map COLUMN=FIELD:TYPE what a column, or a series, becomes (${ImportValueType.options.join(', ')}); repeat for each column. Other columns are ignored.
  --check                 only list the lines that would be refused, and the cells that would be left empty
`

export interface ImportCommand {
  readonly dataId: DataId
  readonly source: SourceName
  readonly file: string
  readonly time: string | undefined
  readonly timeOfDay: string | undefined
  readonly format: ImportSettings['time']['format'] | undefined
  readonly zone: string
  readonly doubled: ImportSettings['time']['doubled']
  readonly delimiter: ImportSettings['delimiter'] | undefined
  readonly decimals: ImportSettings['decimals'] | undefined
  /** The numbers of lines from 1; null without headings. */
  readonly headings: number | null | undefined
  readonly firstLine: number | undefined
  readonly series: string | undefined
  readonly missing: readonly string[] | undefined
  readonly columns: readonly (Pick<ImportColumn, 'field' | 'type'> & { readonly column: string })[]
  readonly check: boolean
}

const OPTIONS = {
  unit: { type: 'string' },
  source: { type: 'string' },
  file: { type: 'string' },
  undo: { type: 'string' },
  time: { type: 'string' },
  'time-of-day': { type: 'string' },
  format: { type: 'string' },
  zone: { type: 'string', default: 'UTC' },
  doubled: { type: 'string', default: 'in-order' },
  delimiter: { type: 'string' },
  decimals: { type: 'string' },
  headings: { type: 'string' },
  'first-line': { type: 'string' },
  series: { type: 'string' },
  missing: { type: 'string', multiple: true },
  map: { type: 'string', multiple: true },
  check: { type: 'boolean', default: false },
} as const

const NAMED_DELIMITERS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

/** @throws ArgumentError for arguments that mean nothing */
export function parseImportArguments(args: readonly string[]): ImportCommand | { readonly undo: number } {
  const values = parsed(args)
  if (values.undo !== undefined) {
    const undo = Number(values.undo)
    if (!Number.isSafeInteger(undo) || undo < 1) throw new ArgumentError('--undo takes the number of an import.')
    return { undo }
  }
  const dataId = DataId.safeParse(values.unit)
  if (!dataId.success) throw new ArgumentError('--unit takes the dataID of a unit.')
  const source = SourceName.safeParse(values.source)
  if (!source.success) throw new ArgumentError('--source takes the name of a source, such as probe.')
  if (values.file === undefined) throw new ArgumentError('--file takes the path of a file.')
  const { delimiter } = values
  return {
    dataId: dataId.data,
    source: source.data,
    file: values.file,
    time: values.time,
    timeOfDay: values['time-of-day'],
    format: oneOf('format', ImportTimeFormat.options, values.format),
    zone: values.zone,
    doubled: oneOf('doubled', IMPORT_DOUBLED, values.doubled) ?? 'in-order',
    delimiter: oneOf('delimiter', IMPORT_DELIMITERS, delimiter && (NAMED_DELIMITERS[delimiter] ?? delimiter)),
    decimals: oneOf('decimals', IMPORT_DECIMALS, values.decimals),
    headings: values.headings === '0' ? null : lineNumber('headings', values.headings),
    firstLine: lineNumber('first-line', values['first-line']),
    series: values.series,
    missing: values.missing,
    columns: (values.map ?? []).map(columnOf),
    check: values.check,
  }
}

function lineNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const line = Number(given)
  if (!Number.isSafeInteger(line) || line < 1) throw new ArgumentError(`--${name} takes the number of a line, from 1.`)
  return line
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function oneOf<const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  given: string | undefined,
): Choice | undefined {
  if (given === undefined) return undefined
  const choice = choices.find((one) => one === given)
  if (choice === undefined) throw new ArgumentError(`--${name} is one of ${choices.join(' ')}.`)
  return choice
}

function columnOf(text: string): ImportCommand['columns'][number] {
  const match = /^(.+)=([^=:]+):(\w+)$/.exec(text)
  const type = ImportValueType.options.find((one) => one === match?.[3])
  const [, column, field] = match ?? []
  if (column === undefined || field === undefined || type === undefined || !isName(field))
    throw new ArgumentError(`--map takes COLUMN=FIELD:TYPE, such as "Temp (C)=temp:number", and not ${text}.`)
  return { column, field, type }
}
