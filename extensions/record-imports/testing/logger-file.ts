import { SourceName } from '@fieldwatch/contract/api/ids'
import type { ImportSettings } from '../contract/record-imports.ts'

/** A file with one record. */
export const LOGGER_FILE = Buffer.from('time,level\n2026-01-01,1\n')

/** How it is read. */
export const LOGGER_SETTINGS: ImportSettings = {
  source: SourceName.parse('probe'),
  encoding: 'utf-8',
  delimiter: ',',
  decimals: 'point',
  lineBreak: 'lf',
  comment: null,
  seriesColumn: null,
  missing: [],
  headingLine: 1,
  firstLine: 2,
  time: { column: 0, timeColumn: null, format: 'iso', zone: 'UTC', doubled: 'in-order' },
  columns: [{ column: 1, field: 'level', type: 'number', unit: null, series: null }],
}
