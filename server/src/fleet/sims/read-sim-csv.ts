import { SIM_CSV_LINES_MAX, type SimRowField } from '@fieldwatch/contract/units/sims'
import { DomainError } from '#platform/errors/domain-error.ts'
import { type ChosenColumns, headingOf } from '#platform/imports/csv-columns.ts'
import { type CsvFile, type CsvLayout, readCsv } from '#platform/imports/read-csv.ts'
import { isIccid, placeColumns, readColumns, type SimColumn } from './sim-columns.ts'

export type SimCsv = CsvFile<SimColumn>

type Chosen = ChosenColumns<SimRowField>

/**
 * Reads a CSV file of SIM cards.
 * @throws DomainError sim/import-unreadable, with a sentence that says what is wrong
 */
export function readSimCsv(csv: string, chosen?: Chosen): SimCsv {
  return readCsv(csv, {
    layOut: (cells) => layOut(cells, chosen),
    key: { field: 'iccid', missing: 'answers.iccid-heading' },
    linesMax: SIM_CSV_LINES_MAX,
    cellMax: 1000,
    refuse: (message, options) => new DomainError('sim/import-unreadable', { message, ...options }),
  })
}

/** Says what the columns are, by the first line of the file. */
function layOut(cells: readonly string[], chosen: Chosen | undefined): CsvLayout<SimColumn> {
  const headed = !cells.some(isIccid)
  const columns = headed ? readColumns(cells.map(headingOf), chosen) : placeColumns(cells, chosen)
  return { columns, headed }
}
